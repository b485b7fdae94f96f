/* Tells on standard error which files a program opens. Loaded into the program before everything else. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void tell(const char* path, int writes) {
    int before = errno;
    char line[600];
    int length = snprintf(line, sizeof line, "\nsandtable-opens %s %.500s\n", writes ? "write" : "read", path);
    if (length > 0) syscall(SYS_write, 2, line, (size_t)length);
    errno = before;
}

static int mode_writes(const char* mode) { return strpbrk(mode, "wa+") != 0; }

#define WITH_MODE(type, name, parameters, arguments)                        \
    type name parameters {                                                  \
        static type(*next) parameters;                                      \
        if (!next) *(void**)&next = dlsym(RTLD_NEXT, #name);                \
        if (path) tell(path, mode_writes(mode));                            \
        return next arguments;                                              \
    }

WITH_MODE(FILE*, fopen, (const char* path, const char* mode), (path, mode))
WITH_MODE(FILE*, fopen64, (const char* path, const char* mode), (path, mode))
WITH_MODE(FILE*, freopen, (const char* path, const char* mode, FILE* stream), (path, mode, stream))
WITH_MODE(FILE*, freopen64, (const char* path, const char* mode, FILE* stream), (path, mode, stream))

#define WITH_FLAGS(name)                                                    \
    int name(const char* path, int flags, ...) {                            \
        static int (*next)(const char*, int, ...);                          \
        if (!next) *(void**)&next = dlsym(RTLD_NEXT, #name);                \
        va_list rest;                                                       \
        va_start(rest, flags);                                              \
        int mode = flags & O_CREAT ? va_arg(rest, int) : 0;                 \
        va_end(rest);                                                       \
        tell(path, (flags & O_ACCMODE) != O_RDONLY);                        \
        return next(path, flags, mode);                                     \
    }

WITH_FLAGS(open)
WITH_FLAGS(open64)
