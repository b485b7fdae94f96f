// What the library's first versions included everywhere.
#ifndef SANDTABLE_GENLIB_H
#define SANDTABLE_GENLIB_H

#include <string>
#include "error.h"

using namespace std;

inline void Error(const std::string& message) { error(message); }

#endif
