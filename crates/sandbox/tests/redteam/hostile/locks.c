/* Locks: whoever holds one on a file that all can read tells the others something. */
#include "attack.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

/* A file that every program sees, whoever runs it. */
static int everybodys_file(void) { return (int)MUST(open("/bin/sh", O_RDONLY | O_CLOEXEC)); }

static void lock_whole_file(void)
{
    MUST(flock(everybodys_file(), LOCK_EX | LOCK_NB));
    succeeded("a lock that others notice");
}

static void lock_record(void)
{
    struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 42, .l_len = 1 };
    MUST(fcntl(everybodys_file(), F_SETLK, &lock));
    succeeded("a lock that others notice");
}

static void lock_open_file(void)
{
    struct flock lock = { .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 42, .l_len = 1 };
    MUST(fcntl(everybodys_file(), F_OFD_SETLK, &lock));
    succeeded("a lock that others notice");
}

/* The other end of the same channel. */
static void ask_for_locks(void)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 42, .l_len = 1 };
    MUST(fcntl(everybodys_file(), F_GETLK, &lock));
    succeeded("it is told who holds a lock");
}

static void lock_by_lease(void)
{
    MUST(fcntl(everybodys_file(), F_SETLEASE, F_RDLCK));
    succeeded("it is told when others open the file for writing");
}

/* The oldest way to watch a folder. */
static void watch_by_signal(void)
{
    int fd = (int)MUST(open("/usr/bin", O_RDONLY | O_DIRECTORY));
    signal(SIGIO, SIG_IGN);
    MUST(fcntl(fd, F_NOTIFY, DN_ACCESS | DN_MULTISHOT));
    succeeded("it is told when others read the folder");
}

const struct attack lock_attacks[] = {
    { "lock-whole-file", lock_whole_file },
    { "lock-record", lock_record },
    { "lock-open-file", lock_open_file },
    { "ask-for-locks", ask_for_locks },
    { "lock-by-lease", lock_by_lease },
    { "watch-by-signal", watch_by_signal },
    { 0 },
};
