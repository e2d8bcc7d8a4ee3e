# shellcheck shell=sh disable=SC2154
# Units and rules for devices, and whether they run. Read by ../install.sh.

write_services() {
    for unit in "$program"/deploy/systemd/*.service "$program"/deploy/systemd/*.timer; do
        [ -f "$unit" ] || continue
        cmp -s "$unit" "$units/${unit##*/}" || must_begin_anew
        put "$unit" "$units/${unit##*/}" 0644
    done
    put "$program/deploy/60-lamplight-readers.rules" "$rules/60-lamplight-readers.rules" 0644
    # also where nothing was written: by a run that was cut off it was, and nobody was told
    ! is_systemd_running || systemctl daemon-reload
    [ ! -e /run/udev/control ] || udevadm control --reload
}

# Who an optional part runs as, where it is somebody else: lamplight-PART.sysusers beside its unit, as sysusers.d(5) has it.
write_users() {
    for part in $with; do
        wanted=$program/deploy/systemd/lamplight-$part.sysusers
        [ -f "$wanted" ] || continue
        put "$wanted" "$users/lamplight-$part.conf" 0644
        systemd-sysusers "$users/lamplight-$part.conf"
    done
}

# The name and port of the page for whoever looks for it in the network.
write_announcement() {
    announcement=$program/deploy/network/lamplight.avahi
    [ ! -f "$announcement" ] || put "$announcement" "$announced" 0644
}

start_services() {
    if ! command -v systemctl >/dev/null; then
        say "This system does not start services with systemd. By hand: lamplight serve"
        return 0
    fi
    for unit in lamplight $(for part in $with; do printf 'lamplight-%s ' "$part"; done); do
        systemctl is-enabled --quiet "$unit.service" || systemctl --quiet enable "$unit.service"
        start "$unit"
    done
    rm -f "$unfinished"
}

start() {
    is_systemd_running || return 0
    if [ "$is_changed" = yes ]; then
        systemctl restart "$1" || started_badly "$1"
    elif ! systemctl is-active --quiet "$1"; then
        systemctl start "$1" || started_badly "$1"
    fi
}

started_badly() {
    journalctl --no-pager -u "$1" -n 20 >&2 || true
    stop "$1 does not start; the lines above say why. When that is mended: sudo systemctl restart $1"
}

# Files under a running program are not exchanged: what it has not loaded yet would not fit.
pause_service() {
    if is_systemd_running && systemctl is-active --quiet lamplight; then
        systemctl stop lamplight
    fi
}

is_systemd_running() {
    [ -d /run/systemd/system ]
}

say_where() {
    if ! is_systemd_running; then
        say "Everything is in its place. Lamplight starts with the machine."
        return 0
    fi
    port=$(sed -n 's/^port *= *\([0-9]*\).*/\1/p' "$settings/table.toml" | head -n 1)
    say "Lamplight runs. On the tablet in the middle, in the same network, open http://$(hostname).local:${port:-8080}/"
    for address in $(hostname -I 2>/dev/null | tr ' ' '\n' | grep -v : | head -n 2); do
        say "or http://$address:${port:-8080}/"
    done
    say "How it is: systemctl status lamplight. What the machine lacks: lamplight doctor"
}
