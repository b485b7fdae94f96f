// What a player of the FC18 contest defines.

#ifndef SANDTABLE_SDK_FC18_AI_H
#define SANDTABLE_SDK_FC18_AI_H

#include "definition.h"

// Called once a turn: reads `info` and puts its orders into `info.myCommandList`.
extern "C" void player_ai(Info &info);

#endif
