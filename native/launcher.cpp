// Starts one untrusted program. Three roles, chosen by the first word; Python writes the command lines (sandbox/box.py and
// sandbox/workspace.py).
//
//   _launcher workspace OPTIONS         mounts an empty file system of limited size, sends its descriptors and ends
//   _launcher start OPTIONS -- COMMAND  opens the counter, takes a core, joins namespaces, gives up root, becomes COMMAND
//   _launcher init OPTIONS -- COMMAND   starts COMMAND under limits, reaps what is left behind, kills the rest, reports
//
// As process 1 of a pid namespace `init` cannot be killed by the program, and whatever the program starts dies with it.
// Elsewhere it is at least the parent of orphans. It reports over a socket: `begun`, and after it has received `go`,
// `ended STATUS USER SYSTEM` (in microseconds) or `failed ERRNO`; `start` sends `counter` with its descriptor, or
// `broken WHY`. When the other end sends anything else or closes, everything is killed.
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int broken = 125;
constexpr int cannot_start = 127;
constexpr int patience_ms = 2000;

struct Bound {
  int kind;
  rlim_t soft;
  rlim_t hard;
};

struct Options {
  int report = -1;
  int core = -1;
  uid_t user = 0;
  bool counter = false;
  const char* folder = nullptr;
  const char* mount_options = nullptr;
  std::vector<int> namespaces;
  std::vector<const char*> covers;
  std::vector<const char*> shown;
  std::vector<Bound> bounds;
  char** command = nullptr;
};

int report_to = -1;

void report(const char* text) { (void)!send(report_to, text, std::strlen(text), MSG_NOSIGNAL); }

[[noreturn]] void fail(const char* what) {
  std::array<char, 512> text{};
  std::snprintf(text.data(), text.size(), "broken %s: %s", what, std::strerror(errno));
  report(text.data());
  _exit(broken);
}

void require(bool is_done, const char* what) {
  if (!is_done) fail(what);
}

Bound read_bound(const char* text) {
  unsigned kind = 0;
  unsigned long long soft = 0;
  unsigned long long hard = 0;
  errno = EINVAL;
  require(std::sscanf(text, "%u:%llu:%llu", &kind, &soft, &hard) == 3, "--limit");
  return {static_cast<int>(kind), soft, hard};
}

Options read_options(char** words) {
  Options options;
  for (; *words != nullptr && std::string_view(*words) != "--"; ++words) {
    const std::string_view word = *words;
    if (word == "--counter") {
      options.counter = true;
      continue;
    }
    const char* value = *++words;
    errno = EINVAL;
    require(value != nullptr, "missing value");
    if (word == "--report") {
      options.report = report_to = std::atoi(value);
    } else if (word == "--core") {
      options.core = std::atoi(value);
    } else if (word == "--user") {
      options.user = static_cast<uid_t>(std::strtoul(value, nullptr, 10));
    } else if (word == "--folder") {
      options.folder = value;
    } else if (word == "--mount-options") {
      options.mount_options = value;
    } else if (word == "--join") {
      options.namespaces.push_back(std::atoi(value));
    } else if (word == "--cover") {
      options.covers.push_back(value);
    } else if (word == "--show") {
      options.shown.push_back(value);
    } else if (word == "--limit") {
      options.bounds.push_back(read_bound(value));
    } else {
      fail("unknown option");
    }
  }
  if (*words != nullptr && words[1] != nullptr) options.command = words + 1;
  return options;
}

// Sends a descriptor with the word that names it, and closes it.
void send_descriptor(std::string_view word, int descriptor) {
  require(descriptor >= 0, word.data());
  iovec text{const_cast<char*>(word.data()), word.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof descriptor)> room{};
  msghdr message{};
  message.msg_iov = &text;
  message.msg_iovlen = 1;
  message.msg_control = room.data();
  message.msg_controllen = room.size();
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  require(sendmsg(report_to, &message, MSG_NOSIGNAL) >= 0, "handing over a descriptor");
  close(descriptor);
}

