// Values by key, in no particular order.
#ifndef SANDTABLE_HASHMAP_H
#define SANDTABLE_HASHMAP_H

#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>
#include <unordered_map>
#include "error.h"
#include "hashcode.h"
#include "sandtable_text.h"
#include "vector.h"

template <typename KeyType, typename ValueType>
class HashMap {
    typedef std::unordered_map<KeyType, ValueType, sandtable::Hasher> Store;

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

    HashMap() {}
    HashMap(std::initializer_list<std::pair<const KeyType, ValueType>> list) : store(list) {}

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
    HashMap& putAll(const HashMap& other) {
        for (const auto& entry : other.store) store[entry.first] = entry.second;
        return *this;
    }
    HashMap& addAll(const HashMap& other) { return putAll(other); }
    HashMap& operator+=(const HashMap& other) { return putAll(other); }
    void mapAll(std::function<void(const KeyType&, const ValueType&)> each) const {
        for (const auto& entry : store) each(entry.first, entry.second);
    }
    bool equals(const HashMap& other) const { return store == other.store; }
    bool operator==(const HashMap& other) const { return store == other.store; }
    bool operator!=(const HashMap& other) const { return !(store == other.store); }
    std::string toString() const { return sandtable::textOf(*this); }

    const_iterator begin() const { return const_iterator(store.begin()); }
    const_iterator end() const { return const_iterator(store.end()); }

    template <typename K, typename V>
    friend std::ostream& operator<<(std::ostream& out, const HashMap<K, V>& map);

private:
    Store store;
};

template <typename K, typename V>
std::ostream& operator<<(std::ostream& out, const HashMap<K, V>& map) {
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
