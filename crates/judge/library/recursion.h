// Indentation by the depth of a recursion, for tracing.
#ifndef SANDTABLE_RECURSION_H
#define SANDTABLE_RECURSION_H

#include <string>

inline std::string recursionIndent(const std::string& = "    ") { return ""; }

#endif
