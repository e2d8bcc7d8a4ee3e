# shellcheck shell=sh disable=SC2154
# Taking it away again. Read by ../install.sh.

uninstall() {
    decide_about_data
    keep_second_broker_off
    for unit in "$units"/lamplight.service "$units"/lamplight-*.service "$units"/lamplight-*.timer; do
        [ -f "$unit" ] || continue
        if command -v systemctl >/dev/null; then
            ! is_systemd_running || systemctl stop "${unit##*/}"
            systemctl --quiet disable "${unit##*/}"
        fi
        rm -f "$unit"
    done
    ! is_systemd_running || systemctl daemon-reload
    rm -f "$rules/60-lamplight-readers.rules" "$command" "$announced" "$users"/lamplight-*.conf
    rm -rf "$program" "$program.new" "$downloads"
    if [ "$data_wish" = delete ]; then
        delete_data
    else
        say "Lamplight is gone. Your evenings are still in $data, your settings in $settings, and the user $user owns them."
    fi
    say "Packages of the system are left: mosquitto and avahi-daemon may be other programs' too."
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
    rm -rf "$settings" "$data"-*
    for name in $(getent passwd | cut -d: -f1 | grep -E "^$user(-|\$)"); do
        userdel "$name"
    done
    say "Lamplight is gone, and so are its evenings, backups and settings."
}
