/*
 * Preloaded into a server under test: gets LMDB's calls to the system for files named data.mdb.
 *
 * DISK_TRACE=FILE       appends what was written and synced to FILE, each event whole and in order.
 * DISK_FAIL_PATH=PART   of files whose path ends in PART (shard-0/log/data.mdb) the call number
 * DISK_FAIL_NTH=N       N (from 1) of the kind
 * DISK_FAIL_CALL=KIND   write (pages), sync (fdatasync) or meta (a write with its own sync)
 * DISK_FAIL_ERRNO=E     fails with E,
 * DISK_FAIL_COUNT=C     and so do the C - 1 calls after it. A call that fails does nothing.
 *
 * Zeros that a log has written ahead (write to a descriptor with O_APPEND) are traced, and never fail.
 *
 * An event: type, own sync (1 byte each), length of the path (2), number (4), offset (8), length
 * (8), path, and the bytes of a write. Types: W a write begins, E a write ended, S a sync begins,
 * T a sync ended. The call itself happens between its two events.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct event {
  uint8_t type;
  uint8_t own_sync;
  uint16_t path_length;
  uint32_t number;
  uint64_t offset;
  uint64_t length;
} __attribute__((packed));

static int trace = -1;
static _Atomic uint32_t numbers;
static _Atomic int calls;
/* One write of a data file at a time: where an append stands is known only when it has been made. */
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static const char *fail_path, *fail_call;
static int fail_nth, fail_errno, fail_count;

static int number_of(const char *name, int usual) {
  const char *text = getenv(name);
  return text == NULL ? usual : atoi(text);
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("DISK_TRACE");
  if (path != NULL) trace = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  fail_path = getenv("DISK_FAIL_PATH");
  fail_call = getenv("DISK_FAIL_CALL");
  fail_nth = number_of("DISK_FAIL_NTH", 0);
  fail_errno = number_of("DISK_FAIL_ERRNO", EIO);
  fail_count = number_of("DISK_FAIL_COUNT", 1);
}

static int ends_in(const char *path, const char *part) {
  size_t length = strlen(path), wanted = strlen(part);
  return length >= wanted && strcmp(path + length - wanted, part) == 0;
}

/* Whether a descriptor is a file named data.mdb, and then its path. Keeps errno. */
static int is_data_file(int fd, char path[512]) {
  char link[64];
  int before = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, 511);
  errno = before;
  if (length <= 0) return 0;
  path[length] = 0;
  return ends_in(path, "/data.mdb");
}

static int own_sync(int fd) { return (fcntl(fd, F_GETFL) & O_DSYNC) != 0; }

static int fails(const char *path, const char *call) {
  if (fail_path == NULL || strcmp(call, fail_call) != 0 || !ends_in(path, fail_path)) return 0;
  int call_number = ++calls;
  if (call_number < fail_nth || call_number >= fail_nth + fail_count) return 0;
  errno = fail_errno;
  return 1;
}

static void tell(struct event event, const char *path, const struct iovec *data, int count) {
  if (trace < 0) return;
  struct iovec parts[70] = {{&event, sizeof event}, {(void *)path, strlen(path)}};
  event.path_length = strlen(path);
  if (count > 64) abort();
  for (int at = 0; at < count; at++) parts[2 + at] = data[at];
  int before = errno;
  if (syscall(SYS_writev, trace, parts, 2 + count) < 0) abort();
  errno = before;
}

static size_t total(const struct iovec *data, int count) {
  size_t length = 0;
  for (int at = 0; at < count; at++) length += data[at].iov_len;
  return length;
}

typedef ssize_t (*write_call)(int, const void *, size_t);
typedef ssize_t (*pwrite_call)(int, const void *, size_t, off64_t);
typedef ssize_t (*writev_call)(int, const struct iovec *, int);
typedef int (*sync_call)(int);

static ssize_t at_offset(const char *name, int fd, const void *bytes, size_t length, off64_t offset) {
  pwrite_call real = (pwrite_call)dlsym(RTLD_NEXT, name);
  char path[512];
  if (!is_data_file(fd, path)) return real(fd, bytes, length, offset);
  int synced = own_sync(fd);
  if (fails(path, synced ? "meta" : "write")) return -1;
  struct iovec data = {(void *)bytes, length};
  struct event event = {'W', synced, 0, ++numbers, offset, length};
  pthread_mutex_lock(&writing);
  tell(event, path, &data, 1);
  ssize_t written = real(fd, bytes, length, offset);
  event.type = 'E';
  if (written == (ssize_t)length) tell(event, path, NULL, 0);
  pthread_mutex_unlock(&writing);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  write_call real = (write_call)dlsym(RTLD_NEXT, "write");
  char path[512];
  if (trace < 0 || !is_data_file(fd, path)) return real(fd, bytes, length);
  pthread_mutex_lock(&writing);
  ssize_t written = real(fd, bytes, length);
  if (written > 0) {
    struct iovec data = {(void *)bytes, written};
    struct event event = {'W', 0, 0, ++numbers, lseek64(fd, 0, SEEK_CUR) - written, written};
    tell(event, path, &data, 1);
    event.type = 'E';
    tell(event, path, NULL, 0);
  }
  pthread_mutex_unlock(&writing);
  return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return at_offset("pwrite64", fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return at_offset("pwrite", fd, bytes, length, offset);
}

ssize_t writev(int fd, const struct iovec *data, int count) {
  writev_call real = (writev_call)dlsym(RTLD_NEXT, "writev");
  char path[512];
  if (!is_data_file(fd, path)) return real(fd, data, count);
  if (fails(path, "write")) return -1;
  size_t length = total(data, count);
  struct event event = {'W', own_sync(fd), 0, ++numbers, lseek64(fd, 0, SEEK_CUR), length};
  pthread_mutex_lock(&writing);
  tell(event, path, data, count);
  ssize_t written = real(fd, data, count);
  event.type = 'E';
  if (written == (ssize_t)length) tell(event, path, NULL, 0);
  pthread_mutex_unlock(&writing);
  return written;
}

static int synced(const char *name, int fd) {
  sync_call real = (sync_call)dlsym(RTLD_NEXT, name);
  char path[512];
  if (!is_data_file(fd, path)) return real(fd);
  if (fails(path, "sync")) return -1;
  struct event event = {'S', 0, 0, ++numbers, 0, 0};
  tell(event, path, NULL, 0);
  int result = real(fd);
  event.type = 'T';
  if (result == 0) tell(event, path, NULL, 0);
  return result;
}

int fdatasync(int fd) { return synced("fdatasync", fd); }

int fsync(int fd) { return synced("fsync", fd); }
