// A list; here the same as a Vector.
#ifndef SANDTABLE_LINKEDLIST_H
#define SANDTABLE_LINKEDLIST_H

#include "vector.h"

template <typename ValueType>
class LinkedList : public Vector<ValueType> {
public:
    LinkedList() {}
    LinkedList(std::initializer_list<ValueType> list) : Vector<ValueType>(list) {}
};

#endif
