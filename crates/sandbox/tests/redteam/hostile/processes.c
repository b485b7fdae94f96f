/* Attacks on other processes: the harness's victim, a neighbour in its own cage, and the launcher above. */
#include "attack.h"
#include <dirent.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t victim(void) { return (pid_t)target_number("victim"); }

static const char *proc_of(pid_t process, const char *file)
{
    char *path;
    if (asprintf(&path, "/proc/%d/%s", process, file) < 0)
        stopped("asprintf");
    return path;
}

static void signal_victim(void)
{
    MUST(kill(victim(), SIGUSR1));
    succeeded("the victim got a signal");
}

static void signal_thread(void)
{
    MUST(syscall(SYS_tgkill, victim(), victim(), SIGUSR1));
    succeeded("the victim's thread got a signal");
}

static void queue_signal(void)
{
    MUST(sigqueue(victim(), SIGUSR1, (union sigval){ .sival_int = 1 }));
    succeeded("the victim got a signal with a message");
}

static void signal_by_descriptor(void)
{
    int fd = (int)MUST(pidfd_open(victim(), 0));
    MUST(pidfd_send_signal(fd, SIGUSR1, NULL, 0));
    succeeded("the victim got a signal by descriptor");
}

/* The kernel sends the signal on behalf of a descriptor: no call that names signals is made afterwards. */
static void signal_by_owner(void)
{
    int ends[2];
    MUST(pipe(ends));
    MUST(fcntl(ends[0], F_SETOWN, victim()));
    MUST(fcntl(ends[0], F_SETSIG, SIGUSR1));
    MUST(fcntl(ends[0], F_SETFL, O_ASYNC));
    MUST(write(ends[1], "x", 1));
    if (MUST(fcntl(ends[0], F_GETOWN)) != victim())
        no_effect("the victim is not known here");
    succeeded("the kernel sends the victim a signal");
}

static void trace_victim(void)
{
    MUST(ptrace(PTRACE_SEIZE, victim(), 0, 0));
    succeeded("the victim is being traced");
}

static void read_memory(void)
{
    char text[64] = "";
    struct iovec here = { .iov_base = text, .iov_len = sizeof text };
    struct iovec there = { .iov_base = (void *)target_number("address"), .iov_len = sizeof text };
    MUST(process_vm_readv(victim(), &here, 1, &there, 1, 0));
    succeed_if_token_at(text, sizeof text, "the victim's memory");
}

static void write_memory(void)
{
    char text[6] = "owned";
    struct iovec here = { .iov_base = text, .iov_len = sizeof text };
    /* Behind the treasure, which other attacks are after. */
    struct iovec there = { .iov_base = (void *)(target_number("address") + 128), .iov_len = sizeof text };
    MUST(process_vm_writev(victim(), &here, 1, &there, 1, 0));
    succeeded("the victim's memory was changed");
}

static void read_memory_file(void)
{
    char text[64];
    int fd = (int)MUST(open(proc_of(victim(), "mem"), O_RDONLY));
    MUST(pread(fd, text, sizeof text, (off_t)target_number("address")));
    succeed_if_token_at(text, sizeof text, "the victim's memory through /proc");
}

static void read_environment(void)
{
    succeed_if_token_in((int)MUST(open(proc_of(victim(), "environ"), O_RDONLY)), "the victim's environment");
}

static void read_command_line(void)
{
    MUST(open(proc_of(victim(), "cmdline"), O_RDONLY));
    succeeded("the victim's command line");
}

static void through_victims_root(void)
{
    char path[700];
    snprintf(path, sizeof path, "/proc/%d/root%s", victim(), target("secret"));
    succeed_if_token_in((int)MUST(open(path, O_RDONLY)), "a file through the victim's root");
}

/* Counts the processes in sight that are not its own. */
static void list_processes(void)
{
    DIR *folder = MUST_HAVE(opendir("/proc"));
    int others = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        pid_t process = atoi(entry->d_name);
        others += process > 0 && process != getpid() && process != getppid() && process != 1;
    }
    if (others == 0)
        no_effect("no other process is in sight");
    succeeded("%d processes of others", others);
}

static void steal_descriptor(void)
{
    int fd = (int)MUST(pidfd_open(victim(), 0));
    succeed_if_token_in((int)MUST(pidfd_getfd(fd, (int)target_number("descriptor"), 0)), "a descriptor of the victim");
}

static void reopen_descriptor(void)
{
    char file[32];
    snprintf(file, sizeof file, "fd/%ld", target_number("descriptor"));
    succeed_if_token_in((int)MUST(open(proc_of(victim(), file), O_RDONLY)), "a file the victim has open");
}

static void limit_victim(void)
{
    struct rlimit limit = { 0, 0 };
    MUST(prlimit(victim(), RLIMIT_CORE, &limit, NULL));
    succeeded("the victim has other limits");
}

static void slow_victim(void)
{
    MUST(setpriority(PRIO_PROCESS, (id_t)victim(), 19));
    succeeded("the victim runs last");
}

static void pin_victim(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    MUST(sched_setaffinity(victim(), sizeof one, &one));
    succeeded("the victim is held on one processor");
}

static void idle_victim(void)
{
    struct sched_param zero = { 0 };
    MUST(sched_setscheduler(victim(), SCHED_IDLE, &zero));
    succeeded("the victim runs only when nobody else does");
}

