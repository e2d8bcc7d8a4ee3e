# shellcheck shell=sh disable=SC2154
# A system's disk that is only read: an overlay in memory lies over it, and the data folder is a partition of its own.
# Read by ../install.sh.

overlay_settings=/etc/overlayroot.local.conf
boot_line=/boot/firmware/cmdline.txt

must_not_be_read_only() {
    if [ -d /media/root-ro ] || { grep -q overlayroot= /proc/cmdline && ! grep -q overlayroot=disabled /proc/cmdline; }; then
        stop "The system's disk is only read now: what is done now would be undone by the next start, and only what lies in $data not. Turn that off first ($(how_to_turn_off)), start again, and then run this."
    fi
}

how_to_turn_off() {
    if command -v raspi-config >/dev/null; then
        printf 'sudo raspi-config, Performance Options, Overlay File System'
    else
        printf 'overlayroot=disabled behind the kernel on its command line'
    fi
}

must_have_data_elsewhere() {
    { mountpoint -q "$data" && grep -Eq "^[^#]*[[:space:]]${data}[[:space:]]" /etc/fstab; } ||
        stop "$data does not lie on a partition of its own yet, so all evenings would be gone at the next start. docs/install.md says how one is made, below: A card that is only read."
}

# recurse=0: by itself the overlay also covers every other partition of /etc/fstab, and the evenings would be gone.
make_read_only() {
    if command -v raspi-config >/dev/null && [ -f "$boot_line" ]; then
        raspi-config nonint enable_overlayfs
        sed -i 's/overlayroot=tmpfs\([^:]\|$\)/overlayroot=tmpfs:recurse=0\1/' "$boot_line"
        grep -q 'overlayroot=tmpfs:recurse=0' "$boot_line" ||
            stop "raspi-config has not turned the overlay on as was expected: look into $boot_line, where overlayroot=tmpfs:recurse=0 has to stand."
    else
        get overlayroot || { apt-get -qq update </dev/null && get overlayroot; } || fetch_failed
        printf 'overlayroot="tmpfs:recurse=0"\n' >"$overlay_settings"
    fi
    say "From the next start on the system's disk is only read. What has to be kept lies in $data."
}
