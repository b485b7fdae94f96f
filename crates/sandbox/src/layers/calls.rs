//! Seccomp: which system calls a program may make.
//!
//! What is not in the list is refused with EPERM; calls for which libraries know another way are
//! answered with ENOSYS, as an older kernel would: above all `clone3`, whose flags a filter cannot
//! read.

use super::filter::{CallFilter, Condition, Conditions};
use libc::c_long;
use std::io;

/// In what the lists differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allowance {
    /// Whether it may start processes.
    pub(crate) processes: bool,
    /// Whether it may change permissions and times of any file it can name: where it can name no
    /// files of others.
    pub(crate) any_file: bool,
    /// Whether it may make files without a name, and change permissions of those it has open: where
    /// nobody has to see its files to add them up, or it is known not to hide any.
    pub(crate) hidden_files: bool,
    /// Whom it may send signals.
    pub(crate) signals: Signals,
    /// Whether it may lock files: where it can share them with nobody, or has nobody to tell
    /// anything by it. Files of the system are open to all programs, and a lock that one holds is
    /// seen by the other.
    pub(crate) locks: bool,
    /// Whether it may choose its processors: not where it was given some of its own.
    pub(crate) affinity: bool,
    /// Its user and group, which it may become again.
    pub(crate) ids: (u32, u32),
}

/// Whom a program may send signals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signals {
    /// Anybody it can reach: something else keeps others out of its reach.
    Anybody,
    /// The process with this number, which is its own.
    Itself(u32),
}

/// Restricts the launcher, for good, once its program runs: it executes nothing, makes no socket,
/// and has no use for names of files to write.
pub(crate) fn enforce_on_launcher() -> io::Result<()> {
    let mut filter = CallFilter::default();
    filter.allow(LAUNCHER);
    filter.allow_if(libc::SYS_openat, vec![opened_for_reading(2)]);
    #[cfg(target_arch = "x86_64")]
    filter.allow_if(libc::SYS_open, vec![opened_for_reading(1)]);
    filter.allow_if(libc::SYS_clone, vec![clone_flags(false)]);
    filter.leave_unknown(libc::SYS_clone3);
    filter.install()
}

/// Restricts this process, for good.
pub(crate) fn enforce(allowance: Allowance) -> io::Result<()> {
    let mut filter = allowed(allowance);
    (OLDEST_UNKNOWN..=NEWEST_UNKNOWN).chain(UNKNOWN).for_each(|call| filter.leave_unknown(call));
    filter.install()
}

/// Calls that libraries can do without. `install` tries to set an access list, and changes
/// permissions instead where there are no lists.
const UNKNOWN: [c_long; 8] = [
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_memfd_create,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_userfaultfd,
];

/// Calls from this number on are younger than what libraries must count on; those of them that the
/// list has are allowed all the same. On the older architecture the numbers before those that all
/// have in common are given to calls again, `uretprobe` (335) and `uprobe` (336) being the first.
#[cfg(target_arch = "x86_64")]
const OLDEST_UNKNOWN: c_long = 335;
#[cfg(not(target_arch = "x86_64"))]
const OLDEST_UNKNOWN: c_long = 424;
const NEWEST_UNKNOWN: c_long = 600;

fn allowed(allowance: Allowance) -> CallFilter {
    let mut filter = CallFilter::default();
    for calls in [FILES, MEMORY, PROCESS, SIGNALS_AND_TIME, PAIRED_SOCKETS, OLD] {
        filter.allow(calls);
    }
    if allowance.any_file {
        filter.allow(TIMES);
        filter.allow_if(libc::SYS_fchmodat, vec![ordinary_permissions(2)]);
        #[cfg(target_arch = "x86_64")]
        filter.allow_if(libc::SYS_chmod, vec![ordinary_permissions(1)]);
    }
    if allowance.hidden_files {
        filter.allow_if(libc::SYS_fchmod, vec![ordinary_permissions(1)]);
    } else {
        filter.allow_if(libc::SYS_openat, vec![no_nameless_file(2)]);
        #[cfg(target_arch = "x86_64")]
        filter.allow_if(libc::SYS_open, vec![no_nameless_file(1)]);
    }
    if allowance.processes {
        filter.allow(FORKS);
    }
    filter.allow_if(libc::SYS_clone, vec![clone_flags(allowance.processes)]);
    filter.allow_if(libc::SYS_mmap, mapping_flags());
    filter.allow_if(libc::SYS_socketpair, socket_pairs());
    filter.allow_if(libc::SYS_ioctl, one_of(1, IOCTLS));
    let locks = if allowance.locks { FCNTL_LOCKS } else { &[] };
    filter.allow_if(libc::SYS_fcntl, one_of(1, &[FCNTLS, locks].concat()));
    if allowance.locks {
        filter.allow(&[libc::SYS_flock]);
    }
    filter.allow_if(libc::SYS_prctl, one_of(0, PRCTLS));
    filter.allow_if(libc::SYS_personality, one_of(0, &[0, 0xffff_ffff]));
    for call in ABOUT_ONESELF {
        filter.allow_if(*call, one_of(0, &[0]));
    }
    if !allowance.affinity {
        filter.refuse(libc::SYS_sched_setaffinity);
    }
    let (user, group) = allowance.ids;
    for (calls, id) in [(USER_CHANGES, user), (GROUP_CHANGES, group)] {
        for (call, arguments) in calls {
            filter.allow_if(*call, all_one_of(*arguments, &[id, UNCHANGED]));
        }
    }
    for call in SIGNALS {
        match allowance.signals {
            Signals::Anybody => filter.allow(&[*call]),
            Signals::Itself(process) => filter.allow_if(*call, one_of(0, &[u64::from(process)])),
        }
    }
    filter
}

