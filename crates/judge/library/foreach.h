// The loop of the library's first versions, `foreach (string word in words)`, is rewritten before sources are compiled.
#ifndef SANDTABLE_FOREACH_H
#define SANDTABLE_FOREACH_H

#include "collections.h"

#endif
