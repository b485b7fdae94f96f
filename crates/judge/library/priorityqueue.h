// A queue that gives the value with the smallest priority first; of equals the one that came first.
#ifndef SANDTABLE_PRIORITYQUEUE_H
#define SANDTABLE_PRIORITYQUEUE_H

#include <map>
#include <string>
#include <utility>
#include "error.h"
#include "sandtable_text.h"

template <typename ValueType>
class PriorityQueue {
public:
    typedef ValueType value_type;
    PriorityQueue() {}
    void enqueue(const ValueType& value, double priority) { store.insert(std::make_pair(priority, value)); }
    void add(const ValueType& value, double priority) { enqueue(value, priority); }
    ValueType dequeue() {
        sandtable::checkNotEmpty(isEmpty(), "PriorityQueue::dequeue");
        ValueType first = store.begin()->second;
        store.erase(store.begin());
        return first;
    }
    ValueType remove() { return dequeue(); }
    const ValueType& peek() const {
        sandtable::checkNotEmpty(isEmpty(), "PriorityQueue::peek");
        return store.begin()->second;
    }
    const ValueType& front() const { return peek(); }
    double peekPriority() const {
        sandtable::checkNotEmpty(isEmpty(), "PriorityQueue::peekPriority");
        return store.begin()->first;
    }
    void changePriority(const ValueType& value, double priority) {
        for (auto at = store.begin(); at != store.end(); ++at) {
            if (at->second == value) {
                store.erase(at);
                return enqueue(value, priority);
            }
        }
        error("PriorityQueue::changePriority: there is no such value");
    }
    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    void clear() { store.clear(); }
    bool operator==(const PriorityQueue& other) const { return store == other.store; }
    bool operator!=(const PriorityQueue& other) const { return store != other.store; }
    std::string toString() const { return sandtable::textOf(*this); }
    template <typename T>
    friend std::ostream& operator<<(std::ostream& out, const PriorityQueue<T>& all);

private:
    std::multimap<double, ValueType> store;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const PriorityQueue<T>& all) {
    out << '{';
    bool first = true;
    for (const auto& entry : all.store) {
        if (!first) out << ", ";
        first = false;
        out << entry.first << ":";
        sandtable::writeValue(out, entry.second);
    }
    return out << '}';
}

#endif
