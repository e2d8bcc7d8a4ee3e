# shellcheck shell=sh disable=SC2034,SC2154
# What is said, and how a file is put into its place. Read by ../install.sh.

say() {
    printf '[lamplight] %s\n' "$1"
}

stop() {
    printf '[lamplight] %s\n' "$1" >&2
    exit 1
}

# Say it before anything is changed that a service which runs has loaded: a run that is cut off leaves it to the next one.
must_begin_anew() {
    is_changed=yes
    : >"$unfinished"
}

# FILE DESTINATION MODE: the same content and mode are there afterwards, root's; what is so already is not touched.
put() {
    if ! cmp -s "$1" "$2"; then
        mkdir -p "$(dirname -- "$2")"
        install -m "$3" "$1" "$2.new" && mv -f "$2.new" "$2"
        say "written: $2"
    elif [ "$(stat -c %a:%U "$2")" != "${3#0}:root" ]; then
        chown root:root "$2"
        chmod "$3" "$2"
    fi
}
