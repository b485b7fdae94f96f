/* What all hostile programs share: their targets, and how they report. */
#ifndef ATTACK_H
#define ATTACK_H

#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* One attack: `hostile NAME KEY=VALUE...` runs it against the targets named by the arguments. */
struct attack {
    const char *name;
    void (*run)(void);
};

/* The tables of attacks, one a subject; each ends with a nameless row. */
extern const struct attack network_attacks[], reading_attacks[], writing_attacks[], quota_attacks[], memory_attacks[],
    process_attacks[], swarm_attacks[], privilege_attacks[], kernel_attacks[], leak_attacks[], clock_attacks[], lock_attacks[];

/* The value of the argument KEY=VALUE. */
const char *target(const char *key);
long target_number(const char *key);
/* Was KEY given at all? */
bool has_target(const char *key);

/* A path below the one given by the argument KEY; valid until the program ends. */
const char *below(const char *key, const char *name);

/* The attack did what it set out to do. */
_Noreturn void succeeded(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The system refused STEP, and `errno` says how. */
_Noreturn void stopped(const char *step);
/* Nothing was refused, and yet the attack had no effect. */
_Noreturn void no_effect(const char *why);

/* Passes a result on, or reports the refusal if it is negative. */
long must(long result, const char *step);
#define MUST(call) must((long)(call), #call)
/* The same for calls that return a pointer. */
void *must_have(void *result, const char *step);
#define MUST_HAVE(call) must_have((call), #call)

/* Says something on standard output at once, without ending. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Reads the whole start of FD and succeeds if the harness's token stands in it. */
_Noreturn void succeed_if_token_in(int fd, const char *what);
/* Copies what stands at SOURCE into a text and succeeds if the token stands in it. */
_Noreturn void succeed_if_token_at(const char *text, size_t length, const char *what);

/* Starts a child or reports the refusal; returns like fork(). */
pid_t must_fork(void);
/* Waits for a child and ends with its verdict: the children of an attack report for it. */
void await_child(pid_t child);

/* Where no launcher stands above the attack, puts a process of the same program there. */
void under_stand_in(void);

/* Stays with what it took. Where it is contained, whoever looks now and then gets ample time to see it, also on a busy machine. */
void hold(void);

/* Uses this thread's CPU for so many milliseconds of its own clock. */
void burn(long milliseconds);

#endif
