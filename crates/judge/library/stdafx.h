// What Visual Studio's templates include first: their precompiled header, where it was not handed in.
#pragma once
#include <cstdio>
#include "tchar.h"
