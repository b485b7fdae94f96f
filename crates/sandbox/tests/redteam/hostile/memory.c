/* Using more memory than allowed: 400 MB, against a limit far below. Every page is touched; what is only promised costs nothing. */
#include "attack.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEGABYTE ((size_t)1 << 20)
enum { GREED = 400, PAGE = 4096 };

static void touch(void *start, size_t length)
{
    for (volatile char *at = start; at < (char *)start + length; at += PAGE)
        *at = 1;
}

static void *map(size_t length, int flags)
{
    return MUST_HAVE(mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0));
}

static void heap(void)
{
    for (int i = 0; i < GREED; i++)
        touch(MUST_HAVE(malloc(MEGABYTE)), MEGABYTE);
    succeeded("%d MB of heap", GREED);
}

static void mapping(void)
{
    touch(map(GREED * MEGABYTE, MAP_PRIVATE), GREED * MEGABYTE);
    succeeded("%d MB mapped", GREED);
}

static void shared_mapping(void)
{
    touch(map(GREED * MEGABYTE, MAP_SHARED), GREED * MEGABYTE);
    succeeded("%d MB mapped and shared", GREED);
}

/* Maps a part, fills it, unmaps it: shared memory that a swap file or a descriptor keeps. */
static void memory_file(void)
{
    int fd = (int)MUST(memfd_create("greed", 0));
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < GREED; i++)
        MUST(write(fd, block, sizeof block));
    succeeded("%d MB in a file that is memory, mapped nowhere", GREED);
}

static void many_memory_files(void)
{
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    for (int file = 0; file < 50; file++) {
        int fd = (int)MUST(memfd_create("greed", 0));
        for (int i = 0; i < GREED / 50; i++)
            MUST(write(fd, block, sizeof block));
    }
    succeeded("%d MB in many files that are memory", GREED);
}

static void system_v_memory(void)
{
    for (int i = 0; i < GREED / 20; i++) {
        int id = (int)MUST(shmget(IPC_PRIVATE, 20 * MEGABYTE, IPC_CREAT | 0600));
        void *at = shmat(id, NULL, 0);
        shmctl(id, IPC_RMID, NULL);
        touch(MUST_HAVE(at), 20 * MEGABYTE);
    }
    succeeded("%d MB of System V memory", GREED);
}

static void named_shared_memory(void)
{
    int fd = (int)MUST(shm_open("/sandtable-redteam-greed", O_CREAT | O_RDWR, 0600));
    shm_unlink("/sandtable-redteam-greed");
    MUST(ftruncate(fd, GREED * MEGABYTE));
    touch(MUST_HAVE(mmap(NULL, GREED * MEGABYTE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)), GREED * MEGABYTE);
    succeeded("%d MB of named shared memory", GREED);
}

__attribute__((noinline)) static int descend(long bytes)
{
    volatile char frame[PAGE];
    frame[0] = (char)bytes;
    return bytes <= 0 ? frame[0] : descend(bytes - PAGE) + frame[0];
}

/* The first stack grows by itself; its limit is read at exec. */
static void stack(void)
{
    if (!has_target("again")) {
        struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };
        if (setrlimit(RLIMIT_STACK, &limit) != 0 && getrlimit(RLIMIT_STACK, &limit) == 0) {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(RLIMIT_STACK, &limit);
        }
        execl("/proc/self/exe", "hostile", "memory-stack", "again=1", NULL);
        stopped("exec of itself");
    }
    descend((long)(GREED * MEGABYTE));
    succeeded("%d MB of stack", GREED);
}

static void *fill_a_stack(void *unused)
{
    descend((long)(GREED / 8 * MEGABYTE));
    sleep(2);
    return unused;
}

static void stacks_of_threads(void)
{
    pthread_attr_t shape;
    pthread_attr_init(&shape);
    pthread_attr_setstacksize(&shape, (GREED / 8 + 1) * MEGABYTE);
    for (int i = 0; i < 8; i++) {
        pthread_t thread;
        errno = pthread_create(&thread, &shape, fill_a_stack, NULL);
        if (errno)
            stopped("pthread_create");
    }
    succeeded("%d MB of stacks", GREED);
}

/* Runs a part of the attack in each of so many children; returns when all have done it and are still there. */
static void in_children(int children, void (*part)(void))
{
    int ready[2], done[2];
    MUST(pipe(ready));
    MUST(pipe(done));
    for (int i = 0; i < children; i++)
        if (must_fork() == 0) {
            close(ready[0]);
            close(done[1]);
            part();
            char byte;
            if (write(ready[1], "x", 1) == 1 && read(done[0], &byte, 1) < 0)
                _exit(1);
            _exit(0);
        }
    close(ready[1]);
    char byte;
    for (int i = 0; i < children; i++)
        if (read(ready[0], &byte, 1) != 1)
            no_effect("a child was stopped");
    hold();
}

static void fill_quarter(void) { touch(map(GREED / 4 * MEGABYTE, MAP_PRIVATE), GREED / 4 * MEGABYTE); }

/* Each child stays below a limit that counts one process; together they do not. */
static void children(void)
{
    in_children(4, fill_quarter);
    succeeded("%d MB in four children", GREED);
}

static void fill_a_fortieth(void) { touch(map(GREED / 40 * MEGABYTE, MAP_PRIVATE), GREED / 40 * MEGABYTE); }

/* So many at once that whoever counts them has much to do, and little time. */
static void many_children(void)
{
    in_children(40, fill_a_fortieth);
    succeeded("%d MB in forty children", GREED);
}

static char *common;
enum { COMMON = GREED / 4 };

static void write_common(void) { touch(common, COMMON * MEGABYTE); }

