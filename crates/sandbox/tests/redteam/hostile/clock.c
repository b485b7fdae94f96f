/* Using time that nobody charges, or standing still so that the runner does.
 *
 * `BURNT n` says that n milliseconds of CPU time have been used; the harness compares them with what was charged. */
#include "attack.h"
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Waiting is given up after long enough for LONG_WORK on a machine with much else to do. */
enum { WORK = 200, IDLE_SECONDS = 40 };

/* Says what was burnt and waits to be ended, as a player waits for its next turn. */
static _Noreturn void burnt(long milliseconds)
{
    alarm(IDLE_SECONDS);
    say("BURNT %ld", milliseconds);
    for (;;)
        pause();
}

/* For all others of the attack: quiet, until they are ended. */
static _Noreturn void idle(void)
{
    alarm(IDLE_SECONDS);
    for (;;)
        pause();
}

static void burn_in_child(void)
{
    if (must_fork() == 0) {
        burn(WORK);
        burnt(WORK);
    }
    idle();
}

/* The dead children of who ignores SIGCHLD are waited for by nobody, and their time is added to nobody's. */
static void burn_ignoring_children(void)
{
    signal(SIGCHLD, SIG_IGN);
    if (must_fork() == 0) {
        burn(WORK);
        _exit(0);
    }
    while (wait(NULL) > 0)
        continue;
    burnt(WORK);
}

static void burn_in_orphan(void)
{
    pid_t middle = must_fork();
    if (middle == 0) {
        if (must_fork() == 0) {
            burn(WORK);
            burnt(WORK);
        }
        _exit(0);
    }
    waitpid(middle, NULL, 0);
    idle();
}

static void burn_in_session(void)
{
    if (must_fork() == 0) {
        setsid();
        prctl(PR_SET_PDEATHSIG, 0);
        burn(WORK);
        burnt(WORK);
    }
    idle();
}

/* A hundred lives too short to be seen by anybody who looks now and then. */
static void burn_in_many_lives(void)
{
    signal(SIGCHLD, SIG_IGN);
    enum { LIVES = 100 };
    for (int i = 0; i < LIVES; i++) {
        if (must_fork() == 0) {
            burn(WORK / LIVES);
            _exit(0);
        }
        while (wait(NULL) > 0)
            continue;
    }
    burnt(WORK);
}

static void burn_in_vfork(void)
{
    signal(SIGCHLD, SIG_IGN);
    pid_t child = vfork();
    MUST(child);
    if (child == 0) {
        burn(WORK);
        _exit(0);
    }
    burnt(WORK);
}

/* Another program takes the place of the child, and with it, perhaps, of its counters. */
static void burn_after_exec(void)
{
    if (has_target("again")) {
        burn(WORK);
        burnt(WORK);
    }
    signal(SIGCHLD, SIG_IGN);
    if (must_fork() == 0) {
        execl("/proc/self/exe", "hostile", "burn-after-exec", "again=1", NULL);
        stopped("exec of itself");
    }
    idle();
}

/* More than the time between two looks of whoever looks, however busy the machine. */
enum { LONG_WORK = 1500 };

static void burn_if_again(void)
{
    if (has_target("again")) {
        burn(LONG_WORK);
        burnt(LONG_WORK);
    }
}

/* The kernel takes inherited counters from a process that executes a file it cannot read. */
static void burn_unreadable_by(const char *program, char *const words[])
{
    burn_if_again();
    signal(SIGCHLD, SIG_IGN);
    if (must_fork() == 0) {
        execv(program, words);
        stopped("exec of what cannot be read");
    }
    idle();
}

static void burn_unreadable(void)
{
    burn_unreadable_by("./unreadable", (char *[]){ "unreadable", "burn-unreadable", "again=1", NULL });
}

/* A wrapper that can be read, for those who look at the first program only. */
static void burn_unreadable_wrapped(void)
{
    char *script = "exec ./unreadable burn-unreadable-wrapped again=1";
    burn_unreadable_by("/bin/sh", (char *[]){ "sh", "-c", script, NULL });
}

/* Each lives for a moment only, and is waited for by nobody. */
static void burn_unreadable_in_many_lives(void)
{
    enum { LIVES = 100, LIFE = LONG_WORK / LIVES };
    if (has_target("again")) {
        burn(LIFE);
        _exit(0);
    }
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < LIVES; i++) {
        if (must_fork() == 0) {
            execl("./unreadable", "unreadable", "burn-unreadable-in-many-lives", "again=1", NULL);
            stopped("exec of what cannot be read");
        }
        while (wait(NULL) > 0)
            continue;
    }
    burnt(LONG_WORK);
}

/* What cannot be read is made where it may write. */
static void burn_unreadable_of_its_own(void)
{
    burn_if_again();
    const char *copy = below("scratch", "unreadable");
    int from = (int)MUST(open("/proc/self/exe", O_RDONLY));
    int to = (int)MUST(open(copy, O_CREAT | O_WRONLY, 0111));
    static char block[1 << 16];
    for (ssize_t length; (length = MUST(read(from, block, sizeof block))) > 0;)
        MUST(write(to, block, (size_t)length));
    close(to);
    burn_unreadable_by(copy, (char *[]){ "unreadable", "burn-unreadable-of-its-own", "again=1", NULL });
}