/// An argument is this value.
fn is(argument: u8, value: u32) -> Condition {
    Condition { argument, mask: u32::MAX, value }
}

/// Of these bits of an argument those are set that are in the value, and no others.
fn bits(argument: u8, mask: u32, value: u32) -> Condition {
    Condition { argument, mask, value }
}

/// The argument is one of these values, each of 32 bits.
fn one_of(argument: u8, values: &[u64]) -> Vec<Conditions> {
    values.iter().filter_map(|value| Some(vec![is(argument, u32::try_from(*value).ok()?)])).collect()
}

/// Each of the first so many arguments is one of these values.
fn all_one_of(arguments: u8, values: &[u32]) -> Vec<Conditions> {
    let mut rules: Vec<Conditions> = vec![Vec::new()];
    for argument in 0..arguments {
        let longer = |rule: Conditions| {
            let last = values.iter().map(move |value| is(argument, *value));
            last.map(move |last| rule.iter().copied().chain([last]).collect())
        };
        rules = rules.into_iter().flat_map(longer).collect();
    }
    rules
}

/// Opening what is there, to read it.
fn opened_for_reading(argument: u8) -> Conditions {
    vec![bits(argument, (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC).cast_unsigned(), 0)]
}

/// Threads, and processes if they are allowed; no new namespaces, and no children that pass for
/// somebody else's.
fn clone_flags(processes: bool) -> Conditions {
    let forbidden = libc::CLONE_NEWNS
        | libc::CLONE_NEWCGROUP
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUSER
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNET
        | libc::CLONE_PARENT
        | libc::CLONE_UNTRACED;
    let (forbidden, thread) = (forbidden.cast_unsigned(), libc::CLONE_THREAD.cast_unsigned());
    vec![if processes { bits(0, forbidden, 0) } else { bits(0, forbidden | thread, thread) }]
}

/// Mappings that the limit on memory counts: neither shared with nobody but one's children, nor
/// growing like a stack.
fn mapping_flags() -> Vec<Conditions> {
    let [shared, anonymous, growing] =
        [libc::MAP_SHARED, libc::MAP_ANONYMOUS, libc::MAP_GROWSDOWN].map(i32::cast_unsigned);
    [shared | growing, anonymous | growing].map(|flags| vec![bits(3, flags, 0)]).to_vec()
}

/// Opening under a name; the flag is what `O_TMPFILE` has beside `O_DIRECTORY`.
fn no_nameless_file(argument: u8) -> Conditions {
    vec![bits(argument, (libc::O_TMPFILE & !libc::O_DIRECTORY).cast_unsigned(), 0)]
}

/// Permissions that make nobody somebody else.
fn ordinary_permissions(argument: u8) -> Conditions {
    vec![bits(argument, libc::S_ISUID | libc::S_ISGID, 0)]
}

/// Streams only: a datagram socket, though one of a pair, can send to any other by name.
fn socket_pairs() -> Vec<Conditions> {
    let pair = |kind: i32| vec![is(0, libc::AF_UNIX.cast_unsigned()), bits(1, 0xf, kind.cast_unsigned())];
    [libc::SOCK_STREAM, libc::SOCK_SEQPACKET].map(pair).to_vec()
}

const FILES: &[c_long] = &[
    libc::SYS_chdir,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fchdir,
    libc::SYS_fdatasync,
    libc::SYS_fgetxattr,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_linkat,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_lseek,
    libc::SYS_mkdirat,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_preadv2,
    libc::SYS_pselect6,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_pwritev2,
    libc::SYS_read,
    libc::SYS_readahead,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_symlinkat,
    libc::SYS_sync_file_range,
    libc::SYS_tee,
    libc::SYS_truncate,
    libc::SYS_umask,
    libc::SYS_unlinkat,
    libc::SYS_write,
    libc::SYS_writev,
];

const MEMORY: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_get_mempolicy,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_msync,
    libc::SYS_munlock,
    libc::SYS_munlockall,
    libc::SYS_munmap,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
];

const PROCESS: &[c_long] = &[
    libc::SYS_capget,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_get_robust_list,
    libc::SYS_getcpu,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getpriority,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getattr,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_uname,
    libc::SYS_wait4,
    libc::SYS_waitid,
];

const SIGNALS_AND_TIME: &[c_long] = &[
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_getitimer,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_setitimer,
    libc::SYS_sigaltstack,
    libc::SYS_signalfd4,
    libc::SYS_timer_create,
    libc::SYS_timer_delete,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_gettime,
    libc::SYS_timer_settime,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_gettime,
    libc::SYS_timerfd_settime,
];