/* What is shared after a fork is written again, and no longer shared. */
static void written_again(void)
{
    common = map(COMMON * MEGABYTE, MAP_PRIVATE);
    touch(common, COMMON * MEGABYTE);
    in_children(4, write_common);
    succeeded("%d MB that were shared", 5 * COMMON);
}

/* Pages that their owner asks to be put away. Where there is room to swap, they are no longer resident; they are memory all the same. */
static void fill_and_put_away(void)
{
    enum { PAGE_OUT = 21 };
    char *part = map(GREED / 4 * MEGABYTE, MAP_PRIVATE);
    for (size_t at = 0; at < GREED / 4 * MEGABYTE; at += 4 * MEGABYTE) {
        touch(part + at, 4 * MEGABYTE);
        madvise(part + at, 4 * MEGABYTE, PAGE_OUT);
    }
}

static void put_away(void)
{
    in_children(4, fill_and_put_away);
    succeeded("%d MB put away", GREED);
}

/* Nothing but the kernel's records of many small mappings, copied with every fork. */
static void records_of_mappings(void)
{
    enum { MAPPINGS = 60000, PAGE = 4096 };
    char *start = MUST_HAVE(mmap(NULL, (size_t)MAPPINGS * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    for (long i = 0; i < MAPPINGS; i += 2)
        MUST(mprotect(start + i * PAGE, PAGE, PROT_READ));
}

static void stay(void) {}

static void mappings_of_children(void)
{
    records_of_mappings();
    in_children(8, stay);
    succeeded("half a million mappings");
}

static void mappings_in_children(void)
{
    in_children(8, records_of_mappings);
    succeeded("half a million mappings");
}

/* What is no longer writable no longer counts as data, and stays in memory. */
static void read_only(void)
{
    for (int i = 0; i < GREED / 50; i++) {
        void *start = map(50 * MEGABYTE, MAP_PRIVATE);
        touch(start, 50 * MEGABYTE);
        MUST(mprotect(start, 50 * MEGABYTE, PROT_READ));
    }
    hold();
    succeeded("%d MB that are written, and writable no more", GREED);
}

/* A byte read in each two megabytes: the memory is the kernel's one page of zeros, but each byte needs a table. */
static void fill_tables(void)
{
    size_t span = (size_t)12 << 30;
    char *start = MUST_HAVE(mmap(NULL, span, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    madvise(start, span, MADV_NOHUGEPAGE);
    volatile char sum = 0;
    for (size_t at = 0; at < span; at += 2 * MEGABYTE)
        sum = (char)(sum + start[at]);
}

static void page_tables_of_children(void)
{
    in_children(20, fill_tables);
    succeeded("480 MB of page tables in twenty children");
}

/* Bytes that were sent and not yet read lie in the kernel, on nobody's account. */
static void fill_sockets(void)
{
    static char block[1 << 16];
    for (;;) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) {
            if (errno == EMFILE)
                return;
            stopped("socketpair");
        }
        for (int end = 0; end < 2; end++)
            while (write(ends[end], block, sizeof block) > 0)
                continue;
    }
}

static void socket_buffers(void)
{
    struct rlimit few = { 200, 200 };
    MUST(setrlimit(RLIMIT_NOFILE, &few));
    in_children(20, fill_sockets);
    succeeded("several hundred MB in buffers of sockets");
}

/* Each watcher has a queue of its own for the same news; the names in it are as long as names can be. */
static void watch_queues(void)
{
    enum { WATCHERS = 100, NEWS = 16000 };
    char path[700];
    int used = snprintf(path, sizeof path, "%s/", target("scratch"));
    memset(path + used, 'n', 250);
    path[used + 250] = 0;
    for (int i = 0; i < WATCHERS; i++) {
        int fd = (int)MUST(inotify_init1(0));
        MUST(inotify_add_watch(fd, target("scratch"), IN_OPEN | IN_CREATE | IN_CLOSE));
    }
    /* News that equal the last in the queue are dropped, so two kinds take turns. */
    for (int i = 0; i < NEWS / 2; i++)
        close((int)MUST(open(path, O_CREAT | O_WRONLY, 0600)));
    hold();
    succeeded("%d MB of news that nobody reads", WATCHERS * (NEWS / 1000) * 320 / 1000);
}

static void locked(void)
{
    void *start = map(GREED * MEGABYTE, MAP_PRIVATE);
    MUST(mlock(start, GREED * MEGABYTE));
    succeeded("%d MB that cannot be moved out of memory", GREED);
}

static void promise(void)
{
    MUST_HAVE(mmap(NULL, (size_t)1 << 40, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    succeeded("a terabyte of addresses");
}

static void secret_memory(void)
{
    int fd = (int)MUST(syscall(447 /* memfd_secret */, 0));
    MUST(ftruncate(fd, 1 * (off_t)MEGABYTE));
    succeeded("memory that not even the kernel reads");
}

const struct attack memory_attacks[] = {
    { "memory-heap", heap },
    { "memory-mapping", mapping },
    { "memory-shared-mapping", shared_mapping },
    { "memory-file", memory_file },
    { "memory-many-files", many_memory_files },
    { "memory-system-v", system_v_memory },
    { "memory-named", named_shared_memory },
    { "memory-stack", stack },
    { "memory-thread-stacks", stacks_of_threads },
    { "memory-children", children },
    { "memory-many-children", many_children },
    { "memory-written-again", written_again },
    { "memory-put-away", put_away },
    { "memory-mappings", mappings_of_children },
    { "memory-mappings-in-children", mappings_in_children },
    { "memory-locked", locked },
    { "memory-read-only", read_only },
    { "memory-page-tables", page_tables_of_children },
    { "memory-socket-buffers", socket_buffers },
    { "memory-watch-queues", watch_queues },
    { "memory-promise", promise },
    { "memory-secret", secret_memory },
    { 0 },
};