// Opens a counter of CPU time that all descendants inherit, and sends it.
void send_counter() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_SOFTWARE;
  wanted.config = PERF_COUNT_SW_TASK_CLOCK;
  wanted.inherit = 1;
  // Ordinary users may only count user time; a task clock includes the kernel's part all the same.
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  const long opened = syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  require(opened >= 0, "perf_event_open");
  send_descriptor("counter", static_cast<int>(opened));
}

void write_file(const char* path, const std::string& text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  require(file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), path);
  close(file);
}

// An ordinary user may mount only in a user namespace of its own, in which it keeps its user id.
void unshare_mounts() {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  require(unshare(user == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) == 0, "unshare");
  if (user == 0) return;
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1");
  write_file("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
}

// Mounts a file system that no other process sees. No process stays in its namespaces: the holder of the descriptors keeps
// them and the files alive, and when it ends, all of it is gone.
int mount_workspace(const Options& options) {
  errno = EINVAL;
  require(options.folder != nullptr && options.mount_options != nullptr, "missing option");
  unshare_mounts();
  require(mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) == 0, "mounts of our own");
  require(mount("tmpfs", options.folder, "tmpfs", MS_NOSUID | MS_NODEV, options.mount_options) == 0, options.folder);
  if (geteuid() != 0) send_descriptor("users", open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC));
  send_descriptor("mounts", open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC));
  send_descriptor("folder", open(options.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return 0;
}

void make_folders(const std::string& path) {
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    mkdir(path.substr(0, end).c_str(), 0755);
  }
  require(mkdir(path.c_str(), 0755) == 0 || errno == EEXIST, path.c_str());
}

// In mounts of our own, puts an open folder over each closed one, and in it only what has to be visible.
void open_paths(const Options& options) {
  if (options.covers.empty()) return;
  require(unshare(CLONE_NEWNS) == 0, "unshare");
  require(mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "private mounts");
  std::vector<int> seen;
  for (const char* path : options.shown) {
    seen.push_back(open(path, O_PATH | O_DIRECTORY | O_CLOEXEC));
    require(seen.back() >= 0, path);
  }
  for (const char* path : options.covers) {
    require(mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") == 0, path);
  }
  for (std::size_t index = 0; index < seen.size(); ++index) {
    make_folders(options.shown[index]);
    const std::string source = "/proc/self/fd/" + std::to_string(seen[index]);
    require(mount(source.c_str(), options.shown[index], nullptr, MS_BIND | MS_REC, nullptr) == 0, "bind");
    close(seen[index]);
  }
}

void become_user(uid_t user) {
  if (user == 0) return;
  const gid_t group = user;
  require(setgroups(0, nullptr) == 0, "setgroups");
  require(setresgid(group, group, group) == 0, "setresgid");
  require(setresuid(user, user, user) == 0, "setresuid");
}

// Replaces this process; a bare name is looked up in PATH. Comes back only with an error in errno.
void replace_by(char** command) {
  if (std::strchr(command[0], '/') != nullptr) {
    execv(command[0], command);
    return;
  }
  const char* path = std::getenv("PATH");
  int seen = ENOENT;
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const std::string file = std::string(rest.substr(0, end)) + "/" + command[0];
    execv(file.c_str(), command);
    if (errno != ENOENT && errno != ENOTDIR) seen = errno;
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  errno = seen;
}

// Enters the namespaces of a workspace. The program must not get hold of them.
void join(const Options& options) {
  for (const int joined : options.namespaces) {
    require(setns(joined, 0) == 0, "joining a workspace");
    close(joined);
  }
}

// Should memory run out, the program is to be killed first. It cannot undo that in the sandbox, where `/proc` is
// read-only, nor elsewhere if we have the right to lower scores.
void raise_oom_score() {
  const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score < 0) return;
  (void)!write(score, "1000", 4);
  close(score);
}

