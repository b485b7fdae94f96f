// The loop of the library's first versions: `foreach (string word in words)`.
#ifndef SANDTABLE_FOREACH_H
#define SANDTABLE_FOREACH_H

// `in` means something here from now on, so whatever uses it as a name is included first.
#include <algorithm>
#include <deque>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
#include "deque.h"
#include "error.h"
#include "filelib.h"
#include "grid.h"
#include "hashmap.h"
#include "hashset.h"
#include "lexicon.h"
#include "map.h"
#include "priorityqueue.h"
#include "queue.h"
#include "set.h"
#include "simpio.h"
#include "stack.h"
#include "strlib.h"
#include "tokenscanner.h"
#include "vector.h"

#define in ,
#define SANDTABLE_LOOP(variable, ...) for (variable : __VA_ARGS__)
#define foreach(...) SANDTABLE_LOOP(__VA_ARGS__)

#endif
