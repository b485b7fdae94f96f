/* Getting rights one was not given: other users, capabilities, namespaces, mounts, terminals, keys. */
#include "attack.h"
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void become_root(void)
{
    MUST(setresuid(0, 0, 0));
    succeeded("it is root");
}

/* Its own ids are allowed it; nobody else's are, in whatever place. */
static void become_another(void)
{
    MUST(setresuid(getuid() + 1, (uid_t)-1, (uid_t)-1));
    succeeded("it is somebody else");
}

static void become_another_later(void)
{
    MUST(setresuid((uid_t)-1, (uid_t)-1, getuid() + 1));
    succeeded("it can become somebody else");
}

static void become_another_group(void)
{
    MUST(setresgid((gid_t)-1, getgid() + 1, (gid_t)-1));
    succeeded("it is in another group");
}

static void files_of_another(void)
{
    MUST(syscall(SYS_setfsuid, getuid() + 1));
    if (syscall(SYS_setfsuid, -1) != (long)getuid() + 1)
        no_effect("it stays who it is");
    succeeded("its files are another's");
}

static void become_root_group(void)
{
    gid_t root = 0;
    MUST(setgroups(1, &root));
    succeeded("it is in root's group");
}

/* A copy of this program belongs to root, has the setuid bit, and is readable in the cage. */
static void run_setuid_program(void)
{
    execl(target("setuid"), "hostile", "helper-who-am-i", NULL);
    stopped("exec of a setuid program");
}

static void who_am_i(void)
{
    if (geteuid() == 0)
        succeeded("it is root by a setuid program");
    errno = EPERM;
    stopped("becoming root by a setuid program");
}

static void leave_setuid_file(void)
{
    int fd = (int)MUST(open(below("scratch", "setuid"), O_CREAT | O_WRONLY, 0755));
    MUST(fchmod(fd, 06755));
    succeeded("a setuid file is left for others");
}

static void capabilities(void)
{
    struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct all[2] = { { 1u << CAP_SYS_ADMIN, 1u << CAP_SYS_ADMIN, 0 }, { 0, 0, 0 } };
    MUST(syscall(SYS_capset, &head, all));
    succeeded("the capability to administer the system");
}

static void new_namespace(int kind, const char *name)
{
    MUST(unshare(kind));
    succeeded("a %s namespace of its own", name);
}

static void user_namespace(void) { new_namespace(CLONE_NEWUSER, "user"); }
static void mount_namespace(void) { new_namespace(CLONE_NEWUSER | CLONE_NEWNS, "mount"); }
static void network_namespace(void) { new_namespace(CLONE_NEWUSER | CLONE_NEWNET, "network"); }
static void process_namespace(void) { new_namespace(CLONE_NEWUSER | CLONE_NEWPID, "process"); }

static void namespace_by_clone(void)
{
    long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    MUST(child);
    if (child == 0)
        _exit(0);
    succeeded("a child in a user namespace of its own");
}

static void namespace_by_clone3(void)
{
    struct {
        uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    } how = { .flags = CLONE_NEWUSER, .exit_signal = SIGCHLD };
    long child = syscall(SYS_clone3, &how, sizeof how);
    MUST(child);
    if (child == 0)
        _exit(0);
    succeeded("a child in a user namespace of its own");
}

static void join_namespace(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/ns/net", target_number("victim"));
    int fd = (int)MUST(open(path, O_RDONLY));
    MUST(setns(fd, 0));
    succeeded("in the network of the victim");
}

static void mount_folder(void)
{
    MUST(mount("/", target("scratch"), NULL, MS_BIND, NULL));
    umount2(target("scratch"), MNT_DETACH);
    succeeded("the machine's files in the scratch");
}

static void mount_proc(void)
{
    MUST(mount("proc", target("scratch"), "proc", 0, NULL));
    umount2(target("scratch"), MNT_DETACH);
    succeeded("a fresh /proc");
}

