# SPDX-License-Identifier: BSD-3-Clause
# Shared by the scripts: where things are, how missing packages come, how to build.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${SPARKDYN_BUILD:-$root/build}
jobs=${SPARKDYN_JOBS:-2}

say() { printf '%s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

packages() { grep -v '^#' "$root/scripts/lib/${1:-packages}"; }

missing_packages() {
  local package
  for package in $(packages "${1:-}"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
  done
}

# Installs what is missing of a list where apt is there; elsewhere says what is needed and goes on
# with whatever pkg-config and PETSC_DIR find.
install_packages() {
  if ! command -v apt-get >/dev/null; then
    say "No apt-get here. These are needed (Debian names): $(packages "${1:-}" | tr '\n' ' ')"
    say "Going on with what pkg-config and PETSC_DIR find."
    return
  fi
  local missing sudo=
  missing=$(missing_packages "${1:-}")
  [ -z "$missing" ] && return
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "run as root or install sudo; missing:" $missing
    sudo=sudo
  fi
  say "Installing:" $missing
  local log; log=$(mktemp)
  { $sudo apt-get update && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y \
      --no-install-recommends $missing; } >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "apt-get could not install the packages above"; }
  rm -f "$log"
}

# What only comparisons need: tests say what they skip without it.
install_test_packages() {
  command -v apt-get >/dev/null || return 0
  local missing
  missing=$(missing_packages packages_tests)
  [ -z "$missing" ] && return
  if [ "$(id -u)" != 0 ]; then say "For more comparisons install:" $missing; return; fi
  say "Installing for comparisons:" $missing
  rm -f "$build/build.ninja"  # cmake looks again at what there is
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      $missing; } >/dev/null 2>&1 || say "Not all could be installed; some tests will be skipped."
}

# Debian's default BLAS is the slow reference one; libopenblas0-serial takes its place by itself
# unless somebody chose otherwise. Then the linker is pointed at OpenBLAS for our own runs only.
use_openblas() {
  export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
  local folder
  for folder in /usr/lib/*/openblas-serial; do
    [ -e "$folder/libblas.so.3" ] || continue
    case "$(readlink -f /usr/lib/*/libblas.so.3 | head -n 1)" in
      *openblas*) ;;
      *) export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" ;;
    esac
  done
}

# Of the given targets, or of everything.
configure_and_build() {
  configure -DCMAKE_BUILD_TYPE=Release -DSPARKDYN_WERROR=ON
  build_with_progress "$@"
}

# Ninja in one line with the time left, or a line at every tenth where the output is no terminal;
# what a compiler says is passed on.
build_with_progress() {
  local terminal=0
  [ -t 1 ] && terminal=1
  NINJA_STATUS='@%f %t %e ' ninja -C "$build" -j "$jobs" "$@" | awk -v terminal="$terminal" '
    function left(done, total, spent) {
      if (done < 0.05 * total) return ""
      seconds = spent * (total - done) / done
      return seconds < 90 ? sprintf(", %d s left", seconds) : sprintf(", %d min left", seconds / 60 + 0.5)
    }
    /^@[0-9]+ [0-9]+ / {
      text = sprintf("Building: %d of %d%s", substr($1, 2), $2, left(substr($1, 2), $2, $3))
      if (terminal) { printf "\r\033[K%s", text; open = 1 }
      else if (int(10 * substr($1, 2) / $2) > tenth) { tenth = int(10 * substr($1, 2) / $2); print text }
      fflush(); next
    }
    /^ninja: (Entering|no work)/ { next }
    { if (open) print ""; open = 0; print; fflush() }
    END { if (open) print "" }'
}

# With the given options of cmake, once; again when they are others.
configure() {
  [ -f "$build/build.ninja" ] && [ "$*" = "$(cat "$build/options" 2>/dev/null)" ] && return
  cmake -G Ninja -S "$root" -B "$build" "$@" >"$build.log" 2>&1 ||
    { tail -n 30 "$build.log" >&2; fail "cmake could not configure; see $build.log"; }
  rm -f "$build.log"
  printf '%s\n' "$*" >"$build/options"
}

# Programs built with sanitizers: what they print, and which leaks are not ours.
use_sanitizers() {
  # Without the slow unwinder a leak inside Open MPI has no stack, and no suppression fits it.
  export ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=1:fast_unwind_on_malloc=0
  export UBSAN_OPTIONS=print_stacktrace=1
  export LSAN_OPTIONS=suppressions=$root/tests/support/leaks.supp:print_suppressions=0
}
