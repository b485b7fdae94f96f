/* Changing what is none of the program's business. The harness compares the files before and after. */
#include "attack.h"
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char *victim_file(void) { return below("outside", "file"); }

static void create_outside(void)
{
    MUST(open(below("outside", "new"), O_CREAT | O_WRONLY, 0644));
    succeeded("a new file outside");
}

static void overwrite_outside(void)
{
    int fd = (int)MUST(open(victim_file(), O_WRONLY));
    MUST(write(fd, "owned", 5));
    succeeded("a file of others has new contents");
}

static void truncate_outside(void)
{
    MUST(truncate(victim_file(), 0));
    succeeded("a file of others is empty");
}

static void delete_outside(void)
{
    MUST(unlink(victim_file()));
    succeeded("a file of others is gone");
}

static void rename_outside(void)
{
    MUST(rename(victim_file(), below("outside", "renamed")));
    succeeded("a file of others has another name");
}

/* Swaps a file of its own with one outside: both stay, each in the other's place. */
static void exchange_outside(void)
{
    const char *own = below("scratch", "own");
    close((int)MUST(open(own, O_CREAT | O_WRONLY, 0644)));
    MUST(renameat2(AT_FDCWD, own, AT_FDCWD, victim_file(), RENAME_EXCHANGE));
    succeeded("a file of others was swapped");
}

static void folder_outside(void)
{
    MUST(mkdir(below("outside", "folder"), 0755));
    succeeded("a folder outside");
}

static void symlink_outside(void)
{
    MUST(symlink("/etc/passwd", below("outside", "trap")));
    succeeded("a trap for whoever writes there");
}

static void hard_link_outside(void)
{
    const char *own = below("scratch", "own");
    close((int)MUST(open(own, O_CREAT | O_WRONLY, 0644)));
    MUST(link(own, below("outside", "trap")));
    succeeded("a file of its own under a name outside");
}

static void fifo_outside(void)
{
    MUST(mkfifo(below("outside", "fifo"), 0666));
    succeeded("a pipe outside that blocks its readers");
}

static void chmod_outside(void)
{
    MUST(chmod(victim_file(), 0));
    succeeded("a file of others nobody can read");
}

static void chown_outside(void)
{
    MUST(chown(victim_file(), getuid(), getgid()));
    succeeded("a file of others with a new owner");
}

static void touch_outside(void)
{
    struct timespec long_ago[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
    MUST(utimensat(AT_FDCWD, victim_file(), long_ago, 0));
    succeeded("a file of others with a new date");
}

static void attribute_outside(void)
{
    MUST(setxattr(victim_file(), "user.owned", "1", 1, 0));
    succeeded("an attribute on a file of others");
}

static void lock_outside(void)
{
    int fd = (int)MUST(open(victim_file(), O_RDONLY));
    struct flock lock = { .l_type = F_RDLCK };
    MUST(fcntl(fd, F_SETLK, &lock));
    succeeded("a lock on a file of others");
}

static void write_through_symlink(void)
{
    const char *link = below("scratch", "link");
    MUST(symlink(victim_file(), link));
    int fd = (int)MUST(open(link, O_WRONLY | O_APPEND));
    MUST(write(fd, "owned", 5));
    succeeded("a file of others through a link");
}

static void write_own_program(void)
{
    MUST(chmod("hostile", 0755));
    MUST(unlink("hostile"));
    MUST(open("hostile", O_CREAT | O_WRONLY, 0755));
    succeeded("its own executable is another");
}

/* Nobody can write to a program that runs; so it lets another take its place first. */
static void write_running_program(void)
{
    execl("/bin/sh", "sh", "-c",
          "if printf owned >> ./hostile; then echo SUCCEEDED: its executable grew; else echo STOPPED refused: appending to itself; fi",
          NULL);
    stopped("exec of a shell");
}

static void create_in_own_folder(void)
{
    MUST(open("left-for-next-time", O_CREAT | O_WRONLY, 0644));
    succeeded("notes for the next match");
}

/* Tries the places that every program of the machine may write to. The harness looks whether anything arrived there. */
static void leave_for_others(void)
{
    static const char *const places[] = { "/tmp", "/var/tmp", "/dev/shm", "/run/lock", "/run/shm", "/var/lock", "/dev/mqueue" };
    int left = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", places[i], target("run"));
        int fd = open(path, O_CREAT | O_RDWR, 0666);
        left += fd >= 0;
    }
    if (left == 0)
        stopped("creating a file in each common place");
    succeeded("%d notes for others", left);
}

static void device_node(void)
{
    MUST(mknod(below("scratch", "disk"), S_IFBLK | 0666, makedev(7, 0)));
    MUST(open(below("scratch", "disk"), O_RDONLY));
    succeeded("a device of its own making");
}

static void open_for_writing(const char *path)
{
    MUST(open(path, O_WRONLY));
    succeeded("%s is open for writing", path);
}

static void kernel_settings(void) { open_for_writing("/proc/sys/kernel/core_pattern"); }
static void magic_sysrq(void) { open_for_writing("/proc/sysrq-trigger"); }
static void write_sys(void) { open_for_writing("/sys/kernel/mm/transparent_hugepage/enabled"); }
static void write_kernel_log(void) { open_for_writing("/dev/kmsg"); }

/* Makes itself a better target for the kernel's memory killer, or the reverse: others go first. */
static void out_of_memory_score(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/oom_score_adj", target_number("victim"));
    int fd = (int)MUST(open(path, O_WRONLY));
    MUST(write(fd, "1000", 4));
    succeeded("others die first when memory is short");
}

static void join_control_group(void)
{
    open_for_writing(target("cgroup"));
}

const struct attack writing_attacks[] = {
    { "create-outside", create_outside },
    { "overwrite-outside", overwrite_outside },
    { "truncate-outside", truncate_outside },
    { "delete-outside", delete_outside },
    { "rename-outside", rename_outside },
    { "exchange-outside", exchange_outside },
    { "folder-outside", folder_outside },
    { "symlink-outside", symlink_outside },
    { "hard-link-outside", hard_link_outside },
    { "fifo-outside", fifo_outside },
    { "chmod-outside", chmod_outside },
    { "chown-outside", chown_outside },
    { "touch-outside", touch_outside },
    { "attribute-outside", attribute_outside },
    { "lock-outside", lock_outside },
    { "write-through-symlink", write_through_symlink },
    { "write-own-program", write_own_program },
    { "write-running-program", write_running_program },
    { "create-in-own-folder", create_in_own_folder },
    { "leave-for-others", leave_for_others },
    { "device-node", device_node },
    { "kernel-settings", kernel_settings },
    { "magic-sysrq", magic_sysrq },
    { "write-sys", write_sys },
    { "write-kernel-log", write_kernel_log },
    { "out-of-memory-score", out_of_memory_score },
    { "join-control-group", join_control_group },
    { 0 },
};
