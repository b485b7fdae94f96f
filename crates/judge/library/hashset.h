// Each value once, in no particular order.
#ifndef SANDTABLE_HASHSET_H
#define SANDTABLE_HASHSET_H

#include <functional>
#include <initializer_list>
#include <string>
#include <unordered_set>
#include "error.h"
#include "hashcode.h"
#include "sandtable_text.h"
#include "vector.h"

template <typename ValueType>
class HashSet {
    typedef std::unordered_set<ValueType, sandtable::Hasher> Store;

public:
    typedef ValueType value_type;
    typedef typename Store::const_iterator const_iterator;
    typedef const_iterator iterator;

    HashSet() {}
    HashSet(std::initializer_list<ValueType> list) : store(list) {}

    void add(const ValueType& value) { store.insert(value); }
    void insert(const ValueType& value) { store.insert(value); }
    HashSet& addAll(const HashSet& other) {
        store.insert(other.store.begin(), other.store.end());
        return *this;
    }
    void remove(const ValueType& value) { store.erase(value); }
    HashSet& removeAll(const HashSet& other) {
        for (const ValueType& value : HashSet(other)) store.erase(value);
        return *this;
    }
    HashSet& retainAll(const HashSet& other) {
        Store both;
        for (const ValueType& value : store) {
            if (other.contains(value)) both.insert(value);
        }
        store.swap(both);
        return *this;
    }
    bool contains(const ValueType& value) const { return store.find(value) != store.end(); }
    bool containsAll(const HashSet& other) const { return other.isSubsetOf(*this); }
    bool isSubsetOf(const HashSet& other) const {
        for (const ValueType& value : store) {
            if (!other.contains(value)) return false;
        }
        return true;
    }
    bool isSupersetOf(const HashSet& other) const { return other.isSubsetOf(*this); }
    ValueType first() const {
        sandtable::checkNotEmpty(isEmpty(), "HashSet::first");
        return *store.begin();
    }
    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    bool empty() const { return store.empty(); }
    void clear() { store.clear(); }
    void mapAll(std::function<void(const ValueType&)> each) const {
        for (const ValueType& value : store) each(value);
    }
    bool equals(const HashSet& other) const { return store == other.store; }
    bool operator==(const HashSet& other) const { return store == other.store; }
    bool operator!=(const HashSet& other) const { return !(store == other.store); }

    HashSet& operator+=(const ValueType& value) {
        store.insert(value);
        return *this;
    }
    HashSet& operator-=(const ValueType& value) {
        store.erase(value);
        return *this;
    }
    HashSet& operator,(const ValueType& value) { return *this += value; }
    HashSet& operator+=(const HashSet& other) { return addAll(other); }
    HashSet& operator-=(const HashSet& other) { return removeAll(other); }
    HashSet& operator*=(const HashSet& other) { return retainAll(other); }
    HashSet operator+(const HashSet& other) const { return HashSet(*this).addAll(other); }
    HashSet operator-(const HashSet& other) const { return HashSet(*this).removeAll(other); }
    HashSet operator*(const HashSet& other) const { return HashSet(*this).retainAll(other); }
    HashSet operator+(const ValueType& value) const { return HashSet(*this) += value; }
    HashSet operator-(const ValueType& value) const { return HashSet(*this) -= value; }
    std::string toString() const { return sandtable::textOf(*this); }

    const_iterator begin() const { return store.begin(); }
    const_iterator end() const { return store.end(); }

private:
    Store store;
};

template <typename T>
std::ostream& operator<<(std::ostream& out, const HashSet<T>& all) {
    sandtable::writeAll(out, all);
    return out;
}
template <typename T>
std::istream& operator>>(std::istream& in_, HashSet<T>& all) {
    all.clear();
    return sandtable::readAll<T>(in_, [&all](const T& value) { all.add(value); });
}

#endif
