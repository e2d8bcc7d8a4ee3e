/* A disk that remembers what was asked of it: loaded before the C library, it writes down, in their order, every change to files
 * below a folder, and every sync. What a power cut would have left is made out of that by disk.py.
 *
 * POWERLOSS_FOLDER: whose files, without a slash at its end. POWERLOSS_JOURNAL: where it is written; without one it is not.
 * POWERLOSS_SWITCH: a file; while it is there, and holds the number of an error, each change fails with it: a disk that is full.
 * Files that end in -shm are not noted: SQLite makes them anew after every start. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LONGEST 4096
#define REAL(name) ((__typeof__(&name))real(#name))

struct head {
    char what[8];          /* the first letter counts */
    uint64_t inode, at;    /* of which file; where in it, bytes */
    uint64_t first, second; /* lengths of what follows, bytes */
};

static char folder[LONGEST], turned[LONGEST];
static int journal = -1;
static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void)
{
    const char *where = getenv("POWERLOSS_JOURNAL"), *own = getenv("POWERLOSS_FOLDER"), *fails = getenv("POWERLOSS_SWITCH");
    if (!own)
        return;
    snprintf(folder, sizeof folder, "%s/", own);
    snprintf(turned, sizeof turned, "%s", fails ? fails : "");
    if (where)
        journal = REAL(open)(where, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(char what, uint64_t inode, uint64_t at, const void *one, size_t first, const void *two, size_t second)
{
    struct head head = {{what}, inode, at, first, second};
    __typeof__(&write) out = REAL(write);
    if (journal < 0)
        return;
    if (out(journal, &head, sizeof head) < 0 || out(journal, one, first) < 0 || (second && out(journal, two, second) < 0))
        abort();
}

static int is_ours(const char *path)
{
    size_t length = strlen(path), own = strlen(folder);
    int is_shared = length > 4 && !strcmp(path + length - 4, "-shm");
    int is_in = !strncmp(path, folder, own) || (length == own - 1 && !strncmp(path, folder, length));
    return *folder && is_in && !is_shared;
}

static int fails(void)
{
    char number[16] = "";
    int handle = *turned ? REAL(open)(turned, O_RDONLY | O_CLOEXEC) : -1;
    if (handle < 0)
        return 0;
    if (read(handle, number, sizeof number - 1) > 0)
        errno = atoi(number);
    close(handle);
    return *number != 0;
}

/* The whole path; "" where it cannot be told. */
static void whole(int at, const char *path, char *out)
{
    char link[64], base[LONGEST] = "";
    if (path[0] == '/') {
        snprintf(out, LONGEST, "%s", path);
        return;
    }
    snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0 || snprintf(out, LONGEST, "%s/%s", base, path) >= LONGEST)
        out[0] = 0;
}

static int path_of(int handle, char *out)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, out, LONGEST - 1);
    out[length < 0 ? 0 : length] = 0;
    return length > 0 && is_ours(out);
}

static uint64_t inode_of(int handle)
{
    struct stat told;
    return fstat(handle, &told) ? 0 : told.st_ino;
}

static int opened(__typeof__(&openat) way, int at, const char *path, int flags, mode_t mode)
{
    char name[LONGEST];
    whole(at, path, name);
    if (!is_ours(name) || !(flags & (O_CREAT | O_TRUNC)))
        return way(at, path, flags, mode);
    pthread_mutex_lock(&alone);
    struct stat told;
    int was_there = !stat(name, &told), handle = -1;
    if ((was_there && !(flags & O_TRUNC)) || !fails())
        handle = way(at, path, flags, mode);
    int error = errno;
    if (handle >= 0 && !was_there)
        note('C', inode_of(handle), 0, name, strlen(name), NULL, 0);
    else if (handle >= 0 && (flags & O_TRUNC))
        note('T', inode_of(handle), 0, name, strlen(name), NULL, 0);
    pthread_mutex_unlock(&alone);
    errno = error;
    return handle;
}

