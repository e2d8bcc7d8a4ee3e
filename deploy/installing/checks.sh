# shellcheck shell=sh disable=SC2154
# What this machine has to be. Each check ends with a sentence that names the remedy. Read by ../install.sh.

first_time_mb=1500 # of the program and its packages, while they are unpacked
again_mb=300

must_be_root() {
    [ "$(id -u)" = 0 ] || stop "This has to be done as root: sudo $0"
}

must_be_a_system_we_know() {
    id=$(of_the_system ID) version=$(of_the_system VERSION_ID) name=$(of_the_system PRETTY_NAME)
    case $id in
    debian | raspbian) ;;
    *) stop "${name:-This system} is neither Raspberry Pi OS nor Debian. Start Lamplight by hand there: ./table serve" ;;
    esac
    # testing and unstable have no number: they are newer
    case $version in
    [0-9] | 1[01]) stop "$name is too old: Lamplight needs version 12 (Bookworm) or 13 (Trixie)." ;;
    esac
    case $(dpkg --print-architecture) in
    arm64 | amd64) ;;
    *) stop "This is a system of 32 bits ($(dpkg --print-architecture)). Write the 64-bit Raspberry Pi OS onto the card: a Raspberry Pi 3, 4, 5 or Zero 2 runs it." ;;
    esac
}

# NAME: its value in os-release(5); nothing where there is none.
of_the_system() {
    sed -n "s/^$1=//p" /etc/os-release 2>/dev/null | tr -d '"'
}

must_have_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        stop "Python 3.11 or newer is needed, and python3 here is $(python3 -c 'import platform; print(platform.python_version())'). Another one comes first in the path? Call this as: sudo PATH=/usr/sbin:/usr/bin:/sbin:/bin $0"
}

must_have_room() {
    needed=$first_time_mb
    if [ -e "$program/.venv/stamp-run" ]; then
        needed=$again_mb
    fi
    for folder in /opt /var; do
        free=$(df -Pk "$folder" | awk 'NR == 2 { print int($4 / 1024) }')
        [ "$free" -ge "$needed" ] ||
            stop "There are only $free MB free at $folder, and $needed are needed. Free some (sudo apt-get clean), or take a larger card."
    done
}

must_know_the_parts() {
    for part in $with; do
        [ -f "$here/systemd/lamplight-$part.service" ] ||
            stop "There is no part $part to turn on with --with. There are: $(parts)"
    done
}

# The optional parts there are, in words.
parts() {
    for unit in "$here"/systemd/lamplight-*.service; do
        [ -f "$unit" ] || { printf 'none' && return; }
        unit=${unit##*/lamplight-}
        printf '%s ' "${unit%.service}"
    done
}
