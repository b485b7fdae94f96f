// Each value once, in order.
#ifndef SANDTABLE_SET_H
#define SANDTABLE_SET_H

#include <functional>
#include <initializer_list>
#include <string>
#include <set>
#include "error.h"
#include "hashcode.h"
#include "sandtable_text.h"
#include "vector.h"

template <typename ValueType>
class Set {
    typedef std::set<ValueType> Store;

public:
    typedef ValueType value_type;
    typedef typename Store::const_iterator const_iterator;
    typedef const_iterator iterator;

    Set() {}
    Set(std::initializer_list<ValueType> list) : store(list) {}

    void add(const ValueType& value) { store.insert(value); }
    void insert(const ValueType& value) { store.insert(value); }
    Set& addAll(const Set& other) {
        store.insert(other.store.begin(), other.store.end());
        return *this;
    }
    void remove(const ValueType& value) { store.erase(value); }
    Set& removeAll(const Set& other) {
        for (const ValueType& value : Set(other)) store.erase(value);
        return *this;
    }
    Set& retainAll(const Set& other) {
        Store both;
        for (const ValueType& value : store) {
            if (other.contains(value)) both.insert(value);
        }
        store.swap(both);
        return *this;
    }
    bool contains(const ValueType& value) const { return store.find(value) != store.end(); }
    bool containsAll(const Set& other) const { return other.isSubsetOf(*this); }
    bool isSubsetOf(const Set& other) const {
        for (const ValueType& value : store) {
            if (!other.contains(value)) return false;
        }
        return true;
    }
    bool isSupersetOf(const Set& other) const { return other.isSubsetOf(*this); }
    ValueType first() const {
        sandtable::checkNotEmpty(isEmpty(), "Set::first");
        return *store.begin();
    }
    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    bool empty() const { return store.empty(); }
    void clear() { store.clear(); }
    void mapAll(std::function<void(const ValueType&)> each) const {
        for (const ValueType& value : store) each(value);
    }
    bool equals(const Set& other) const { return store == other.store; }
    bool operator==(const Set& other) const { return store == other.store; }
    bool operator!=(const Set& other) const { return !(store == other.store); }
    bool operator<(const Set& other) const { return store < other.store; }
    ValueType last() const {
        sandtable::checkNotEmpty(isEmpty(), "Set::last");
        return *store.rbegin();
    }

    Set& operator+=(const ValueType& value) {
        store.insert(value);
        return *this;
    }
    Set& operator-=(const ValueType& value) {
        store.erase(value);
        return *this;
    }
    Set& operator,(const ValueType& value) { return *this += value; }
    Set& operator+=(const Set& other) { return addAll(other); }
    Set& operator-=(const Set& other) { return removeAll(other); }
    Set& operator*=(const Set& other) { return retainAll(other); }
    Set operator+(const Set& other) const { return Set(*this).addAll(other); }
    Set operator-(const Set& other) const { return Set(*this).removeAll(other); }
    Set operator*(const Set& other) const { return Set(*this).retainAll(other); }
    Set operator+(const ValueType& value) const { return Set(*this) += value; }
    Set operator-(const ValueType& value) const { return Set(*this) -= value; }
    std::string toString() const { return sandtable::textOf(*this); }

    const_iterator begin() const { return store.begin(); }
    const_iterator end() const { return store.end(); }

private:
    Store store;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const Set<T>& all) {
    sandtable::writeAll(out, all);
    return out;
}
template <typename T>
std::istream& operator>>(std::istream& in_, Set<T>& all) {
    all.clear();
    return sandtable::readAll<T>(in_, [&all](const T& value) { all.add(value); });
}

#endif
