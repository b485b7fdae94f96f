// Values by key, in the order of the keys.
#ifndef SANDTABLE_MAP_H
#define SANDTABLE_MAP_H

#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>
#include <map>
#include "error.h"
#include "hashcode.h"
#include "sandtable_text.h"
#include "vector.h"

template <typename KeyType, typename ValueType>
class Map {
    typedef std::map<KeyType, ValueType> Store;

public:
    typedef KeyType key_type;
    typedef ValueType mapped_type;

    /// Goes over the keys.
    class const_iterator {
    public:
        typedef std::forward_iterator_tag iterator_category;
        typedef KeyType value_type;
        typedef std::ptrdiff_t difference_type;
        typedef const KeyType* pointer;
        typedef const KeyType& reference;
        const_iterator() {}
        explicit const_iterator(typename Store::const_iterator at) : at(at) {}
        const KeyType& operator*() const { return at->first; }
        const KeyType* operator->() const { return &at->first; }
        const_iterator& operator++() {
            ++at;
            return *this;
        }
        const_iterator operator++(int) {
            const_iterator before(*this);
            ++at;
            return before;
        }
        bool operator==(const const_iterator& other) const { return at == other.at; }
        bool operator!=(const const_iterator& other) const { return at != other.at; }

    private:
        typename Store::const_iterator at;
    };
    typedef const_iterator iterator;

    Map() {}
    Map(std::initializer_list<std::pair<const KeyType, ValueType>> list) : store(list) {}

    void put(const KeyType& key, const ValueType& value) { store[key] = value; }
    void add(const KeyType& key, const ValueType& value) { store[key] = value; }
    ValueType get(const KeyType& key) const {
        auto at = store.find(key);
        return at == store.end() ? ValueType() : at->second;
    }
    ValueType get(const KeyType& key, const ValueType& otherwise) const {
        auto at = store.find(key);
        return at == store.end() ? otherwise : at->second;
    }
    bool containsKey(const KeyType& key) const { return store.find(key) != store.end(); }
    void remove(const KeyType& key) { store.erase(key); }
    ValueType& operator[](const KeyType& key) { return store[key]; }
    ValueType operator[](const KeyType& key) const { return get(key); }
    int size() const { return (int)store.size(); }
    bool isEmpty() const { return store.empty(); }
    bool empty() const { return store.empty(); }
    void clear() { store.clear(); }
    Vector<KeyType> keys() const {
        Vector<KeyType> all;
        for (const auto& entry : store) all.add(entry.first);
        return all;
    }
    Vector<ValueType> values() const {
        Vector<ValueType> all;
        for (const auto& entry : store) all.add(entry.second);
        return all;
    }
    Map& putAll(const Map& other) {
        for (const auto& entry : other.store) store[entry.first] = entry.second;
        return *this;
    }
    Map& addAll(const Map& other) { return putAll(other); }
    Map& operator+=(const Map& other) { return putAll(other); }
    void mapAll(std::function<void(const KeyType&, const ValueType&)> each) const {
        for (const auto& entry : store) each(entry.first, entry.second);
    }
    bool equals(const Map& other) const { return store == other.store; }
    bool operator==(const Map& other) const { return store == other.store; }
    bool operator!=(const Map& other) const { return !(store == other.store); }
    bool operator<(const Map& other) const { return store < other.store; }
    KeyType firstKey() const {
        sandtable::checkNotEmpty(isEmpty(), "Map::firstKey");
        return store.begin()->first;
    }
    KeyType lastKey() const {
        sandtable::checkNotEmpty(isEmpty(), "Map::lastKey");
        return store.rbegin()->first;
    }
    std::string toString() const { return sandtable::textOf(*this); }

    const_iterator begin() const { return const_iterator(store.begin()); }
    const_iterator end() const { return const_iterator(store.end()); }

    template <typename K, typename V>
    friend std::ostream& operator<<(std::ostream& out, const Map<K, V>& map);

private:
    Store store;
};

template <typename K, typename V>
std::ostream& operator<<(std::ostream& out, const Map<K, V>& map) {
    out << '{';
    bool first = true;
    for (const auto& entry : map.store) {
        if (!first) out << ", ";
        first = false;
        sandtable::writeValue(out, entry.first);
        out << ":";
        sandtable::writeValue(out, entry.second);
    }
    return out << '}';
}

#endif
