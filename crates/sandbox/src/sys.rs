//! The few system calls that nobody wraps safely.
#![allow(unsafe_code, reason = "each call is small, and says why it is sound")]

use rustix::process::Pid;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

/// Runs `prepare` in the process that executes `command`, before the program takes its place.
///
/// # Safety
/// The process that executes the command must be a copy of one with a single thread: then nothing
/// is locked by somebody who does not exist in it, and `prepare` may allocate.
pub(crate) unsafe fn before_exec(
    command: &mut Command,
    prepare: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
) {
    // SAFETY: as the caller promises, the copy made by fork is a whole, ordinary process.
    unsafe { command.pre_exec(prepare) };
}

/// Makes a copy of this process, born in a control group if one is given; the copy gets `None`.
///
/// To be born there costs nothing. To move there costs a grace period of the kernel's, ten
/// milliseconds or more.
///
/// # Safety
/// The process must have a single thread: the copy has only the one that called, and what another
/// held locked stays locked.
pub(crate) unsafe fn fork(group: Option<BorrowedFd<'_>>) -> io::Result<Option<Pid>> {
    const CLONE_INTO_CGROUP: u64 = 0x2_0000_0000;
    let Some(group) = group else {
        // SAFETY: there is one thread, as the caller promises, so that the copy is a whole,
        // ordinary process.
        return copy_of(unsafe { libc::fork() }.into());
    };
    // SAFETY: all-zero bytes are a valid value of this structure of numbers.
    let mut arguments: libc::clone_args = unsafe { std::mem::zeroed() };
    arguments.flags = CLONE_INTO_CGROUP;
    arguments.exit_signal = libc::SIGCHLD as u64;
    arguments.cgroup = group.as_raw_fd() as u64;
    // SAFETY: the structure outlives the call and says its own size. Without a stack of its own the
    // copy is that of fork.
    copy_of(unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<libc::clone_args>()) })
}

