// A list of values with indices that are checked.
#ifndef SANDTABLE_VECTOR_H
#define SANDTABLE_VECTOR_H

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>
#include "error.h"
#include "hashcode.h"
#include "sandtable_text.h"

template <typename ValueType>
class Vector {
    // A deque gives references to single values also for bool.
    typedef std::deque<ValueType> Store;

public:
    typedef ValueType value_type;
    typedef typename Store::iterator iterator;
    typedef typename Store::const_iterator const_iterator;

    Vector() {}
    explicit Vector(int n, ValueType value = ValueType()) {
        if (n < 0) error("Vector: a size of " + sandtable::number(n) + " is not possible");
        store.assign((std::size_t)n, value);
    }
    Vector(std::initializer_list<ValueType> list) : store(list) {}
    explicit Vector(const std::vector<ValueType>& other) : store(other.begin(), other.end()) {}

    void add(const ValueType& value) { store.push_back(value); }
    Vector& addAll(const Vector& other) {
        Store copy(other.store);
        store.insert(store.end(), copy.begin(), copy.end());
        return *this;
    }
    void push_back(const ValueType& value) { store.push_back(value); }
    void push_front(const ValueType& value) { store.push_front(value); }
    void insert(int index, const ValueType& value) {
        sandtable::checkIndex(index, 0, size() + 1, "Vector::insert");
        store.insert(store.begin() + index, value);
    }
    void insertAt(int index, const ValueType& value) { insert(index, value); }
    void remove(int index) {
        sandtable::checkIndex(index, 0, size(), "Vector::remove");
        store.erase(store.begin() + index);
    }
    void removeAt(int index) { remove(index); }
    void removeValue(const ValueType& value) {
        int index = indexOf(value);
        if (index >= 0) remove(index);
    }
    ValueType removeBack() {
        sandtable::checkNotEmpty(isEmpty(), "Vector::removeBack");
        ValueType last = store.back();
        store.pop_back();
        return last;
    }
    ValueType removeFront() {
        sandtable::checkNotEmpty(isEmpty(), "Vector::removeFront");
        ValueType first = store.front();
        store.pop_front();
        return first;
    }
    ValueType pop_back() { return removeBack(); }
    ValueType pop_front() { return removeFront(); }

    const ValueType& get(int index) const {
        sandtable::checkIndex(index, 0, size(), "Vector::get");
        return store[(std::size_t)index];
    }
    const ValueType& getAt(int index) const { return get(index); }
    void set(int index, const ValueType& value) {
        sandtable::checkIndex(index, 0, size(), "Vector::set");
        store[(std::size_t)index] = value;
    }
    void setAt(int index, const ValueType& value) { set(index, value); }
    ValueType& operator[](int index) {
        sandtable::checkIndex(index, 0, size(), "Vector::operator []");
        return store[(std::size_t)index];
    }
    const ValueType& operator[](int index) const {
        sandtable::checkIndex(index, 0, size(), "Vector::operator []");
        return store[(std::size_t)index];
    }
    const ValueType& front() const {
        sandtable::checkNotEmpty(isEmpty(), "Vector::front");
        return store.front();
    }
    const ValueType& back() const {
        sandtable::checkNotEmpty(isEmpty(), "Vector::back");
        return store.back();
    }
    ValueType& front() {
        sandtable::checkNotEmpty(isEmpty(), "Vector::front");
        return store.front();
    }
    ValueType& back() {
        sandtable::checkNotEmpty(isEmpty(), "Vector::back");
        return store.back();
    }

    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    bool empty() const { return store.empty(); }
    void clear() { store.clear(); }
    bool equals(const Vector& other) const { return store == other.store; }
    bool contains(const ValueType& value) const { return indexOf(value) >= 0; }
    int indexOf(const ValueType& value) const {
        for (int i = 0; i < size(); i++) {
            if (store[(std::size_t)i] == value) return i;
        }
        return -1;
    }
    int lastIndexOf(const ValueType& value) const {
        for (int i = size() - 1; i >= 0; i--) {
            if (store[(std::size_t)i] == value) return i;
        }
        return -1;
    }
    Vector& sort() {
        std::sort(store.begin(), store.end());
        return *this;
    }
    void reverse() { std::reverse(store.begin(), store.end()); }
    void shuffle() {
        for (std::size_t i = store.size(); i > 1; i--) std::swap(store[i - 1], store[(std::size_t)std::rand() % i]);
    }
    Vector subList(int start, int length) const {
        sandtable::checkIndex(start, 0, size() + 1, "Vector::subList");
        sandtable::checkIndex(start + length, start, size() + 1, "Vector::subList");
        Vector part;
        part.store.assign(store.begin() + start, store.begin() + start + length);
        return part;
    }
    Vector subList(int start) const { return subList(start, size() - start); }
    void mapAll(std::function<void(const ValueType&)> each) const {
        for (const ValueType& value : store) each(value);
    }
    std::vector<ValueType> toStlVector() const { return std::vector<ValueType>(store.begin(), store.end()); }
    std::string toString() const { return sandtable::textOf(*this); }

    Vector operator+(const Vector& other) const {
        Vector sum(*this);
        return sum.addAll(other);
    }
    Vector& operator+=(const Vector& other) { return addAll(other); }
    Vector& operator+=(const ValueType& value) {
        store.push_back(value);
        return *this;
    }
    Vector& operator,(const ValueType& value) { return *this += value; }
    bool operator==(const Vector& other) const { return store == other.store; }
    bool operator!=(const Vector& other) const { return store != other.store; }
    bool operator<(const Vector& other) const { return store < other.store; }
    bool operator<=(const Vector& other) const { return store <= other.store; }
    bool operator>(const Vector& other) const { return store > other.store; }
    bool operator>=(const Vector& other) const { return store >= other.store; }

    iterator begin() { return store.begin(); }
    iterator end() { return store.end(); }
    const_iterator begin() const { return store.begin(); }
    const_iterator end() const { return store.end(); }

private:
    Store store;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const Vector<T>& all) {
    sandtable::writeAll(out, all);
    return out;
}
template <typename T>
std::istream& operator>>(std::istream& in_, Vector<T>& all) {
    all.clear();
    return sandtable::readAll<T>(in_, [&all](const T& value) { all.add(value); });
}
template <typename T>
int hashCode(const Vector<T>& all) {
    int code = 7;
    for (const T& value : all) code = (code * 31 + hashCode(value)) & 0x7fffffff;
    return code;
}

#endif
