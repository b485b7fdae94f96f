// Hash codes for what can be a key of a HashMap or HashSet.
#ifndef SANDTABLE_HASHCODE_H
#define SANDTABLE_HASHCODE_H

#include <functional>
#include <string>
#include <utility>

inline int hashCode(int key) { return key & 0x7fffffff; }
inline int hashCode(unsigned int key) { return (int)(key & 0x7fffffff); }
inline int hashCode(bool key) { return key ? 1 : 0; }
inline int hashCode(char key) { return (unsigned char)key; }
inline int hashCode(short key) { return (unsigned short)key; }
inline int hashCode(long key) { return (int)(std::hash<long>()(key) & 0x7fffffff); }
inline int hashCode(unsigned long key) { return (int)(std::hash<unsigned long>()(key) & 0x7fffffff); }
inline int hashCode(long long key) { return (int)(std::hash<long long>()(key) & 0x7fffffff); }
inline int hashCode(double key) { return (int)(std::hash<double>()(key) & 0x7fffffff); }
inline int hashCode(const char* key) { return (int)(std::hash<std::string>()(key) & 0x7fffffff); }
inline int hashCode(const std::string& key) { return (int)(std::hash<std::string>()(key) & 0x7fffffff); }
template <typename T>
int hashCode(T* key) {
    return (int)(std::hash<T*>()(key) & 0x7fffffff);
}
template <typename A, typename B>
int hashCode(const std::pair<A, B>& key) {
    return (hashCode(key.first) * 31 + hashCode(key.second)) & 0x7fffffff;
}

namespace sandtable {
struct Hasher {
    template <typename T>
    std::size_t operator()(const T& key) const {
        return (std::size_t)hashCode(key);
    }
};
}  // namespace sandtable

#endif
