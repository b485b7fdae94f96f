// All collections.
#ifndef SANDTABLE_COLLECTIONS_H
#define SANDTABLE_COLLECTIONS_H

#include "deque.h"
#include "grid.h"
#include "hashmap.h"
#include "hashset.h"
#include "lexicon.h"
#include "linkedlist.h"
#include "map.h"
#include "priorityqueue.h"
#include "queue.h"
#include "set.h"
#include "stack.h"
#include "vector.h"

#endif
