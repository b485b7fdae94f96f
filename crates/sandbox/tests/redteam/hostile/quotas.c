/* Using up disk, inodes, descriptors, output. Each attack has a bound of its own, so that it is safe where nothing stops it. */
#include "attack.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    CHUNK = 1 << 20,
    DISK_CHUNKS = 100,
    MANY_FILES = 2000,
    DEEP = 3000,
    MANY_DESCRIPTORS = 3000,
    OUTPUT_CHUNKS = 64,
    PIPE_MEMORY = 300 * CHUNK,
};

/* Limits a process may raise by itself are no limits. */
static void raise_to_hard(int resource)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(resource, &limit);
    }
}

static char chunk[CHUNK];

/* Fills the buffer with something no file system stores for nothing. */
static void fill_chunk(void) { memset(chunk, 'x', sizeof chunk); }

/* The signal of a file that grew too large would hide the refusal behind it. */
static void hear_refusals(void) { signal(SIGXFSZ, SIG_IGN); }

static void one_large_file(void)
{
    fill_chunk();
    hear_refusals();
    int fd = (int)MUST(open(below("scratch", "large"), O_CREAT | O_WRONLY, 0600));
    for (int i = 0; i < DISK_CHUNKS; i++)
        if (MUST(write(fd, chunk, sizeof chunk)) < CHUNK)
            MUST(write(fd, chunk, sizeof chunk));
    succeeded("%d MB in one file", DISK_CHUNKS);
}

static void many_large_files(void)
{
    fill_chunk();
    hear_refusals();
    char name[32];
    for (int i = 0; i < DISK_CHUNKS; i++) {
        snprintf(name, sizeof name, "part-%d", i);
        int fd = (int)MUST(open(below("scratch", name), O_CREAT | O_WRONLY, 0600));
        if (MUST(write(fd, chunk, sizeof chunk)) < CHUNK)
            MUST(write(fd, chunk, sizeof chunk));
        close(fd);
    }
    hold();
    succeeded("%d MB in many files", DISK_CHUNKS);
}

/* Deleted files that are still open are found by nobody who adds up a folder. */
static void deleted_files(void)
{
    fill_chunk();
    hear_refusals();
    const char *path = below("scratch", "deleted");
    enum { FILES = 40, PER_FILE = DISK_CHUNKS / FILES + 1 };
    for (int i = 0; i < FILES; i++) {
        int fd = (int)MUST(open(path, O_CREAT | O_EXCL | O_WRONLY, 0600));
        MUST(unlink(path));
        for (int j = 0; j < PER_FILE; j++)
            if (MUST(write(fd, chunk, sizeof chunk)) < CHUNK)
                MUST(write(fd, chunk, sizeof chunk));
    }
    succeeded("%d MB without a name", FILES * PER_FILE);
}

static void allocate_file(void)
{
    hear_refusals();
    int fd = (int)MUST(open(below("scratch", "reserved"), O_CREAT | O_WRONLY, 0600));
    MUST(fallocate(fd, 0, 0, (off_t)DISK_CHUNKS * CHUNK));
    succeeded("%d MB reserved", DISK_CHUNKS);
}

/* Costs nothing here, and fills the disk of whoever copies it. */
static void sparse_file(void)
{
    hear_refusals();
    int fd = (int)MUST(open(below("scratch", "sparse"), O_CREAT | O_WRONLY, 0600));
    MUST(ftruncate(fd, (off_t)1 << 40));
    succeeded("a file of a terabyte");
}

static void make_file(const char *path) { close((int)MUST(open(path, O_CREAT | O_WRONLY, 0600))); }

static void many_files(void)
{
    char name[600];
    for (int i = 0; i < MANY_FILES; i++) {
        snprintf(name, sizeof name, "%s/%d", target("scratch"), i);
        make_file(name);
    }
    hold();
    succeeded("%d files", MANY_FILES);
}

static void many_hard_links(void)
{
    char name[600];
    const char *first = below("scratch", "first");
    make_file(first);
    for (int i = 0; i < MANY_FILES; i++) {
        snprintf(name, sizeof name, "%s/%s-%d", target("scratch"),
                 "a-name-as-long-as-it-may-be-because-each-costs-memory-of-the-kernel-and-none-of-ours", i);
        MUST(link(first, name));
    }
    hold();
    succeeded("%d names of one file", MANY_FILES);
}

/* A tree so deep that who cleans up by recursion falls over it. */
static void deep_folders(void)
{
    MUST(chdir(target("scratch")));
    for (int i = 0; i < DEEP; i++) {
        MUST(mkdir("down", 0700));
        MUST(chdir("down"));
    }
    hold();
    succeeded("%d folders deep", DEEP);
}

/* Folders that nobody may enter resist being cleaned up. */
static void locked_folders(void)
{
    MUST(mkdir(below("scratch", "locked"), 0700));
    MUST(mkdir(below("scratch", "locked/inner"), 0700));
    MUST(open(below("scratch", "locked/inner/file"), O_CREAT | O_WRONLY, 0));
    MUST(chmod(below("scratch", "locked/inner"), 0));
    MUST(chmod(below("scratch", "locked"), 0));
    succeeded("a folder that resists being deleted");
}