int start(const Options& options) {
  errno = EINVAL;
  require(options.command != nullptr, "no command");
  raise_oom_score();
  if (options.core >= 0) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(static_cast<std::size_t>(options.core), &cores);
    require(sched_setaffinity(0, sizeof cores, &cores) == 0, "core");
  }
  // Before root is given up: on some machines only root may count.
  if (options.counter) send_counter();
  join(options);
  open_paths(options);
  become_user(options.user);
  // No signal at the parent's death: a bubblewrap that is killed during set-up leaves a child that waits for it
  // for ever. `init` notices in the end that the other end of the socket is closed.
  replace_by(options.command);
  fail(options.command[0]);
}

#if defined(__x86_64__)
constexpr std::uint32_t own_calls = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_calls = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t own_calls = 0;
#endif
constexpr std::uint32_t first_foreign = 0x40000000;

// Has the kernel refuse the calls that get around a limit: room on the disk that no file's length shows, another core,
// keys that outlive the program, a second way to make any call, and sockets that no network namespace holds back, such as
// those from a virtual machine to its host. Whatever the program starts inherits that.
void refuse_calls() {
  if (own_calls == 0) return;
  struct Refused {
    long call;
    std::uint32_t answer;
  };
  // A request for another core seems to succeed: some programs end otherwise.
  constexpr std::array refused = {
      Refused{SYS_fallocate, EOPNOTSUPP}, Refused{SYS_sched_setaffinity, 0}, Refused{SYS_io_uring_setup, ENOSYS},
      Refused{SYS_add_key, ENOSYS},       Refused{SYS_request_key, ENOSYS},  Refused{SYS_keyctl, ENOSYS},
  };
  const auto load = [](std::size_t offset) {
    return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  };
  const auto answer = [](std::uint32_t number) { return sock_filter BPF_STMT(BPF_RET | BPF_K, number); };
  // The calls of another architecture have other numbers, and no program here needs them.
  std::vector<sock_filter> filter = {
      load(offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_calls, 1, 0),
      answer(SECCOMP_RET_ERRNO | ENOSYS),
      load(offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, first_foreign, 0, 1),
      answer(SECCOMP_RET_ERRNO | ENOSYS),
  };
  for (const auto& [call, number] : refused) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    filter.push_back(answer(SECCOMP_RET_ERRNO | number));
  }
  const std::array sockets = {
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 6),
      load(offsetof(seccomp_data, args)),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 4, 0),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET, 3, 0),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_INET6, 2, 0),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_NETLINK, 1, 0),
      answer(SECCOMP_RET_ERRNO | EAFNOSUPPORT),
  };
  filter.insert(filter.end(), sockets.begin(), sockets.end());
  filter.push_back(answer(SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  // Without the flag some kernels slow the whole program down. A kernel that has no filters has the other limits.
  (void)!syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

// The child's side of the fork, until it executes the program.
[[noreturn]] void become_program(const Options& options, int errors) {
  const auto check = [](bool is_done) { require(is_done, "limits of the program"); };
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // What whoever started us ignores (nohup ignores hang-ups) is none of the program's business.
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  setsid();
  become_user(options.user);
  check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  if (options.folder != nullptr) check(chdir(options.folder) == 0);
  for (const Bound& bound : options.bounds) {
    rlimit allowed{};
    getrlimit(static_cast<__rlimit_resource_t>(bound.kind), &allowed);
    rlimit wanted{std::min(bound.soft, allowed.rlim_max), std::min(bound.hard, allowed.rlim_max)};
    check(setrlimit(static_cast<__rlimit_resource_t>(bound.kind), &wanted) == 0);
  }
  refuse_calls();
  replace_by(options.command);
  const int number = errno;
  (void)!write(errors, &number, sizeof number);
  _exit(cannot_start);
}

void kill_children(pid_t self) {
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/self/task/%d/children", self);
  FILE* file = std::fopen(path.data(), "re");
  if (file == nullptr) return;
  for (int child = 0; std::fscanf(file, "%d", &child) == 1;) kill(child, SIGKILL);
  std::fclose(file);
}

// Processes that escaped still run as the user that no other program has.
void kill_all_of(uid_t user) {
  const pid_t killer = fork();
  if (killer == 0) {
    if (setresuid(user, user, user) == 0) kill(-1, SIGKILL);
    _exit(0);
  }
  if (killer > 0) waitpid(killer, nullptr, 0);
}

void kill_everything(pid_t main, uid_t user) {
  const pid_t self = getpid();
  if (self == 1) {
    kill(-1, SIGKILL);
    while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {
    }
    return;
  }
  kill(-main, SIGKILL);
  for (int round = 0; round < patience_ms; ++round) {
    if (user != 0) kill_all_of(user);
    kill_children(self);
    pid_t child = 0;
    while ((child = waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (child < 0) return;
    usleep(1000);
  }
}

// Waits for the end of the program, or for the request to end it; returns the program's status.
int wait_for_end(pid_t main, int children) {
  std::array<pollfd, 2> news = {pollfd{children, POLLIN, 0}, pollfd{report_to, POLLIN, 0}};
  for (;;) {
    poll(news.data(), news.size(), -1);
    if (news[1].revents != 0) return SIGKILL;
    signalfd_siginfo ignored;
    (void)!read(children, &ignored, sizeof ignored);
    int status = 0;
    for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
      // A program that has itself traced by us also reports stops, which are not its end.
      if (child == main && !WIFSTOPPED(status)) return status;
    }
  }
}

int init(const Options& options) {
  errno = EINVAL;
  require(options.command != nullptr, "no command");
  require(prctl(PR_SET_DUMPABLE, 0) == 0, "secrecy");
  require(prctl(PR_SET_CHILD_SUBREAPER, 1) == 0, "subreaper");
  require(prctl(PR_SET_PDEATHSIG, SIGKILL) == 0, "parent's death");
  require(fcntl(report_to, F_SETFD, FD_CLOEXEC) == 0, "report");
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  require(sigprocmask(SIG_BLOCK, &ended, nullptr) == 0, "signals");
  const int children = signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
  require(children >= 0, "signalfd");
  std::array<int, 2> errors{};
  require(pipe2(errors.data(), O_CLOEXEC) == 0, "pipe");
  report("begun");
  // What was used so far is the sandbox's; it is read before the program can use anything.
  std::array<char, 8> word{};
  if (recv(report_to, word.data(), word.size(), 0) != 2 || std::string_view(word.data()) != "go") return 0;
  const pid_t main = fork();
  require(main >= 0, "fork");
  if (main == 0) become_program(options, errors[1]);
  // Only the program should hold its streams.
  for (const int stream : {0, 1, 2}) close(stream);
  close(errors[1]);
  int number = 0;
  const bool is_program = read(errors[0], &number, sizeof number) != sizeof number;
  const int status = wait_for_end(main, children);
  kill_everything(main, options.user);
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  std::array<char, 128> text{};
  const auto micros = [](const timeval& time) { return 1'000'000LL * time.tv_sec + time.tv_usec; };
  if (is_program) {
    std::snprintf(text.data(), text.size(), "ended %d %lld %lld", status, micros(used.ru_utime), micros(used.ru_stime));
  } else {
    std::snprintf(text.data(), text.size(), "failed %d", number);
  }
  report(text.data());
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return broken;
  const std::string_view role = words[1];
  const Options options = read_options(words + 2);
  // Whoever starts us may hide what they make from everybody; the folders that lead to a program are for its user.
  umask(022);
  if (role == "workspace") return mount_workspace(options);
  if (role == "start") return start(options);
  return role == "init" ? init(options) : broken;
}
