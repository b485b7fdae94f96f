// A queue with two ends.
#ifndef SANDTABLE_DEQUE_H
#define SANDTABLE_DEQUE_H

#include <deque>
#include <initializer_list>
#include <string>
#include "error.h"
#include "sandtable_text.h"

template <typename ValueType>
class Deque {
public:
    typedef ValueType value_type;
    typedef typename std::deque<ValueType>::const_iterator const_iterator;
    Deque() {}
    Deque(std::initializer_list<ValueType> list) : store(list) {}
    void enqueue(const ValueType& value) { store.push_back(value); }
    void add(const ValueType& value) { store.push_back(value); }
    void enqueueBack(const ValueType& value) { store.push_back(value); }
    void enqueueFront(const ValueType& value) { store.push_front(value); }
    ValueType dequeue() { return dequeueFront(); }
    ValueType remove() { return dequeueFront(); }
    ValueType dequeueFront() {
        sandtable::checkNotEmpty(isEmpty(), "Deque::dequeueFront");
        ValueType first = store.front();
        store.pop_front();
        return first;
    }
    ValueType dequeueBack() {
        sandtable::checkNotEmpty(isEmpty(), "Deque::dequeueBack");
        ValueType last = store.back();
        store.pop_back();
        return last;
    }
    const ValueType& peek() const { return peekFront(); }
    const ValueType& peekFront() const {
        sandtable::checkNotEmpty(isEmpty(), "Deque::peekFront");
        return store.front();
    }
    const ValueType& peekBack() const {
        sandtable::checkNotEmpty(isEmpty(), "Deque::peekBack");
        return store.back();
    }
    const ValueType& front() const { return peekFront(); }
    const ValueType& back() const { return peekBack(); }
    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    void clear() { store.clear(); }
    bool operator==(const Deque& other) const { return store == other.store; }
    bool operator!=(const Deque& other) const { return store != other.store; }
    std::string toString() const { return sandtable::textOf(*this); }
    const_iterator begin() const { return store.begin(); }
    const_iterator end() const { return store.end(); }

private:
    std::deque<ValueType> store;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const Deque<T>& all) {
    sandtable::writeAll(out, all);
    return out;
}

#endif
