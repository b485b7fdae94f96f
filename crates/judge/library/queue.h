// A queue: the first in is the first out.
#ifndef SANDTABLE_QUEUE_H
#define SANDTABLE_QUEUE_H

#include <deque>
#include <initializer_list>
#include <string>
#include "error.h"
#include "sandtable_text.h"

template <typename ValueType>
class Queue {
public:
    typedef ValueType value_type;
    Queue() {}
    Queue(std::initializer_list<ValueType> list) : store(list) {}
    void enqueue(const ValueType& value) { store.push_back(value); }
    void add(const ValueType& value) { enqueue(value); }
    void push(const ValueType& value) { enqueue(value); }
    ValueType dequeue() {
        sandtable::checkNotEmpty(isEmpty(), "Queue::dequeue");
        ValueType first = store.front();
        store.pop_front();
        return first;
    }
    ValueType remove() { return dequeue(); }
    ValueType pop() { return dequeue(); }
    const ValueType& peek() const {
        sandtable::checkNotEmpty(isEmpty(), "Queue::peek");
        return store.front();
    }
    ValueType& front() {
        sandtable::checkNotEmpty(isEmpty(), "Queue::front");
        return store.front();
    }
    ValueType& back() {
        sandtable::checkNotEmpty(isEmpty(), "Queue::back");
        return store.back();
    }
    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    bool empty() const { return store.empty(); }
    void clear() { store.clear(); }
    bool equals(const Queue& other) const { return store == other.store; }
    bool operator==(const Queue& other) const { return store == other.store; }
    bool operator!=(const Queue& other) const { return store != other.store; }
    bool operator<(const Queue& other) const { return store < other.store; }
    std::string toString() const { return sandtable::textOf(*this); }
    template <typename T>
    friend std::ostream& operator<<(std::ostream& out, const Queue<T>& all);

private:
    std::deque<ValueType> store;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const Queue<T>& all) {
    sandtable::writeAll(out, all.store);
    return out;
}

#endif
