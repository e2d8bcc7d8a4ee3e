# shellcheck shell=sh disable=SC2154
# The system's packages: only those that are missing. Read by ../install.sh.

masked=${downloads%/*}/lamplight-broker-masked # beside the downloads, which go with a start of the service

# OpenCV loads the two libraries; openssl makes certificates for displays; avahi gives the name that ends in .local
always="python3 python3-venv libgl1 libglib2.0-0 mosquitto openssl avahi-daemon"

install_packages() {
    missing=""
    for package in $(packages); do
        is_installed "$package" || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        say "getting packages of the system:$missing"
        case "$missing" in
        *mosquitto*) without_a_second_broker ;;
        esac
        # shellcheck disable=SC2086 # words, each a package
        { go_on_unpacking && apt-get -qq update </dev/null && get $missing; } || fetch_failed
    fi
    keep_second_broker_off
}

# All that are needed: with git where the program came by git, and what optional parts say in their units.
packages() {
    printf '%s\n' "$always"
    if [ -e "$source_folder/.git" ]; then
        printf 'git\n'
    fi
    for part in $with; do
        sed -n 's/^# Packages: //p' "$here/systemd/lamplight-$part.service"
    done
}

# One that another provides counts too: in Debian 13 some libraries have other names.
is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ||
        dpkg-query -W -f='${db:Status-Status} ${Provides}\n' | grep -Eq "^installed (.*, )?$1( |,|\$)"
}

get() {
    DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" </dev/null >/dev/null
}

# What a power cut has left half unpacked: before that apt-get does nothing.
go_on_unpacking() {
    DEBIAN_FRONTEND=noninteractive dpkg --configure -a </dev/null >/dev/null
}

fetch_failed() {
    stop "The packages of the system could not be fetched; the lines above say why. Is this machine in a network? Then run this again: it goes on where it stopped."
}

# The house starts a broker of its own. The package would start another one, at port 1883, that nobody asked for:
# masked while it is unpacked, turned off afterwards. One that was there before is left as it is found; a mark says that it was
# us who masked it, for the next run where this one is cut off.
without_a_second_broker() {
    if command -v systemctl >/dev/null; then
        : >"$masked"
        systemctl --quiet mask mosquitto.service 2>/dev/null # that there is none yet is no news
    fi
}

keep_second_broker_off() {
    [ -e "$masked" ] || return 0
    systemctl --quiet unmask mosquitto.service
    ! is_installed mosquitto || systemctl --quiet disable mosquitto.service
    rm -f "$masked"
}
