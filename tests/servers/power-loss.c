/*
 * Records what a loss of power would leave of SQLite files: LD_PRELOAD=power-loss.so POWER_LOSS=<folder> <command>.
 * <folder>/<name> is a file as it was when its last sync began, and <folder>/<name>.later has all later writes as records
 * of offset, length (8 bytes each) and data; a length of -1 sets the size of the file to the offset.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the name of the file if it is a database or its log, and NULL otherwise. */
static const char *find_name(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0 || getenv("POWER_LOSS") == NULL) return NULL;
  path[length] = 0;
  size_t size = (size_t)length;
  if ((size > 3 && strcmp(path + size - 3, ".db") == 0) || (size > 7 && strcmp(path + size - 7, ".db-wal") == 0))
    return strrchr(path, '/') + 1;
  return NULL;
}

static int open_record(const char *name, const char *suffix, int flags) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s%s", getenv("POWER_LOSS"), name, suffix);
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CREAT | O_CLOEXEC, 0600);
}

static void put(int fd, const void *data, size_t size) {
  if (syscall(SYS_write, fd, data, size) != (long)size) abort();
}

static void record_write(const char *name, const void *data, int64_t size, int64_t offset) {
  int fd = open_record(name, ".later", O_WRONLY | O_APPEND);
  int64_t head[2] = {offset, size};
  put(fd, head, sizeof head);
  if (size > 0) put(fd, data, (size_t)size);
  close(fd);
}

static void record_sync(int source, const char *name) {
  static char buffer[1 << 20];
  int fd = open_record(name, ".new", O_WRONLY | O_TRUNC);
  off_t offset = 0;
  for (;;) {
    long size = syscall(SYS_pread64, source, buffer, sizeof buffer, offset);
    if (size <= 0) break;
    put(fd, buffer, (size_t)size);
    offset += size;
  }
  close(fd);
  char from[PATH_MAX], to[PATH_MAX];
  snprintf(from, sizeof from, "%s/%s.new", getenv("POWER_LOSS"), name);
  snprintf(to, sizeof to, "%s/%s", getenv("POWER_LOSS"), name);
  /* The later writes first: without them, the old copy is a state that the disk can have. */
  close(open_record(name, ".later", O_WRONLY | O_TRUNC));
  rename(from, to);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  char path[PATH_MAX];
  const char *name = find_name(fd, path);
  if (name == NULL) return syscall(SYS_pwrite64, fd, data, size, offset);
  pthread_mutex_lock(&lock);
  ssize_t written = syscall(SYS_pwrite64, fd, data, size, offset);
  if (written > 0) record_write(name, data, written, offset);
  pthread_mutex_unlock(&lock);
  return written;
}

int ftruncate64(int fd, off64_t size) {
  char path[PATH_MAX];
  const char *name = find_name(fd, path);
  if (name == NULL) return (int)syscall(SYS_ftruncate, fd, size);
  pthread_mutex_lock(&lock);
  int result = (int)syscall(SYS_ftruncate, fd, size);
  if (result == 0) record_write(name, NULL, -1, size);
  pthread_mutex_unlock(&lock);
  return result;
}

/* The record is the disk, so the real one isn't waited for. */
static int sync_file(int fd, long number) {
  char path[PATH_MAX];
  const char *name = find_name(fd, path);
  if (name == NULL) return (int)syscall(number, fd);
  pthread_mutex_lock(&lock);
  record_sync(fd, name);
  pthread_mutex_unlock(&lock);
  return 0;
}

int fsync(int fd) { return sync_file(fd, SYS_fsync); }

/* With POWER_LOSS_LIES, the disk confirms syncs of data that it doesn't do. */
int fdatasync(int fd) { return getenv("POWER_LOSS_LIES") == NULL ? sync_file(fd, SYS_fdatasync) : 0; }