#define MODE(flags) mode_t mode = 0; if ((flags) & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
int open(const char *path, int flags, ...) { MODE(flags) return opened(REAL(openat), AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(REAL(openat64), AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(REAL(openat), at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(REAL(openat64), at, path, flags, mode); }

static ssize_t written(int handle, const void *bytes, size_t length, off64_t at, int is_positioned)
{
    char name[LONGEST];
    if (!*folder || handle == journal || !path_of(handle, name))
        return is_positioned ? REAL(pwrite64)(handle, bytes, length, at) : REAL(write)(handle, bytes, length);
    pthread_mutex_lock(&alone);
    struct stat told;
    if (!is_positioned)
        at = fcntl(handle, F_GETFL) & O_APPEND && !fstat(handle, &told) ? told.st_size : lseek64(handle, 0, SEEK_CUR);
    ssize_t done = -1;
    if (!fails())
        done = is_positioned ? REAL(pwrite64)(handle, bytes, length, at) : REAL(write)(handle, bytes, length);
    int error = errno;
    if (done > 0)
        note('W', inode_of(handle), (uint64_t)at, name, strlen(name), bytes, (size_t)done);
    pthread_mutex_unlock(&alone);
    errno = error;
    return done;
}

ssize_t write(int handle, const void *bytes, size_t length) { return written(handle, bytes, length, 0, 0); }
ssize_t pwrite(int handle, const void *bytes, size_t length, off_t at) { return written(handle, bytes, length, at, 1); }
ssize_t pwrite64(int handle, const void *bytes, size_t length, off64_t at) { return written(handle, bytes, length, at, 1); }

/* Who copies goes by read and write instead. */
ssize_t sendfile(int to, int from, off_t *at, size_t length) { (void)to; (void)from; (void)at; (void)length; errno = EINVAL; return -1; }
ssize_t sendfile64(int to, int from, off64_t *at, size_t length) { (void)to; (void)from; (void)at; (void)length; errno = EINVAL; return -1; }

static int shortened(int handle, off64_t length)
{
    char name[LONGEST];
    if (!path_of(handle, name))
        return REAL(ftruncate64)(handle, length);
    pthread_mutex_lock(&alone);
    int done = fails() ? -1 : REAL(ftruncate64)(handle, length), error = errno;
    if (!done)
        note('T', inode_of(handle), (uint64_t)length, name, strlen(name), NULL, 0);
    pthread_mutex_unlock(&alone);
    errno = error;
    return done;
}

int ftruncate(int handle, off_t length) { return shortened(handle, length); }
int ftruncate64(int handle, off64_t length) { return shortened(handle, length); }

static int synced(__typeof__(&fsync) way, int handle)
{
    char name[LONGEST];
    if (!path_of(handle, name))
        return way(handle);
    pthread_mutex_lock(&alone);
    int done = fails() ? -1 : 0, error = errno; /* the real disk need not: nothing of it is pulled out */
    if (!done)
        note('S', inode_of(handle), 0, name, strlen(name), NULL, 0);
    pthread_mutex_unlock(&alone);
    errno = error;
    return done;
}

int fsync(int handle) { return synced(REAL(fsync), handle); }
int fdatasync(int handle) { return synced(REAL(fdatasync), handle); }

static int renamed(int from_at, const char *from, int to_at, const char *to)
{
    char one[LONGEST], two[LONGEST];
    whole(from_at, from, one), whole(to_at, to, two);
    if (!is_ours(one) && !is_ours(two))
        return REAL(renameat)(from_at, from, to_at, to);
    pthread_mutex_lock(&alone);
    int done = fails() ? -1 : REAL(renameat)(from_at, from, to_at, to), error = errno;
    if (!done)
        note('R', 0, 0, one, strlen(one), two, strlen(two));
    pthread_mutex_unlock(&alone);
    errno = error;
    return done;
}

int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int from_at, const char *from, int to_at, const char *to) { return renamed(from_at, from, to_at, to); }

static int linked(int from_at, const char *from, int to_at, const char *to, int flags)
{
    char one[LONGEST], two[LONGEST];
    whole(from_at, from, one), whole(to_at, to, two);
    if (!is_ours(one) && !is_ours(two))
        return REAL(linkat)(from_at, from, to_at, to, flags);
    pthread_mutex_lock(&alone);
    int done = fails() ? -1 : REAL(linkat)(from_at, from, to_at, to, flags), error = errno;
    if (!done)
        note('L', 0, 0, one, strlen(one), two, strlen(two));
    pthread_mutex_unlock(&alone);
    errno = error;
    return done;
}

int link(const char *from, const char *to) { return linked(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int from_at, const char *from, int to_at, const char *to, int flags) { return linked(from_at, from, to_at, to, flags); }

static int removed(int at, const char *path, int flags)
{
    char name[LONGEST];
    whole(at, path, name);
    if (!is_ours(name))
        return REAL(unlinkat)(at, path, flags);
    pthread_mutex_lock(&alone);
    int done = REAL(unlinkat)(at, path, flags), error = errno; /* a full disk lets go of files */
    if (!done)
        note('U', 0, 0, name, strlen(name), NULL, 0);
    pthread_mutex_unlock(&alone);
    errno = error;
    return done;
}

int unlink(const char *path) { return removed(AT_FDCWD, path, 0); }
int unlinkat(int at, const char *path, int flags) { return removed(at, path, flags); }
int rmdir(const char *path) { return removed(AT_FDCWD, path, AT_REMOVEDIR); }

static int made(int at, const char *path, mode_t mode)
{
    char name[LONGEST];
    whole(at, path, name);
    if (!is_ours(name))
        return REAL(mkdirat)(at, path, mode);
    pthread_mutex_lock(&alone);
    int done = fails() ? -1 : REAL(mkdirat)(at, path, mode), error = errno;
    if (!done)
        note('M', 0, 0, name, strlen(name), NULL, 0);
    pthread_mutex_unlock(&alone);
    errno = error;
    return done;
}

int mkdir(const char *path, mode_t mode) { return made(AT_FDCWD, path, mode); }
int mkdirat(int at, const char *path, mode_t mode) { return made(at, path, mode); }
