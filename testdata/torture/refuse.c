// Fails one call of the system in a program that is started with this library in LD_PRELOAD:
//   REFUSE_BELOW  the start of the paths that are meant
//   REFUSE_CALL   open, write, rename, mkdir or close
//   REFUSE_ERROR  the number of the error
//   REFUSE_AT     the number of the call, from 1
// Calls that only read are none of them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int calls;

static int refuse(const char *call, const char *path) {
    const char *below = getenv("REFUSE_BELOW"), *name = getenv("REFUSE_CALL"), *at = getenv("REFUSE_AT");
    if (!below || !name || !at || strcmp(call, name) || strncmp(path, below, strlen(below)) ||
        !strstr(path, "/counts/"))
        return 0;
    if (__sync_add_and_fetch(&calls, 1) != atoi(at))
        return 0;
    errno = atoi(getenv("REFUSE_ERROR"));
    return 1;
}

static int refuse_fd(const char *call, int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n <= 0)
        return 0;
    path[n] = 0;
    return refuse(call, path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list args;                                                                                                  \
        va_start(args, flags);                                                                                         \
        int mode = va_arg(args, int);                                                                                  \
        va_end(args);                                                                                                  \
        if ((flags & O_ACCMODE) != O_RDONLY && refuse("open", path))                                                   \
            return -1;                                                                                                 \
        return NEXT(name)(path, flags, mode);                                                                          \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *data, size_t n) {
    return refuse_fd("write", fd) ? -1 : NEXT(write)(fd, data, n);
}

int rename(const char *from, const char *to) { return refuse("rename", to) ? -1 : NEXT(rename)(from, to); }

int mkdir(const char *path, mode_t mode) { return refuse("mkdir", path) ? -1 : NEXT(mkdir)(path, mode); }

int close(int fd) {
    if (!refuse_fd("close", fd))
        return NEXT(close)(fd);
    int error = errno;
    NEXT(close)(fd);
    errno = error;
    return -1;
}
