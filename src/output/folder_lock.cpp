// SPDX-License-Identifier: BSD-3-Clause
#include "output/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// How long ranks may take to notice that their mpirun is gone; and a run that cannot be looked at.
constexpr std::chrono::seconds for_the_dying{30}, for_the_unknown{5};
constexpr std::chrono::milliseconds between_tries{50};

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

/// A process as /proc shows it: its parent, and when it began in ticks since the machine did, which
/// tells it from a later one of the same number.
struct Process {
  long parent = 0;
  unsigned long long began = 0;
};

std::optional<Process> process(long id) {
  std::ifstream stream(fmt::format("/proc/{}/stat", id));
  std::string text((std::istreambuf_iterator<char>(stream)), {});
  const auto name_end = text.rfind(')');  // names may hold anything
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream rest(text.substr(name_end + 1));
  Process found;
  std::string state, skipped;
  rest >> state >> found.parent;
  for (int i = 0; i < 17; ++i) rest >> skipped;
  rest >> found.began;
  if (!rest || state == "Z" || state == "X") return std::nullopt;
  return found;
}

/// What the file says of the run that holds it.
struct Owner {
  std::string host, what, since;
  long id = 0, parent = 0;
  unsigned long long began = 0;
  int ranks = 0;

  static Owner here(const std::string& what, int ranks) {
    const auto now = std::chrono::system_clock::now();
    Owner own{.host = host_name(),
              .what = what,
              .since = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                                   fmt::gmtime(std::chrono::system_clock::to_time_t(now))),
              .id = ::getpid(),
              .ranks = ranks};
    if (const auto mine = process(own.id)) {
      own.parent = mine->parent;
      own.began = mine->began;
    }
    return own;
  }
  std::string text() const {
    return fmt::format("sparkdyn\nhost {}\nprocess {} {} {}\nranks {}\nsince {}\ncase {}\n", host,
                       id, parent, began, ranks, since, what);
  }
  /// None when it was not written to its end.
  static std::optional<Owner> parse(const std::string& text) {
    std::istringstream stream(text);
    Owner owner;
    std::string mark, key;
    stream >> mark >> key >> owner.host >> key >> owner.id >> owner.parent >> owner.began >> key >>
        owner.ranks >> key >> owner.since >> key;
    std::getline(stream >> std::ws, owner.what);
    if (!stream || mark != "sparkdyn") return std::nullopt;
    return owner;
  }
};

enum class Life { lives, dies, unknown };

/// Ranks whose mpirun was killed have another parent, until they notice and end.
Life life_of(const std::optional<Owner>& owner) {
  if (!owner || owner->host != host_name()) return Life::unknown;
  const auto found = process(owner->id);
  const bool same = found && found->began == owner->began;
  return same && found->parent == owner->parent ? Life::lives : Life::dies;
}

std::string read_text(int file) {
  char text[8192];
  const ssize_t count = ::pread(file, text, sizeof text, 0);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
}

/// Zero, or the system's reason. `count` 0: to the end, wherever that may come to lie.
int set_lock(int file, short type, off_t begin, off_t count) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = begin;
  lock.l_len = count;
  return ::fcntl(file, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

std::string text_of(const std::optional<Owner>& owner) {
  if (!owner) return "another run";
  return fmt::format("process {} on {}, which runs '{}' on {} rank{} since {}", owner->id,
                     owner->host, owner->what, owner->ranks, owner->ranks == 1 ? "" : "s",
                     owner->since);
}

int open_lock(const fs::path& path, int flags) {
  return ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0666);
}

