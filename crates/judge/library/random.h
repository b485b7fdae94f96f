// Random numbers.
#ifndef SANDTABLE_RANDOM_H
#define SANDTABLE_RANDOM_H

#include <cstdlib>
#include <ctime>

namespace sandtable {
/// Seeds the generator from the clock before it is used first.
inline void seedOnce(bool done = false) {
    static bool seeded = false;
    if (!seeded && !done) std::srand((unsigned)std::time(0));
    seeded = true;
}
}  // namespace sandtable

inline void setRandomSeed(int seed) {
    sandtable::seedOnce(true);
    std::srand((unsigned)seed);
}
inline double randomReal(double low, double high) {
    sandtable::seedOnce();
    return low + (high - low) * (std::rand() / ((double)RAND_MAX + 1));
}
inline int randomInteger(int low, int high) {
    return low + (int)(randomReal(0, 1) * ((double)high - low + 1));
}
inline bool randomChance(double probability) { return randomReal(0, 1) < probability; }
inline bool randomBool() { return randomChance(0.5); }
inline bool randomBool(double probability) { return randomChance(probability); }

#endif