static void *burn_as_thread(void *unused)
{
    burn(WORK / 4);
    return unused;
}

static void burn_in_threads(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        errno = pthread_create(&threads[i], NULL, burn_as_thread, NULL);
        if (errno)
            stopped("pthread_create");
    }
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    burnt(WORK);
}

/* Lets the kernel work: a counter that leaves the kernel out does not see it. */
static void burn_in_kernel(void)
{
    signal(SIGCHLD, SIG_IGN);
    if (must_fork() == 0) {
        static char block[1 << 20];
        struct timespec used;
        do {
            MUST(getrandom(block, sizeof block, 0));
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        } while (used.tv_sec == 0 && used.tv_nsec < WORK * 1000000L);
        _exit(0);
    }
    while (wait(NULL) > 0)
        continue;
    burnt(WORK);
}

/* The program stands still, and its child thinks. */
static void burn_while_stopped(void)
{
    signal(SIGCHLD, SIG_IGN);
    pid_t thinker = getpid();
    if (must_fork() == 0) {
        burn(WORK);
        kill(thinker, SIGCONT);
        _exit(0);
    }
    raise(SIGSTOP);
    burnt(WORK);
}

/* Thinks while the others play: what is burnt after the answer is burnt, too. */
static void burn_while_waiting(void)
{
    say("READY");
    burn(WORK);
    burnt(WORK);
}

/* Below: trees that are to be frozen. All their processes burn until they are ended. */
static _Noreturn void burn_on(void)
{
    alarm(IDLE_SECONDS);
    for (;;)
        burn(1000000);
}

static void awake_in_session(void)
{
    if (must_fork() == 0) {
        setsid();
        say("READY");
        burn_on();
    }
    burn_on();
}

/* Two that wake each other whenever one is put to sleep. */
static void awake_by_partner(void)
{
    pid_t first = getpid();
    pid_t second = must_fork();
    pid_t partner = second == 0 ? first : second;
    alarm(IDLE_SECONDS);
    if (second == 0) {
        setsid();
        say("READY");
    }
    for (;;)
        kill(partner, SIGCONT);
}

/* Waits for its child in a state that no signal but the last reaches, while the child works. */
static void awake_by_vfork(void)
{
    if (must_fork() > 0)
        idle();
    setsid();
    if (vfork() == 0) {
        say("READY");
        burn_on();
    }
    _exit(0);
}

/* Always a new process that the list of those to be stopped does not have. */
static void awake_by_running_away(void)
{
    signal(SIGCHLD, SIG_IGN);
    alarm(IDLE_SECONDS);
    if (must_fork() > 0)
        idle();
    setsid();
    say("READY");
    int hops = 0;
    for (time_t begin = time(NULL); time(NULL) < begin + IDLE_SECONDS;) {
        pid_t next = fork();
        if (next > 0)
            _exit(0);
        if (++hops % 20 == 0)
            say("AWAKE");
    }
    _exit(0);
}

/* Below: programs that never answer. */
static void spin(void)
{
    say("READY");
    for (int each = 1; each < NSIG; each++)
        signal(each, SIG_IGN);
    burn_on();
}

static void sleep_on(void)
{
    say("READY");
    idle();
}

static void stop_itself(void)
{
    say("READY");
    raise(SIGSTOP);
    idle();
}

/* Never reads its input: whoever writes and waits, waits. */
static void ignore_input(void)
{
    say("READY");
    idle();
}

/* Says that it has ended by closing its output, and goes on. */
static void close_output(void)
{
    say("READY");
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    burn_on();
}

const struct attack clock_attacks[] = {
    { "burn-in-child", burn_in_child },
    { "burn-ignoring-children", burn_ignoring_children },
    { "burn-in-orphan", burn_in_orphan },
    { "burn-in-session", burn_in_session },
    { "burn-in-many-lives", burn_in_many_lives },
    { "burn-in-vfork", burn_in_vfork },
    { "burn-after-exec", burn_after_exec },
    { "burn-unreadable", burn_unreadable },
    { "burn-unreadable-wrapped", burn_unreadable_wrapped },
    { "burn-unreadable-in-many-lives", burn_unreadable_in_many_lives },
    { "burn-unreadable-of-its-own", burn_unreadable_of_its_own },
    { "burn-in-threads", burn_in_threads },
    { "burn-in-kernel", burn_in_kernel },
    { "burn-while-stopped", burn_while_stopped },
    { "burn-while-waiting", burn_while_waiting },
    { "awake-in-session", awake_in_session },
    { "awake-by-partner", awake_by_partner },
    { "awake-by-vfork", awake_by_vfork },
    { "awake-by-running-away", awake_by_running_away },
    { "spin", spin },
    { "sleep-on", sleep_on },
    { "stop-itself", stop_itself },
    { "ignore-input", ignore_input },
    { "close-output", close_output },
    { 0 },
};
