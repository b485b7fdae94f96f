// What Visual Studio's templates for console programs use of this header of Windows.
#pragma once
typedef char _TCHAR;
typedef char TCHAR;
#define _T(text) text