fn copy_of(result: libc::c_long) -> io::Result<Option<Pid>> {
    match result {
        0 => Ok(None),
        number if number > 0 => Ok(Pid::from_raw(number as i32)),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Lets an interrupt from the keyboard pass by this process. Programs that it starts are
/// interrupted as usual: what handles a signal here is not inherited, unlike ignoring it.
pub(crate) fn leave_interrupts_to_others() -> io::Result<()> {
    extern "C" fn pass(_: libc::c_int) {}
    // SAFETY: all-zero bytes are a valid value of this structure: no flags, an empty mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = pass as extern "C" fn(libc::c_int) as libc::sighandler_t;
    action.sa_flags = libc::SA_RESTART;
    // SAFETY: the structure outlives the call, and a handler that does nothing may run at any
    // moment.
    let result = unsafe { libc::sigaction(libc::SIGINT, &raw const action, std::ptr::null_mut()) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Ends this process at once, without anything that is usually done at the end.
pub(crate) fn exit_now(status: i32) -> ! {
    // SAFETY: takes a number, and does not return.
    unsafe { libc::_exit(status) }
}

/// Moves this process into new namespaces; a new process namespace is for its children only.
///
/// # Safety
/// The process must have a single thread, and nothing in it may depend on paths it has looked up
/// before.
pub(crate) unsafe fn unshare(namespaces: libc::c_int) -> io::Result<()> {
    // SAFETY: takes a number. No other thread shares what is separated, as the caller promises.
    let result = unsafe { libc::unshare(namespaces) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// What a mount forbids.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MountRules(u64);

impl MountRules {
    pub(crate) const READ_ONLY: Self = Self(1);
    pub(crate) const NO_SETUID: Self = Self(2);
    pub(crate) const NO_DEVICES: Self = Self(4);
    pub(crate) const NO_EXECUTION: Self = Self(8);

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The kernel's `mount_attr`, in its first version.
#[repr(C)]
struct MountAttr {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

/// Adds rules to a mount. What is mounted in the original later does not appear in it.
pub(crate) fn restrict_mount(mount: BorrowedFd<'_>, rules: MountRules) -> io::Result<()> {
    set_mount_rules(mount, rules, libc::AT_EMPTY_PATH)
}

/// The same for a mount with everything mounted below it.
pub(crate) fn restrict_mounts(mount: BorrowedFd<'_>, rules: MountRules) -> io::Result<()> {
    set_mount_rules(mount, rules, libc::AT_EMPTY_PATH | libc::AT_RECURSIVE)
}

fn set_mount_rules(mount: BorrowedFd<'_>, rules: MountRules, flags: libc::c_int) -> io::Result<()> {
    let attributes = MountAttr { set: rules.0, clear: 0, propagation: libc::MS_PRIVATE, user_namespace: 0 };
    // SAFETY: the path is an empty string, and the structure outlives the call, which is told its
    // size.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &raw const attributes,
            size_of::<MountAttr>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The name of this machine, as its programs see it.
pub(crate) fn set_host_name(name: &str) -> io::Result<()> {
    // SAFETY: the text outlives the call, which is told its length.
    let result = unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Closes every descriptor from 3 on: what was left open by whoever started us is no business of
/// the program's.
///
/// # Safety
/// Nothing in this process may own a descriptor yet, apart from the standard three.
pub(crate) unsafe fn close_inherited() -> io::Result<()> {
    // SAFETY: takes three numbers. Nothing in this process owns a descriptor yet, as the caller
    // promises.
    let result = unsafe { libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, 0_u32) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// The version of Landlock that the kernel has.
pub(crate) fn landlock_version() -> io::Result<u32> {
    const LANDLOCK_CREATE_RULESET_VERSION: u32 = 1;
    let nothing = std::ptr::null::<libc::c_void>();
    // SAFETY: with this flag the call takes no structure and makes no descriptor.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0_usize, LANDLOCK_CREATE_RULESET_VERSION)
    };
    u32::try_from(version).map_err(|_| io::Error::last_os_error())
}

/// CPU time of one process with all its threads.
pub(crate) fn process_cpu_time(pid: u32) -> io::Result<Duration> {
    let pid = libc::pid_t::try_from(pid).map_err(io::Error::other)?;
    let (mut clock, mut time) = (0, libc::timespec { tv_sec: 0, tv_nsec: 0 });
    // SAFETY: both pointers are to local variables of the right type.
    let result = unsafe {
        match libc::clock_getcpuclockid(pid, &raw mut clock) {
            0 => libc::clock_gettime(clock, &raw mut time),
            error => return Err(io::Error::from_raw_os_error(error)),
        }
    };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Ok(Duration::new(seconds.unwrap_or(0), nanoseconds.unwrap_or(0)))
}

/// In what parts of a second `/proc` counts CPU time.
pub(crate) fn ticks_per_second() -> u64 {
    // SAFETY: takes a number and returns one.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    u64::try_from(ticks).unwrap_or(0).max(1)
}

/// CPU time of this thread.
pub(crate) fn own_cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// What a CPU counter has counted.
pub(crate) fn read_counter(counter: &OwnedFd) -> io::Result<Duration> {
    let mut nanoseconds = [0; 8];
    rustix::io::read(counter, &mut nanoseconds)?;
    Ok(Duration::from_nanos(u64::from_ne_bytes(nanoseconds)))
}

/// What the children that were waited for, with theirs, have used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    pub(crate) cpu: Duration,
    /// Of the largest.
    pub(crate) peak_memory: u64,
}

/// What the children that were waited for have used.
pub(crate) fn usage_of_children() -> Usage {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to a local variable of the right type, of which all-zero bytes are a
    // valid value.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let duration = |time: libc::timeval| {
        let micros = u64::try_from(time.tv_usec).unwrap_or(0);
        Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or(0)) + Duration::from_micros(micros)
    };
    Usage {
        cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
        peak_memory: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
    }
}

/// The first part of the kernel's `perf_event_attr`, which is all that version 0 of it had.
#[repr(C)]
#[derive(Default)]
struct PerfEventAttr {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_events: u32,
    breakpoint_type: u32,
    config1: u64,
}

const PERF_TYPE_SOFTWARE: u32 = 1;
const PERF_COUNT_SW_TASK_CLOCK: u64 = 1;
const PERF_DISABLED: u64 = 1;
const PERF_INHERIT: u64 = 1 << 1;
/// Asked of those who are not root; this counter counts time in the kernel all the same.
const PERF_EXCLUDE_KERNEL: u64 = 1 << 5;
const PERF_EXCLUDE_HYPERVISOR: u64 = 1 << 6;
const PERF_ENABLE_ON_EXEC: u64 = 1 << 12;
const PERF_FLAG_FD_CLOEXEC: libc::c_ulong = 1 << 3;

/// A counter of the CPU time, in nanoseconds, of the processes that this one starts from now on,
/// each from its exec on, with everything they will start. This process itself executes nothing,
/// and is not counted.
pub(crate) fn task_clock_of_children() -> io::Result<OwnedFd> {
    open_task_clock(PERF_INHERIT | PERF_ENABLE_ON_EXEC)
}

/// A counter that counts nothing. While it is open the kernel keeps its counters ready; the first
/// one costs a grace period of the kernel's, five milliseconds or more.
pub(crate) fn idle_task_clock() -> io::Result<OwnedFd> {
    open_task_clock(0)
}

fn open_task_clock(flags: u64) -> io::Result<OwnedFd> {
    let attributes = PerfEventAttr {
        kind: PERF_TYPE_SOFTWARE,
        size: size_of::<PerfEventAttr>() as u32,
        config: PERF_COUNT_SW_TASK_CLOCK,
        flags: flags | PERF_DISABLED | PERF_EXCLUDE_KERNEL | PERF_EXCLUDE_HYPERVISOR,
        ..PerfEventAttr::default()
    };
    let (this_process, any_cpu, no_group) = (0, -1, -1);
    // SAFETY: the structure outlives the call and says its own size; a result that is not negative
    // is a new descriptor nobody owns.
    unsafe {
        let fd = libc::syscall(
            libc::SYS_perf_event_open,
            &raw const attributes,
            this_process,
            any_cpu,
            no_group,
            PERF_FLAG_FD_CLOEXEC,
        );
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(OwnedFd::from_raw_fd(fd as RawFd))
    }
}
