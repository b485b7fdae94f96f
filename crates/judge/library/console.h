// The console window: here standard input and output are what they are, so there is nothing to do.
#ifndef SANDTABLE_CONSOLE_H
#define SANDTABLE_CONSOLE_H

#include <iostream>
#include <string>

inline void clearConsole() {}
inline bool getConsoleEcho() { return false; }
inline void setConsoleEcho(bool) {}
inline void setConsoleClearEnabled(bool) {}
inline void setConsoleEnabled(bool) {}
inline void setConsoleErrorColor(const std::string&) {}
inline void setConsoleOutputColor(const std::string&) {}
inline void setConsoleInputColor(const std::string&) {}
inline void setConsoleEventOnClose(bool) {}
inline void setConsoleExitProgramOnClose(bool) {}
inline void setConsoleCloseOperation(int) {}
inline void setConsoleFont(const std::string&) {}
inline void setConsoleLocation(double, double) {}
inline void setConsoleLocationSaved(bool) {}
inline void setConsoleSettingsLocked(bool) {}
inline void setConsoleSize(double, double) {}
inline void setConsoleWindowTitle(const std::string&) {}
inline void setConsolePrintExceptions(bool, bool = false) {}

#endif
