// A stack: the last in is the first out.
#ifndef SANDTABLE_STACK_H
#define SANDTABLE_STACK_H

#include <deque>
#include <initializer_list>
#include <string>
#include "error.h"
#include "sandtable_text.h"

template <typename ValueType>
class Stack {
public:
    typedef ValueType value_type;
    Stack() {}
    Stack(std::initializer_list<ValueType> list) : store(list) {}
    void push(const ValueType& value) { store.push_back(value); }
    void add(const ValueType& value) { push(value); }
    ValueType pop() {
        sandtable::checkNotEmpty(isEmpty(), "Stack::pop");
        ValueType last = store.back();
        store.pop_back();
        return last;
    }
    ValueType remove() { return pop(); }
    const ValueType& peek() const {
        sandtable::checkNotEmpty(isEmpty(), "Stack::peek");
        return store.back();
    }
    ValueType& top() {
        sandtable::checkNotEmpty(isEmpty(), "Stack::top");
        return store.back();
    }
    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    bool empty() const { return store.empty(); }
    void clear() { store.clear(); }
    bool equals(const Stack& other) const { return store == other.store; }
    bool operator==(const Stack& other) const { return store == other.store; }
    bool operator!=(const Stack& other) const { return store != other.store; }
    bool operator<(const Stack& other) const { return store < other.store; }
    std::string toString() const { return sandtable::textOf(*this); }
    template <typename T>
    friend std::ostream& operator<<(std::ostream& out, const Stack<T>& all);

private:
    std::deque<ValueType> store;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const Stack<T>& all) {
    sandtable::writeAll(out, all.store);
    return out;
}

#endif
