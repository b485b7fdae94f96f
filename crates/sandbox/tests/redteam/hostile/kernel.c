/* Doors into the kernel that no player of a game needs. Where a call would do harm, its arguments are such that
 * the kernel refuses them, but only after it has asked for the right: that answer means the right is there. */
#include "attack.h"
#include <asm/ldt.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/io.h>
#include <sys/klog.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/reboot.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <unistd.h>

/* Succeeds if the call went through or failed with HARMLESS, which comes after the question of right. */
static _Noreturn void right_to(long result, int harmless, const char *what)
{
    if (result >= 0 || errno == harmless)
        succeeded("the right to %s", what);
    stopped(what);
}

static void io_uring(void)
{
    struct io_uring_params parameters = { 0 };
    MUST(syscall(SYS_io_uring_setup, 4, &parameters));
    succeeded("a queue of calls that no filter sees");
}

static void bpf(void)
{
    union bpf_attr map = { .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8, .max_entries = 1 };
    MUST(syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
    succeeded("a map for programs in the kernel");
}

static void perf_event(void)
{
    struct perf_event_attr what = { .type = PERF_TYPE_SOFTWARE, .size = sizeof what, .config = PERF_COUNT_SW_TASK_CLOCK, .exclude_kernel = 1 };
    MUST(syscall(SYS_perf_event_open, &what, 0, -1, -1, 0));
    succeeded("a counter of its own");
}

static void user_faults(void)
{
    MUST(syscall(SYS_userfaultfd, O_CLOEXEC));
    succeeded("page faults handled by itself, also the kernel's");
}

static void watch_all_files(void)
{
    MUST(fanotify_init(FAN_CLASS_CONTENT, O_RDONLY));
    succeeded("a say in every open of a file");
}

static void load_module(void) { right_to(syscall(SYS_init_module, "no module", 9L, ""), ENOEXEC, "load a module"); }
static void unload_module(void) { right_to(syscall(SYS_delete_module, "no-such-module", O_NONBLOCK), ENOENT, "unload a module"); }
static void new_kernel(void) { right_to(syscall(SYS_kexec_load, 0L, 1000L, 0L, 0L), EINVAL, "load another kernel"); }
static void restart(void) { right_to(syscall(SYS_reboot, 0, 0, 0, 0), EINVAL, "restart the machine"); }
static void use_swap(void) { right_to(swapoff("/no/such/file"), ENOENT, "turn swapping off"); }
static void account(void) { right_to(acct("/no/such/file"), ENOENT, "write down who ran what"); }
static void ports(void) { right_to(ioperm(0x80, 1, 1), 0, "speak to devices"); }
static void all_ports(void) { right_to(iopl(0), 0, "change its level"); }

static void set_clock(void)
{
    struct timex now = { 0 };
    MUST(adjtimex(&now));
    now.modes = ADJ_TICK;
    MUST(adjtimex(&now));
    succeeded("the right to change the clock");
}

static void rename_machine(void)
{
    char name[65] = "";
    MUST(gethostname(name, sizeof name - 1));
    MUST(sethostname(name, strlen(name)));
    succeeded("the right to rename the machine");
}

static void kernel_messages(void)
{
    enum { READ_ALL = 3 };
    static char text[1 << 16];
    MUST(klogctl(READ_ALL, text, sizeof text));
    succeeded("the kernel's messages");
}

static void segments(void)
{
    struct user_desc segment = { .entry_number = 0, .limit = 0xfffff, .seg_32bit = 1, .limit_in_pages = 1 };
    MUST(syscall(SYS_modify_ldt, 1, &segment, sizeof segment));
    succeeded("segments of its own");
}

static void quota(void) { right_to(syscall(SYS_quotactl, 0x80000100 /* sync */, "/dev/null", 0, NULL), ENOTBLK, "manage quotas"); }

/* In a session of its own there is no terminal to lose. */
static void hang_up(void)
{
    setsid();
    right_to(syscall(SYS_vhangup), 0, "hang up the terminal");
}

static void list_mounts(void)
{
    struct {
        uint32_t size, spare;
        uint64_t mount, last;
    } from = { .size = 24, .mount = UINT64_MAX };
    uint64_t mounts[64];
    MUST(syscall(458 /* listmount */, &from, mounts, 64UL, 0UL));
    succeeded("the list of mounts");
}

/* Slow memory of the kernel's choosing: with page faults on files one controls, races in the kernel are won. */
static void lose_memory_of_others(void)
{
    int fd = (int)MUST(syscall(SYS_pidfd_open, target_number("victim"), 0));
    struct {
        void *start;
        size_t length;
    } part = { (void *)(target_number("address") & ~4095L), 4096 };
    MUST(syscall(SYS_process_madvise, fd, &part, 1UL, 20 /* cold */, 0UL));
    succeeded("the victim's memory was moved out");
}

/* Every call that is younger than what the list was made from, with arguments that none of them takes. */
static void calls_by_number(void)
{
    enum { FIRST = 337, LAST = 600 };
    const long known[] = { 436 /* close_range */, 439 /* faccessat2 */, 441 /* epoll_pwait2 */, 449 /* futex_waitv */ };
    int reached = 0;
    for (long number = FIRST; number <= LAST; number++) {
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            is_known |= number == known[i];
        if (!is_known && syscall(number, -1L, -1L, -1L, -1L, -1L, -1L) < 0 && errno != ENOSYS && errno != EPERM)
            reached++;
    }
    if (reached > 0)
        succeeded("%d calls reached the kernel", reached);
    errno = ENOSYS;
    stopped("calls from 337 to 600");
}

/* Newer kernels let these past any filter, and refuse them, or end the caller, wherever they do not come from a probe of the kernel's. */
static void call_of_probes(long number)
{
    pid_t child = must_fork();
    if (child == 0)
        _exit(syscall(number) < 0 ? 1 : 0);
    int status;
    MUST(waitpid(child, &status, 0));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        succeeded("call %ld did something", number);
    no_effect("the kernel has no such call, refused it, or ended the caller");
}

static void call_uretprobe(void) { call_of_probes(335); }

static void call_uprobe(void) { call_of_probes(336); }

const struct attack kernel_attacks[] = {
    { "io-uring", io_uring },
    { "bpf", bpf },
    { "perf-event", perf_event },
    { "user-faults", user_faults },
    { "watch-all-files", watch_all_files },
    { "load-module", load_module },
    { "unload-module", unload_module },
    { "new-kernel", new_kernel },
    { "restart", restart },
    { "use-swap", use_swap },
    { "account", account },
    { "device-ports", ports },
    { "all-device-ports", all_ports },
    { "set-clock", set_clock },
    { "rename-machine", rename_machine },
    { "kernel-messages", kernel_messages },
    { "segments", segments },
    { "quota", quota },
    { "hang-up", hang_up },
    { "calls-by-number", calls_by_number },
    { "call-uretprobe", call_uretprobe },
    { "call-uprobe", call_uprobe },
    { "list-mounts", list_mounts },
    { "lose-memory-of-others", lose_memory_of_others },
    { 0 },
};
