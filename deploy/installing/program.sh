# shellcheck shell=sh disable=SC2034,SC2154
# The user, the program, its packages, the settings and the command. Read by ../install.sh.

# cameras; serial lines; a Raspberry Pi's camera, pins and buses; boards that wait for their firmware
groups="video dialout render gpio i2c spi plugdev"

make_user() {
    if ! getent passwd "$user" >/dev/null; then
        useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin \
            --comment "Lamplight, a game table" "$user"
        say "made the user $user, who cannot log in"
    fi
    for group in $groups; do
        if getent group "$group" >/dev/null && ! id -nG "$user" | tr ' ' '\n' | grep -qx "$group"; then
            must_begin_anew
            usermod --append --groups "$group" "$user"
        fi
    done
}

make_data_folder() {
    if [ ! -d "$data" ]; then
        install -d -m 0700 -o "$user" -g "$user" "$data"
    fi
    # what root wrote there by mistake, or another number of the user after a new installation
    if [ -n "$(find "$data" ! -user "$user" -print -quit)" ]; then
        chown -hR "$user:$user" "$data"
        say "gave all of $data to the user $user"
    fi
    [ "$(stat -c %a "$data")" = 700 ] || chmod 0700 "$data"
}

# The sources as they are here, and nothing that is no longer among them. It is written beside and compared first.
copy_program() {
    if [ "$source_folder" = "$program" ]; then # an update has brought it; the service has to be able to read it
        find "$program" -path "$program/.git" -prune -o ! -type l ! -perm -004 -exec chmod go+rX {} +
        return 0
    fi
    settle_an_update
    fresh=$program.new
    rm -rf "$fresh"
    mkdir -p "$fresh" "$program"
    chmod 0755 "$program"
    (cd "$source_folder" && sources | tar -c --no-recursion --null -T - -f -) | tar -x --no-same-owner -f - -C "$fresh"
    chmod -R u=rwX,go=rX "$fresh"
    if ! is_same; then
        must_begin_anew
        pause_service
        rm -rf "$program/.update" # first: what it says of the files here is no longer true, and no way back leads over them
        take_away_what_is_gone
        cp -a --remove-destination "$fresh/." "$program/"
        say "the program is in $program"
    fi
    rm -rf "$fresh"
    copy_history
}

# One that was cut off would be undone later, and what is copied now with it: so that comes first, while its files are there.
settle_an_update() {
    [ -d "$program/.update" ] || return 0
    [ ! -e "$program/.update/lock" ] || flock --nonblock "$program/.update/lock" true ||
        stop "An update of $program is under way: let it end, and then run this again."
    [ -e "$program/.update/journal.json" ] || return 0
    pause_service
    "$here/lamplight" update --after-cut </dev/null ||
        stop "An update was cut off, and what it left could not be put back; the lines above say why. To install all the same: sudo rm -r $program/.update, and run this again. A backup of before the update is among those of: sudo lamplight backup list"
}

is_same() {
    [ "$(listing "$fresh")" = "$(listing "$program")" ] &&
        diff -rq --no-dereference -x .git -x '.venv*' -x .update -x __pycache__ "$fresh" "$program" >/dev/null
}

# Every name of the program in a folder, with mode and owner.
listing() {
    (cd "$1" && find . \( -path ./.git -o -path './.venv*' -o -path ./.update -o -name __pycache__ \) -prune -o -printf '%p %m %U %l\n' | LC_ALL=C sort)
}

# The names of all files of the program, each ended by a zero byte: what git knows or does not ignore, else what lies there.
sources() {
    if [ -e .git ] && command -v git >/dev/null; then
        git -c safe.directory='*' ls-files -z -co --exclude-standard | while_they_exist
    else
        find . \( -name .git -o -name '.venv*' -o -name .update -o -name __pycache__ -o -name '.*_cache' \) -prune -o \( -type f -o -type l \) -print0
    fi
}

# A file that was deleted and not committed is still known to git.
while_they_exist() {
    # shellcheck disable=SC2016 # the inner shell's own variable
    xargs -0 sh -c 'for name; do [ ! -e "$name" ] && [ ! -L "$name" ] || printf "%s\0" "$name"; done' sh
}

take_away_what_is_gone() {
    (cd "$program" && find . \( -path ./.git -o -path './.venv*' -o -path ./.update \) -prune -o ! -type d -print) | while IFS= read -r name; do
        [ -e "$fresh/$name" ] || [ -L "$fresh/$name" ] || rm -f "$program/$name"
    done
    find "$program" -depth -type d -empty ! -path "$program/.git/*" ! -path "$program/.venv*" -delete
}

# So that an update can fetch from where this came from. One of other files would take all of these for changed.
copy_history() {
    if [ ! -d "$source_folder/.git" ]; then
        rm -rf "$program/.git"
        return 0
    fi
    here_at=$(git -c safe.directory='*' -C "$source_folder" rev-parse HEAD)
    there_at=$(git -c safe.directory='*' -C "$program" rev-parse HEAD 2>/dev/null || true)
    if [ "$here_at" != "$there_at" ]; then
        rm -rf "$program/.git" "$program/.git.new"
        cp -R "$source_folder/.git" "$program/.git.new"
        chown -R root:root "$program/.git.new"
        mv "$program/.git.new" "$program/.git"
    fi
}

# The locked packages with their hashes, as the unit does it at each start.
install_environment() {
    before=$(cat "$program/.venv/stamp-run" 2>/dev/null || true)
    was_changed=$is_changed
    must_begin_anew
    if [ -d "$program/.venv" ] && ! is_environment_whole; then
        say "the packages of the program are damaged or half there, and are installed anew"
        pause_service
        rm -rf "$program/.venv"
    fi
    if ! "$program/deploy/lamplight" install </dev/null; then
        stop "The packages of the program are not complete; the lines above say why. Is this machine in a network? Then run this again: what was downloaded is kept."
    fi
    if [ "$was_changed" = no ] && [ "$before" = "$(cat "$program/.venv/stamp-run")" ]; then
        is_changed=no
        rm -f "$unfinished"
    fi
    # the service writes nothing here, so what Python compiles is compiled now
    "$program/.venv/bin/python" -m compileall -q "$program/companion" "$program/vision" "$program/firmware_bridge"
}

# A stamp says that all were installed; that they can be loaded, that they still are.
is_environment_whole() {
    ls "$program"/.venv/stamp-* >/dev/null 2>&1 &&
        "$program/.venv/bin/python" -c 'import companion.app, vision.service.process, firmware_bridge.process' 2>/dev/null
}

write_settings() {
    install -d -m 0755 "$settings"
    put "$program/deploy/table.toml" "$settings/table.toml.example" 0644
    if [ -e "$settings/table.toml" ]; then
        if ! setpriv --reuid "$user" --regid "$user" --init-groups test -r "$settings/table.toml"; then
            chgrp "$user" "$settings/table.toml"
            chmod g+r "$settings/table.toml"
            say "the service may read $settings/table.toml now"
        fi
        return 0
    fi
    cat >"$settings/table.toml.new" <<'TEXT'
# The settings of this table. Everything there is stands in table.toml.example, with what it is without you.
# After a change: sudo systemctl restart lamplight
TEXT
    chown root:"$user" "$settings/table.toml.new"
    chmod 0640 "$settings/table.toml.new" # a broker's password may stand in it
    mv "$settings/table.toml.new" "$settings/table.toml"
    say "written: $settings/table.toml"
}

write_command() {
    put "$program/deploy/lamplight" "$command" 0755
}