static void starve_victim_of_disk(void)
{
    enum { WHO_PROCESS = 1, IDLE_CLASS = 3 << 13 };
    MUST(syscall(SYS_ioprio_set, WHO_PROCESS, victim(), IDLE_CLASS));
    succeeded("the victim reads the disk last");
}

static void move_victims_memory(void)
{
    unsigned long nodes = 1;
    MUST(syscall(SYS_migrate_pages, victim(), 64L, &nodes, &nodes));
    succeeded("the victim's memory was moved");
}

static void compare_with_victim(void)
{
    MUST(syscall(SYS_kcmp, getpid(), victim(), KCMP_VM, 0, 0));
    succeeded("compared with the victim");
}

static void robust_list_of_victim(void)
{
    void *head;
    size_t length;
    MUST(syscall(SYS_get_robust_list, victim(), &head, &length));
    succeeded("an address of the victim's");
}

/* Gives its parent a signal that nobody can ignore; a plain runner is gone then. */
static void kill_launcher(void)
{
    under_stand_in();
    pid_t launcher = getppid();
    MUST(kill(launcher, SIGKILL));
    for (int i = 0; i < 50 && getppid() == launcher; i++)
        usleep(10000);
    if (getppid() == launcher)
        no_effect("the launcher is still there");
    succeeded("the launcher is gone, and the program is not");
}

static char state_of(pid_t process)
{
    char text[300] = "";
    int fd = open(proc_of(process, "stat"), O_RDONLY);
    if (fd < 0 || read(fd, text, sizeof text - 1) <= 0)
        return '?';
    close(fd);
    const char *after_name = strrchr(text, ')');
    return after_name ? after_name[2] : '?';
}

static void stop_launcher(void)
{
    under_stand_in();
    MUST(kill(getppid(), SIGSTOP));
    usleep(50000);
    char state = state_of(getppid());
    kill(getppid(), SIGCONT);
    if (state == 'T')
        succeeded("the launcher stands still");
    no_effect("the launcher goes on");
}

static void trace_launcher(void)
{
    under_stand_in();
    MUST(ptrace(PTRACE_SEIZE, getppid(), 0, 0));
    succeeded("the launcher is being traced");
}

static void launcher_memory(void)
{
    under_stand_in();
    MUST(open(proc_of(getppid(), "mem"), O_RDWR));
    succeeded("the launcher's memory is open for writing");
}

static void launcher_descriptors(void)
{
    under_stand_in();
    DIR *folder = MUST_HAVE(opendir(proc_of(getppid(), "fd")));
    int seen = 0;
    while (readdir(folder))
        seen++;
    succeeded("%d descriptors of the launcher", seen);
}

static void launcher_environment(void)
{
    under_stand_in();
    MUST(open(proc_of(getppid(), "environ"), O_RDONLY));
    succeeded("the launcher's environment");
}

static void launcher_limits(void)
{
    under_stand_in();
    struct rlimit none = { 0, 0 };
    MUST(prlimit(getppid(), RLIMIT_CPU, &none, NULL));
    succeeded("the launcher gets no more time");
}

/* The whole group of the launcher: whoever shares it with strangers dies with them. */
static void signal_group(void)
{
    under_stand_in();
    pid_t group = getpgid(getppid());
    if (group < 0)
        stopped("getpgid of the parent");
    MUST(setpgid(0, 0));
    MUST(kill(-group, SIGURG));
    succeeded("the launcher's group got a signal");
}

/* A child that is a sibling: it belongs to the parent of its maker. */
static void adopt_parent(void)
{
    under_stand_in();
    pid_t parent = getppid();
    long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    MUST(child);
    if (child == 0) {
        if (getppid() == parent)
            succeeded("a process that stands beside its maker");
        _exit(0);
    }
    usleep(100000);
}

const struct attack process_attacks[] = {
    { "signal-victim", signal_victim },
    { "signal-thread", signal_thread },
    { "queue-signal", queue_signal },
    { "signal-by-descriptor", signal_by_descriptor },
    { "signal-by-owner", signal_by_owner },
    { "trace-victim", trace_victim },
    { "read-memory", read_memory },
    { "write-memory", write_memory },
    { "read-memory-file", read_memory_file },
    { "read-environment", read_environment },
    { "read-command-line", read_command_line },
    { "through-victims-root", through_victims_root },
    { "list-processes", list_processes },
    { "steal-descriptor", steal_descriptor },
    { "reopen-descriptor", reopen_descriptor },
    { "limit-victim", limit_victim },
    { "slow-victim", slow_victim },
    { "pin-victim", pin_victim },
    { "idle-victim", idle_victim },
    { "starve-victim-of-disk", starve_victim_of_disk },
    { "move-victims-memory", move_victims_memory },
    { "compare-with-victim", compare_with_victim },
    { "robust-list-of-victim", robust_list_of_victim },
    { "kill-launcher", kill_launcher },
    { "stop-launcher", stop_launcher },
    { "trace-launcher", trace_launcher },
    { "launcher-memory", launcher_memory },
    { "launcher-descriptors", launcher_descriptors },
    { "launcher-environment", launcher_environment },
    { "launcher-limits", launcher_limits },
    { "signal-group", signal_group },
    { "adopt-parent", adopt_parent },
    { 0 },
};
