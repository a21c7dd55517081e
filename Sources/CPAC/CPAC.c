#include "CPAC.h"

#include <duktape.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct cpac {
    duk_context *heap;
    size_t taken;
    size_t limit;
};

// MARK: Memory, counted: each block begins with its size.

typedef union {
    size_t size;
    max_align_t alignment;
} header;

static void *take(void *pointer, duk_size_t size) {
    cpac *self = pointer;
    if (size == 0 || size > self->limit || self->taken > self->limit - size) return NULL;
    header *block = malloc(sizeof(header) + size);
    if (block == NULL) return NULL;
    block->size = size;
    self->taken += size;
    return block + 1;
}

static void give_back(void *pointer, void *memory) {
    cpac *self = pointer;
    if (memory == NULL) return;
    header *block = (header *)memory - 1;
    self->taken -= block->size;
    free(block);
}

static void *resize(void *pointer, void *memory, duk_size_t size) {
    cpac *self = pointer;
    if (memory == NULL) return take(pointer, size);
    if (size == 0) {
        give_back(pointer, memory);
        return NULL;
    }
    header *block = (header *)memory - 1;
    size_t others = self->taken - block->size;
    if (size > self->limit || others > self->limit - size) return NULL;
    header *moved = realloc(block, sizeof(header) + size);
    if (moved == NULL) return NULL;
    moved->size = size;
    self->taken = others + size;
    return moved + 1;
}

/// Errors outside of a protected call, of which there are none but with the memory at its end.
static void fail(void *pointer, const char *message) {
    (void)pointer;
    (void)message;
    _exit(70);
}

// MARK: Calls, protected: what is thrown ends there. At the bottom of the stack lies the function that answers.

typedef struct {
    const char *text;
    size_t length;
} words;

static duk_ret_t prepare(duk_context *heap, void *pointer) {
    words *functions = pointer;
    duk_push_lstring(heap, functions->text, functions->length);
    duk_push_string(heap, "functions");
    duk_compile(heap, DUK_COMPILE_EVAL);
    duk_call(heap, 0);
    duk_require_function(heap, -1);
    return 1;
}

static duk_ret_t answer(duk_context *heap, void *pointer) {
    words *text = pointer;
    duk_dup(heap, 0);
    duk_push_lstring(heap, text->text, text->length);
    duk_call(heap, 1);
    duk_require_string(heap, -1);
    return 1;
}

cpac *cpac_new(const char *functions, size_t length, size_t memory) {
    cpac *self = calloc(1, sizeof(cpac));
    if (self == NULL) return NULL;
    self->limit = memory;
    self->heap = duk_create_heap(take, resize, give_back, self, fail);
    words text = {functions, length};
    if (self->heap == NULL || duk_safe_call(self->heap, prepare, &text, 0, 1) != DUK_EXEC_SUCCESS) {
        cpac_free(self);
        return NULL;
    }
    return self;
}

const char *cpac_answer(cpac *self, const char *line, size_t length) {
    words text = {line, length};
    duk_set_top(self->heap, 1);
    if (duk_safe_call(self->heap, answer, &text, 0, 1) != DUK_EXEC_SUCCESS) return NULL;
    return duk_get_string(self->heap, -1);
}

void cpac_free(cpac *self) {
    if (self == NULL) return;
    if (self->heap != NULL) duk_destroy_heap(self->heap);
    free(self);
}

// MARK: Confinement

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define ALLOW(call) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static int filter_calls(void) {
    struct sock_filter program[] = {
        FIELD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        FIELD(nr),
        ALLOW(read),
        ALLOW(write),
        ALLOW(brk),
        ALLOW(munmap),
        ALLOW(mremap),
        ALLOW(madvise),
        ALLOW(futex),
        ALLOW(clock_gettime),
        ALLOW(gettimeofday),
        ALLOW(getrandom),
        ALLOW(setitimer),
        ALLOW(restart_syscall),
        ALLOW(rt_sigreturn),
        ALLOW(exit),
        ALLOW(exit_group),
        // Memory that no program can be put into.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 3),
        FIELD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 4 /* PROT_EXEC */, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    };
    struct sock_fprog filter = {sizeof(program) / sizeof(program[0]), program};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
#else
static int filter_calls(void) { return 0; }
#endif

int cpac_confine(void) {
    // The file of the time zone cannot be opened later. glibc looks at it again for each mktime, unless TZ says which.
    setenv("TZ", ":/etc/localtime", 0);
    tzset();
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_NPROC, &none);
    setrlimit(RLIMIT_NOFILE, &none);
    return filter_calls();
}

void cpac_limit_time(long seconds) {
    // SIGVTALRM ends a process that does not ask for it.
    struct itimerval time = {{0, 0}, {seconds, 0}};
    setitimer(ITIMER_VIRTUAL, &time, NULL);
}