/// For pairs of connected sockets, the only ones there can be. Their buffers stay as large as they
/// are.
///
/// Not `sendmsg`, which sends descriptors: those on their way are counted for the whole user, and
/// too many keep others from starting.
const PAIRED_SOCKETS: &[c_long] = &[
    libc::SYS_getpeername,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_sendto,
    libc::SYS_shutdown,
];

/// Calls that only the older architecture has.
#[cfg(target_arch = "x86_64")]
const OLD: &[c_long] = &[
    libc::SYS_access,
    libc::SYS_alarm,
    libc::SYS_arch_prctl,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_getrlimit,
    libc::SYS_link,
    libc::SYS_lstat,
    libc::SYS_mkdir,
    libc::SYS_open,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_setrlimit,
    libc::SYS_signalfd,
    libc::SYS_stat,
    libc::SYS_symlink,
    libc::SYS_time,
    libc::SYS_unlink,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[c_long] = &[libc::SYS_getrlimit, libc::SYS_setrlimit];

/// Changing the times of files, at which Landlock does not look, nor at changing their permissions
/// by name.
#[cfg(target_arch = "x86_64")]
const TIMES: &[c_long] = &[libc::SYS_futimesat, libc::SYS_utime, libc::SYS_utimensat, libc::SYS_utimes];
#[cfg(not(target_arch = "x86_64"))]
const TIMES: &[c_long] = &[libc::SYS_utimensat];

#[cfg(target_arch = "x86_64")]
const FORKS: &[c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const FORKS: &[c_long] = &[];

/// Calls whose first argument names a process or thread, zero being the caller.
const ABOUT_ONESELF: &[c_long] = &[
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
];

/// Calls that send a signal; the first argument is the process.
const SIGNALS: &[c_long] = &[
    libc::SYS_kill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_tgkill,
    libc::SYS_tkill,
];

/// Questions about a descriptor, and how it behaves. Nothing that types into a terminal or sends
/// signals when something can be read.
const IOCTLS: &[u64] = &[
    libc::FIOCLEX,
    libc::FIONBIO,
    libc::FIONCLEX,
    libc::FIONREAD,
    libc::TCGETS,
    libc::TIOCGPGRP,
    libc::TIOCGWINSZ,
];

/// Copies and flags. Not who gets signals, and not the size of pipes.
const FCNTLS: &[u64] = &[
    libc::F_DUPFD as u64,
    libc::F_DUPFD_CLOEXEC as u64,
    libc::F_GETFD as u64,
    libc::F_GETFL as u64,
    libc::F_GETPIPE_SZ as u64,
    libc::F_SETFD as u64,
    libc::F_SETFL as u64,
];

const FCNTL_LOCKS: &[u64] = &[
    libc::F_GETLK as u64,
    libc::F_OFD_GETLK as u64,
    libc::F_OFD_SETLK as u64,
    libc::F_OFD_SETLKW as u64,
    libc::F_SETLK as u64,
    libc::F_SETLKW as u64,
];

/// The argument of an id that stays as it is.
const UNCHANGED: u32 = u32::MAX;

/// Becoming a user or group, with the number of ids that are given. Shells, `make` and
/// `posix_spawn` become the user they are.
const USER_CHANGES: &[(c_long, u8)] =
    &[(libc::SYS_setuid, 1), (libc::SYS_setreuid, 2), (libc::SYS_setresuid, 3)];
const GROUP_CHANGES: &[(c_long, u8)] =
    &[(libc::SYS_setgid, 1), (libc::SYS_setregid, 2), (libc::SYS_setresgid, 3)];

/// What the launcher does while its program runs: look, wait, signal (as the program's user, where
/// that is another), pack what was made, report, and remove the scratch folder.
const LAUNCHER: &[c_long] = &[
    libc::SYS_brk,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_eventfd2,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fcntl,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getdents64,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_kill,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_memfd_create,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_openat2,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_read,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_recvmsg,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_sendfile,
    libc::SYS_sendmsg,
    libc::SYS_set_robust_list,
    libc::SYS_setgroups,
    libc::SYS_setresgid,
    libc::SYS_setresuid,
    libc::SYS_sigaltstack,
    libc::SYS_statx,
    libc::SYS_tgkill,
    libc::SYS_unlinkat,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_write,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
];

/// Names, timers, privileges given up. Not whether the process can be looked at: the watch looks at
/// it.
const PRCTLS: &[u64] = &[
    libc::PR_CAPBSET_READ as u64,
    libc::PR_GET_DUMPABLE as u64,
    libc::PR_GET_NAME as u64,
    libc::PR_GET_NO_NEW_PRIVS as u64,
    libc::PR_GET_SECCOMP as u64,
    libc::PR_GET_TIMERSLACK as u64,
    libc::PR_SET_NAME as u64,
    libc::PR_SET_NO_NEW_PRIVS as u64,
    libc::PR_SET_PDEATHSIG as u64,
    libc::PR_SET_THP_DISABLE as u64,
    libc::PR_SET_TIMERSLACK as u64,
    libc::PR_SET_VMA as u64,
];
