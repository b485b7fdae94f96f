// Takes a program's input and output over before any of its code runs.

#ifndef SANDTABLE_SDK_COMMON_TAKEOVER_H
#define SANDTABLE_SDK_COMMON_TAKEOVER_H

#include "../modern/sandtable/channel.h"

namespace sandtable_sdk_detail {

// Runs before the initialisers of the program's own globals, which may print.
__attribute__((constructor(101), used)) static void take_over_descriptors() { Channel::only(); }

}  // namespace sandtable_sdk_detail

#endif