/* Where the scratch is no mount, the kernel says so after it has asked for the right. */
static _Noreturn void right_over_mounts(long result, const char *what)
{
    if (result == 0 || errno == EINVAL)
        succeeded("the right to %s", what);
    stopped(what);
}

static void remount(void) { right_over_mounts(mount(NULL, target("scratch"), NULL, MS_REMOUNT | MS_BIND, NULL), "mount anew"); }
static void unmount(void) { right_over_mounts(umount2(target("scratch"), MNT_DETACH | UMOUNT_NOFOLLOW), "unmount"); }

static void mount_by_descriptors(void)
{
    MUST(syscall(SYS_fsopen, "tmpfs", 0));
    succeeded("a file system of its own");
}

static void copy_mounts(void)
{
    MUST(syscall(SYS_open_tree, AT_FDCWD, "/", OPEN_TREE_CLONE));
    succeeded("a copy of all mounts");
}

static void change_mounts(void)
{
    struct mount_attr none = { 0 };
    MUST(syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &none, sizeof none));
    succeeded("the attributes of a mount");
}

/* The kernel looks at the right before it looks at the folders: EINVAL means that the right is there. */
static void change_root(void)
{
    if (syscall(SYS_pivot_root, ".", ".") == 0 || errno == EINVAL || errno == EBUSY)
        succeeded("the right to change the root");
    stopped("pivot_root");
}

/* Types a command into the terminal it was started from; whoever reads there next carries it out. */
static void type_into_terminal(void)
{
    int fd = (int)MUST(open("/dev/tty", O_RDWR | O_NOCTTY));
    MUST(ioctl(fd, TIOCSTI, "x"));
    succeeded("a key was pressed in the terminal of the runner");
}

static void open_terminal(void)
{
    MUST(open("/dev/tty", O_RDWR | O_NOCTTY));
    succeeded("the runner's terminal is open");
}

static void console_selection(void)
{
    int fd = (int)MUST(open("/dev/tty0", O_RDWR | O_NOCTTY));
    char subcode = 6; /* TIOCL_GETSHIFTSTATE: the harmless one of those that paste */
    MUST(ioctl(fd, TIOCLINUX, &subcode));
    succeeded("the console obeys");
}

static void new_terminal(void)
{
    MUST(open("/dev/ptmx", O_RDWR | O_NOCTTY));
    succeeded("a terminal of its own");
}

static void add_key(void)
{
    enum { PROCESS_KEYRING = -2 };
    MUST(syscall(SYS_add_key, "user", "sandtable-redteam", "x", 1, PROCESS_KEYRING));
    succeeded("a key in the kernel's keeping");
}

static void read_users_key(void)
{
    char text[200] = "";
    long key = MUST(syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", target("key"), 0));
    MUST(syscall(SYS_keyctl, KEYCTL_READ, key, text, sizeof text));
    succeed_if_token_at(text, sizeof text, "a key of the user's");
}

static void join_keyring(void)
{
    MUST(syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, 0));
    succeeded("a keyring of its own");
}

static void run_sooner(void)
{
    MUST(setpriority(PRIO_PROCESS, 0, -10));
    succeeded("it runs before all others");
}

static void run_in_real_time(void)
{
    struct sched_param first = { .sched_priority = 1 };
    MUST(sched_setscheduler(0, SCHED_FIFO, &first));
    succeeded("it runs until it pleases");
}

static void no_address_randomness(void)
{
    MUST(personality(ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC));
    succeeded("predictable, executable memory");
}

/* Calls that a handler of the program's own answers, in place of the kernel and of whoever looks at them. */
static void answer_own_calls(void)
{
    enum { SET_SYSCALL_USER_DISPATCH = 59, ON = 1 };
    static char selector;
    MUST(prctl(SET_SYSCALL_USER_DISPATCH, ON, 0, 0, &selector));
    succeeded("its calls go to itself");
}

/* A cookie that keeps everybody else off the core on which it runs. */
static void core_of_its_own(void)
{
    enum { SCHED_CORE = 62, CREATE = 1 };
    MUST(prctl(SCHED_CORE, CREATE, 0, 0, 0));
    succeeded("nobody else runs beside it");
}

