# shellcheck shell=sh disable=SC2154
# Taking it away again. Read by ../install.sh.

uninstall() {
    decide_about_data
    keep_second_broker_off
    for unit in "$units"/lamplight.service "$units"/lamplight-*.service "$units"/lamplight-*.timer; do
        [ -f "$unit" ] || continue
        if command -v systemctl >/dev/null; then
            end_unit "${unit##*/}"
        fi
        rm -f "$unit"
    done
    ! is_systemd_running || systemctl daemon-reload
    rm -f "$rules/60-lamplight-readers.rules" "$command" "$announced" "$users"/lamplight-*.conf
    rm -rf "$program" "$program.new" "${downloads%/*}/$user"-* "$unfinished"
    if [ "$data_wish" = delete ]; then
        delete_data
    else
        say "Lamplight is gone. Your evenings are still in $data, your settings in $settings, and the user $user owns them."
    fi
    say "Packages of the system are left: mosquitto and avahi-daemon may be other programs' too."
}

# A template is no service itself: those that were made of it are. One that does not stop holds nothing else up.
end_unit() {
    case $1 in
    *@.service) running="${1%.service}*.service" ;;
    *) running=$1 ;;
    esac
    ! is_systemd_running || systemctl stop "$running" || say "$running does not stop; it ends with the machine."
    systemctl --quiet disable "$1" || say "$1 cannot be turned off; its file goes all the same."
}

decide_about_data() {
    [ "$data_wish" = ask ] || return 0
    if [ ! -e "$data" ] && [ ! -e "$settings" ]; then
        data_wish=delete # there is nothing to keep, and the user goes
        return 0
    fi
    [ -t 0 ] || stop "Shall your evenings, backups and settings ($data, $settings) be kept? Say it: --keep-data or --delete-data. Nothing was changed."
    printf '[lamplight] Delete your evenings, backups and settings (%s, %s) as well, for good? yes or no: ' "$data" "$settings"
    read -r answer || answer=""
    case $answer in
    yes) data_wish=delete ;;
    no) data_wish=keep ;;
    *) stop "That was neither yes nor no. Nothing was changed." ;;
    esac
}

delete_data() {
    if mountpoint -q "$data"; then # a partition of its own stays mounted, and is emptied
        find "$data" -mindepth 1 -delete
    else
        rm -rf "$data"
    fi
    rm -rf "$settings" "$data"-* "$units/$user".service.d "$units/$user"-*.service.d
    for name in $(getent passwd | cut -d: -f1 | grep -E "^$user(-|\$)"); do
        take_leave_of "$name"
    done
    say "Lamplight is gone, and so are its evenings, backups and settings."
}

# NAME: a user, whose session ends some seconds after the screen on the wall that it was for.
take_leave_of() {
    ! is_systemd_running || ! command -v loginctl >/dev/null || loginctl terminate-user "$1" 2>/dev/null || true
    tries=0
    until userdel "$1" 2>/dev/null; do
        tries=$((tries + 1))
        if [ "$tries" -ge 20 ]; then
            say "The user $1 stays, as a program of its still runs. When that has ended: sudo userdel $1"
            return 0
        fi
        sleep 1
    done
}
