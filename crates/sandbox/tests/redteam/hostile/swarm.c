/* Too many processes, and processes that outlive their match. Survivors end by themselves after a few seconds. */
#include "attack.h"
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SWARM = 200, SURVIVOR_SECONDS = 8 };

/* What a child of a swarm does: it is there, until the attack ends or somebody ends it. */
static _Noreturn void linger(void)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(SURVIVOR_SECONDS);
    for (;;)
        pause();
}

/* Ends all children, then reports what stopped the swarm. A swarm that is over at once hurts nobody; one that stays does. */
static _Noreturn void end_swarm(const pid_t *children, int count, int refusal)
{
    if (count == SWARM)
        hold();
    for (int i = 0; i < count; i++)
        kill(children[i], SIGKILL);
    while (wait(NULL) > 0)
        continue;
    if (count == SWARM)
        succeeded("%d processes", count);
    errno = refusal;
    stopped("the next process");
}

static void fork_bomb(void)
{
    pid_t children[SWARM];
    int count = 0;
    for (; count < SWARM; count++) {
        children[count] = fork();
        if (children[count] == 0)
            linger();
        if (children[count] < 0)
            break;
    }
    end_swarm(children, count, errno);
}

/* By the bare call, which no library stands in front of. */
static void clone_bomb(void)
{
    pid_t children[SWARM];
    int count = 0;
    for (; count < SWARM; count++) {
        children[count] = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
        if (children[count] == 0)
            linger();
        if (children[count] < 0)
            break;
    }
    end_swarm(children, count, errno);
}

/* Its flags stand in memory, where no filter can look. */
static void clone3_bomb(void)
{
    pid_t children[SWARM];
    int count = 0;
    for (; count < SWARM; count++) {
        struct clone_args how = { .exit_signal = SIGCHLD };
        children[count] = (pid_t)syscall(SYS_clone3, &how, sizeof how);
        if (children[count] == 0)
            linger();
        if (children[count] < 0)
            break;
    }
    end_swarm(children, count, errno);
}

/* Each child of vfork() holds its parent until it execs, so the swarm is a chain of programs. */
static void vfork_bomb(void)
{
    pid_t children[SWARM];
    volatile int count = 0;
    for (; count < SWARM; count++) {
        children[count] = vfork();
        if (children[count] == 0) {
            execl("/proc/self/exe", "hostile", "helper-linger", NULL);
            _exit(1);
        }
        if (children[count] < 0)
            break;
    }
    end_swarm(children, count, errno);
}

static void *linger_as_thread(void *unused)
{
    for (;;)
        pause();
    return unused;
}

static void thread_bomb(void)
{
    pthread_attr_t shape;
    pthread_attr_init(&shape);
    pthread_attr_setstacksize(&shape, 64 << 10);
    for (int count = 0; count < SWARM; count++) {
        pthread_t thread;
        errno = pthread_create(&thread, &shape, linger_as_thread, NULL);
        if (errno)
            stopped("the next thread");
    }
    hold();
    succeeded("%d threads", SWARM);
}

/* Children that make children, faster than one who kills them one by one. */
static void spreading_bomb(void)
{
    int ends[2];
    MUST(pipe(ends));
    alarm(SURVIVOR_SECONDS);
    /* Eight generations of doubling: 256 processes, if nobody says no. */
    int refusal = 0;
    pid_t first = getpid();
    for (int generation = 0; generation < 8; generation++)
        if (fork() < 0)
            refusal = errno;
    char mark = refusal ? (char)refusal : 0;
    if (write(ends[1], &mark, 1) != 1)
        _exit(1);
    if (getpid() != first)
        linger();
    /* Until all have reported, or nobody does any more. */
    struct pollfd reports = { .fd = ends[0], .events = POLLIN };
    int born = 0, patience = has_target("stand-in") ? 5000 : 500;
    for (; born < 256 && poll(&reports, 1, patience) > 0 && read(ends[0], &mark, 1) == 1; born++)
        refusal = mark ? mark : refusal;
    if (born > SWARM) {
        hold();
        succeeded("%d processes in eight generations", born);
    }
    errno = refusal;
    stopped("the next generation");
}

/* Survives a stop signal, a hang-up, the end of its parent and of its session; says so to the harness. */
static _Noreturn void survive(void)
{
    for (int each = 1; each < NSIG; each++)
        signal(each, SIG_IGN);
    signal(SIGALRM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, 0);
    alarm(SURVIVOR_SECONDS);
    say("SURVIVOR");
    for (;;)
        pause();
}

static void survive_by_ignoring(void)
{
    if (must_fork() == 0)
        survive();
    pause();
}

static void survive_by_session(void)
{
    if (must_fork() == 0) {
        setsid();
        survive();
    }
    pause();
}

static void survive_by_double_fork(void)
{
    pid_t middle = must_fork();
    if (middle == 0) {
        setsid();
        if (must_fork() == 0)
            survive();
        _exit(0);
    }
    waitpid(middle, NULL, 0);
    pause();
}

/* The program itself ends at once; what it leaves behind goes on. */
static void survive_by_ending(void)
{
    if (must_fork() == 0) {
        setsid();
        survive();
    }
    usleep(50000);
    _exit(0);
}

/* Closes everything first: whoever waits for the end of the output believes it has come. */
static void survive_in_silence(void)
{
    if (must_fork() == 0) {
        setsid();
        say("SURVIVOR");
        for (int fd = 0; fd < 3; fd++)
            close(fd);
        prctl(PR_SET_PDEATHSIG, 0);
        alarm(SURVIVOR_SECONDS);
        for (;;)
            pause();
    }
    pause();
}

/* Becomes the guardian of its orphans, so that they do not return to the launcher. */
static void survive_by_adoption(void)
{
    if (must_fork() == 0) {
        setsid();
        MUST(prctl(PR_SET_CHILD_SUBREAPER, 1));
        if (must_fork() == 0)
            survive();
        for (;;)
            pause();
    }
    pause();
}

static void survive_by_shared_memory(void)
{
    /* Another process that shares the memory, but no signals and no files. */
    static char stack[1 << 16];
    int (*entry)(void *) = (int (*)(void *))(void (*)(void))survive;
    MUST(clone(entry, stack + sizeof stack, CLONE_VM | CLONE_UNTRACED, NULL));
    pause();
}

/* A new process each moment, each parent gone: nobody who looks twice finds the same one. */
static void survive_by_running_away(void)
{
    signal(SIGCHLD, SIG_IGN);
    if (must_fork() > 0)
        pause();
    setsid();
    for (int hops = 0; hops < 4000; hops++) {
        if (hops % 20 == 0)
            say("SURVIVOR");
        pid_t next = fork();
        if (next > 0)
            _exit(0);
        usleep(500);
    }
    _exit(0);
}

const struct attack swarm_attacks[] = {
    { "fork-bomb", fork_bomb },
    { "clone-bomb", clone_bomb },
    { "clone3-bomb", clone3_bomb },
    { "vfork-bomb", vfork_bomb },
    { "thread-bomb", thread_bomb },
    { "spreading-bomb", spreading_bomb },
    { "survive-by-ignoring", survive_by_ignoring },
    { "survive-by-session", survive_by_session },
    { "survive-by-double-fork", survive_by_double_fork },
    { "survive-by-ending", survive_by_ending },
    { "survive-in-silence", survive_in_silence },
    { "survive-by-adoption", survive_by_adoption },
    { "survive-by-shared-memory", survive_by_shared_memory },
    { "survive-by-running-away", survive_by_running_away },
    { "helper-linger", linger },
    { 0 },
};