bool same_file(int file, const fs::path& path) {
  struct stat open {
  }, named{};
  return ::fstat(file, &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

/// Patience with a run that holds the folder.
class Wait {
 public:
  Wait(const fs::path& folder, core::Log& log) : folder_(folder), log_(log) {}

  /// Returns when it is time to try again.
  void again(const std::optional<Owner>& owner) {
    const Life life = life_of(owner);
    const auto waited = Clock::now() - begin_;
    const auto most = life == Life::dies ? for_the_dying : for_the_unknown;
    if (life == Life::lives || waited > most)
      core::input_error(
          "the output folder '{}' is in use by {}{}; wait for it, stop it, or give --output "
          "another "
          "folder",
          folder_.string(), text_of(owner),
          life == Life::dies ? ", some of whose ranks still live" : "");
    if (!said_)
      log_.note("the output folder '{}' is held by {}; waiting for it to end", folder_.string(),
                text_of(owner));
    said_ = true;
    std::this_thread::sleep_for(between_tries);
  }

 private:
  const fs::path& folder_;
  core::Log& log_;
  Clock::time_point begin_ = Clock::now();
  bool said_ = false;
};

/// Where the file system knows no locks, what the file says must do.
void require_gone(const std::optional<Owner>& owner, const fs::path& folder, const fs::path& path) {
  if (!owner || life_of(owner) == Life::dies) return;
  core::input_error(
      "the output folder '{}' is in use by {}; its file system cannot lock files: if that run is "
      "dead, remove '{}'",
      folder.string(), text_of(owner), path.string());
}

}  // namespace

FolderLock::FolderLock(MPI_Comm comm, fs::path folder, const std::string& what, core::Log& log)
    : folder_(folder.empty() ? fs::path(".") : std::move(folder)),
      path_(folder_ / ".sparkdyn-lock") {
  try {
    core::on_rank_zero(comm, [&] {
      make_folder();
      take(Owner::here(what, core::size(comm)).text(), log);
    });
  } catch (...) {
    for (auto each = made_.rbegin(); each != made_.rend(); ++each) ::rmdir(each->c_str());
    throw;
  }
  if (core::rank(comm) > 0) join(core::rank(comm));
  MPI_Barrier(comm);  // a rank that locks late would find the file of the next run
}

FolderLock::~FolderLock() {
  // Its name goes first: whoever opened it before sees that it is no longer the folder's.
  if (owner_ && same_file(file_, path_)) ::unlink(path_.c_str());
  if (file_ >= 0) ::close(file_);
  for (auto each = made_.rbegin(); each != made_.rend(); ++each) ::rmdir(each->c_str());
}

void FolderLock::make_folder() {
  std::vector<fs::path> missing;
  std::error_code failure;
  for (fs::path at = folder_; !at.empty() && !fs::exists(at, failure); at = at.parent_path())
    missing.insert(missing.begin(), at);
  for (const fs::path& each : missing) {
    if (each.filename().empty()) continue;  // the name ends in a slash
    fs::create_directory(each, failure);
    if (failure)
      core::input_error("cannot create the output folder '{}': {}", folder_.string(),
                        failure.message());
    made_.push_back(each);
  }
  if (!fs::is_directory(folder_, failure))
    core::input_error("cannot create the output folder '{}': it is no folder", folder_.string());
}

void FolderLock::take(const std::string& record, core::Log& log) {
  Wait wait(folder_, log);
  for (;;) {
    file_ = open_lock(path_, O_CREAT);
    struct stat status {};
    if (file_ < 0 && errno != ELOOP && errno != EISDIR && errno != ENXIO)
      core::input_error("cannot write into the output folder '{}': {}", folder_.string(),
                        std::strerror(errno));
    if (file_ < 0 || ::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode))
      core::input_error("'{}' is no ordinary file: remove it", path_.string());
    const int reason = set_lock(file_, F_WRLCK, 0, 0);
    const bool held = reason == EAGAIN || reason == EACCES;
    const auto owner = Owner::parse(read_text(file_));
    if (reason != 0 && !held) require_gone(owner, folder_, path_);
    if (!held && same_file(file_, path_)) break;
    ::close(file_);
    file_ = -1;
    if (held) wait.again(owner);
  }
  owner_ = true;
  // Without room on the disk others are kept out all the same, and not told by whom.
  if (::ftruncate(file_, 0) != 0 || ::pwrite(file_, record.data(), record.size(), 0) < 0) errno = 0;
  set_lock(file_, F_UNLCK, 1, 0);
}

/// As far as this rank sees the file; rank 0 holds the folder in any case.
void FolderLock::join(int rank) {
  file_ = open_lock(path_, 0);
  if (file_ >= 0) set_lock(file_, F_WRLCK, rank, 1);
}

}  // namespace sparkdyn::output