static void many_descriptors(void)
{
    raise_to_hard(RLIMIT_NOFILE);
    for (int i = 0; i < MANY_DESCRIPTORS; i++)
        MUST(dup(STDIN_FILENO));
    succeeded("%d descriptors", MANY_DESCRIPTORS);
}

/* Descriptors that travel in a message count for nobody while they travel. */
static void descriptors_in_flight(void)
{
    raise_to_hard(RLIMIT_NOFILE);
    int ends[2];
    enum { PER_MESSAGE = 200 };
    int parcel[PER_MESSAGE];
    for (int i = 0; i < PER_MESSAGE; i++)
        parcel[i] = STDIN_FILENO;
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof parcel)];
    } control = { .head = { .cmsg_len = CMSG_LEN(sizeof parcel), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS } };
    memcpy(CMSG_DATA(&control.head), parcel, sizeof parcel);
    struct iovec data = { .iov_base = "x", .iov_len = 1 };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
    MUST(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends));
    int sent = 0;
    for (; sent < MANY_DESCRIPTORS; sent += PER_MESSAGE) {
        ssize_t result = sendmsg(ends[0], &message, 0);
        if (result < 0 && errno == EAGAIN) {
            MUST(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends));
            result = sendmsg(ends[0], &message, 0);
        }
        MUST(result);
    }
    succeeded("%d descriptors in flight", sent);
}

/* Buffers of pipes are memory of the kernel. */
static void pipe_buffers(void)
{
    raise_to_hard(RLIMIT_NOFILE);
    fill_chunk();
    size_t filled = 0;
    for (int pipes = 0; pipes < MANY_DESCRIPTORS && filled < PIPE_MEMORY; pipes++) {
        int ends[2];
        MUST(pipe2(ends, O_NONBLOCK));
        fcntl(ends[1], F_SETPIPE_SZ, CHUNK);
        filled += (size_t)MUST(write(ends[1], chunk, sizeof chunk));
    }
    if (filled < PIPE_MEMORY)
        no_effect("the kernel makes pipes smaller and smaller");
    succeeded("%zu MB in buffers of pipes", filled / CHUNK);
}

static void many_watches(void)
{
    int fd = (int)MUST(inotify_init());
    char name[600];
    for (int i = 0; i < MANY_FILES; i++) {
        snprintf(name, sizeof name, "%s/%d", target("scratch"), i);
        make_file(name);
        MUST(inotify_add_watch(fd, name, IN_ALL_EVENTS));
    }
    succeeded("%d watches", MANY_FILES);
}

static void many_timers(void)
{
    raise_to_hard(RLIMIT_SIGPENDING);
    struct sigevent quiet = { .sigev_notify = SIGEV_NONE };
    timer_t timer;
    for (int i = 0; i < MANY_DESCRIPTORS; i++)
        MUST(timer_create(CLOCK_MONOTONIC, &quiet, &timer));
    succeeded("%d timers", MANY_DESCRIPTORS);
}

static void many_semaphores(void)
{
    for (int i = 0; i < 200; i++) {
        int id = (int)MUST(semget(IPC_PRIVATE, 250, IPC_CREAT | 0666));
        if (has_target("stand-in"))
            semctl(id, 0, IPC_RMID);
    }
    succeeded("200 sets of semaphores, which outlive their maker");
}

static void flood(int fd)
{
    fill_chunk();
    for (int i = 0; i < OUTPUT_CHUNKS; i++)
        for (size_t done = 0; done < sizeof chunk;)
            done += (size_t)MUST(write(fd, chunk + done, sizeof chunk - done));
    MUST(write(fd, "\n", 1));
}

static void flood_output(void)
{
    flood(STDOUT_FILENO);
    succeeded("%d MB of output", OUTPUT_CHUNKS);
}

static void flood_errors(void)
{
    flood(STDERR_FILENO);
    succeeded("%d MB of messages", OUTPUT_CHUNKS);
}

/* A dump of memory where others look for their files. */
static void core_dump(void)
{
    raise_to_hard(RLIMIT_CORE);
    if (chdir(target("outside")) != 0)
        MUST(chdir(target("scratch")));
    pid_t child = must_fork();
    if (child == 0)
        abort();
    int status;
    MUST(waitpid(child, &status, 0));
    if (WCOREDUMP(status))
        succeeded("a dump of memory is left behind");
    no_effect("the process ended without a dump");
}

static void raise_limits(void)
{
    struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };
    MUST(setrlimit(RLIMIT_AS, &limit));
    MUST(setrlimit(RLIMIT_FSIZE, &limit));
    succeeded("no limits any more");
}

const struct attack quota_attacks[] = {
    { "one-large-file", one_large_file },
    { "many-large-files", many_large_files },
    { "deleted-files", deleted_files },
    { "allocate-file", allocate_file },
    { "sparse-file", sparse_file },
    { "many-files", many_files },
    { "many-hard-links", many_hard_links },
    { "deep-folders", deep_folders },
    { "locked-folders", locked_folders },
    { "many-descriptors", many_descriptors },
    { "descriptors-in-flight", descriptors_in_flight },
    { "pipe-buffers", pipe_buffers },
    { "many-watches", many_watches },
    { "many-timers", many_timers },
    { "many-semaphores", many_semaphores },
    { "flood-output", flood_output },
    { "flood-errors", flood_errors },
    { "core-dump", core_dump },
    { "raise-limits", raise_limits },
    { 0 },
};