/* Which memory the kernel takes for its program, its arguments and its heap. */
static void move_own_heap(void)
{
    MUST(prctl(PR_SET_MM, PR_SET_MM_START_BRK, sbrk(0), 0, 0));
    succeeded("another beginning of the heap");
}

/* A program made of memory: it may run, and stays in the cage. */
static void run_memory(void)
{
    int fd = (int)MUST(memfd_create("program", 0));
    int self = (int)MUST(open("/proc/self/exe", O_RDONLY));
    char block[1 << 16];
    for (ssize_t length; (length = MUST(read(self, block, sizeof block))) > 0;)
        MUST(write(fd, block, (size_t)length));
    char secret[600], token[300];
    snprintf(secret, sizeof secret, "secret=%s", target("secret"));
    snprintf(token, sizeof token, "token=%s", target("token"));
    char *words[] = { "hostile", "read-secret", secret, token, NULL };
    fexecve(fd, words, environ);
    stopped("exec of memory");
}

/* A library of its own is loaded before anything else; it, too, is in the cage. */
static void preload(void)
{
    char secret[600], token[300];
    snprintf(secret, sizeof secret, "REDTEAM_SECRET=%s", target("secret"));
    snprintf(token, sizeof token, "token=%s", target("token"));
    char *words[] = { "hostile", "helper-linger", NULL };
    char *environment[] = { "LD_PRELOAD=./preload.so", secret, NULL };
    execve("/proc/self/exe", words, environment);
    stopped("exec with a library preloaded");
}

/* Takes a filter of its own that answers in place of the real one: the strictest answer must win. */
static void own_filter(void)
{
    struct {
        unsigned short code;
        unsigned char jump_true, jump_false;
        unsigned value;
    } allow = { 0x06, 0, 0, 0x7fff0000 };
    struct {
        unsigned short length;
        void *filter;
    } program = { 1, &allow };
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    MUST(syscall(SYS_seccomp, 1 /* filter */, 0, &program));
    MUST(setresuid(0, 0, 0));
    succeeded("a filter that allows everything, and then root");
}

const struct attack privilege_attacks[] = {
    { "become-root", become_root },
    { "become-root-group", become_root_group },
    { "become-another", become_another },
    { "become-another-later", become_another_later },
    { "become-another-group", become_another_group },
    { "files-of-another", files_of_another },
    { "run-setuid-program", run_setuid_program },
    { "helper-who-am-i", who_am_i },
    { "leave-setuid-file", leave_setuid_file },
    { "capabilities", capabilities },
    { "user-namespace", user_namespace },
    { "mount-namespace", mount_namespace },
    { "network-namespace", network_namespace },
    { "process-namespace", process_namespace },
    { "namespace-by-clone", namespace_by_clone },
    { "namespace-by-clone3", namespace_by_clone3 },
    { "join-namespace", join_namespace },
    { "mount-folder", mount_folder },
    { "mount-proc", mount_proc },
    { "remount", remount },
    { "unmount", unmount },
    { "mount-by-descriptors", mount_by_descriptors },
    { "copy-mounts", copy_mounts },
    { "change-mounts", change_mounts },
    { "change-root", change_root },
    { "type-into-terminal", type_into_terminal },
    { "open-terminal", open_terminal },
    { "console-selection", console_selection },
    { "new-terminal", new_terminal },
    { "add-key", add_key },
    { "read-users-key", read_users_key },
    { "join-keyring", join_keyring },
    { "run-sooner", run_sooner },
    { "run-in-real-time", run_in_real_time },
    { "no-address-randomness", no_address_randomness },
    { "answer-own-calls", answer_own_calls },
    { "core-of-its-own", core_of_its_own },
    { "move-own-heap", move_own_heap },
    { "run-memory", run_memory },
    { "preload", preload },
    { "own-filter", own_filter },
    { 0 },
};
