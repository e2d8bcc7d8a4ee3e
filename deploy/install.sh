#!/bin/sh
# Makes a table out of a fresh Raspberry Pi OS or Debian. docs/install.md says what it does; --help how it is called.
#
# Every step looks first and changes only what is not as it should be: run it again after a failure, a newer version or a mishap.
set -eu
umask 022

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
source_folder=$(dirname -- "$here")
program=/opt/lamplight
data=/var/lib/lamplight
settings=/etc/lamplight
user=lamplight
units=/etc/systemd/system
rules=/etc/udev/rules.d
users=/etc/sysusers.d
announced=/etc/avahi/services/lamplight.service
command=/usr/local/bin/lamplight
downloads=/var/cache/lamplight-install
is_changed=no # whether a service that runs has to begin anew
unfinished=/run/lamplight-install # that it has to, and did not yet; gone with a start of the machine, as that begins all anew

# shellcheck source=deploy/installing/words.sh
. "$here/installing/words.sh"
# shellcheck source=deploy/installing/checks.sh
. "$here/installing/checks.sh"
# shellcheck source=deploy/installing/packages.sh
. "$here/installing/packages.sh"
# shellcheck source=deploy/installing/program.sh
. "$here/installing/program.sh"
# shellcheck source=deploy/installing/services.sh
. "$here/installing/services.sh"
# shellcheck source=deploy/installing/read_only.sh
. "$here/installing/read_only.sh"
# shellcheck source=deploy/installing/removal.sh
. "$here/installing/removal.sh"

usage() {
    cat <<'TEXT'
sudo deploy/install.sh [--with PART,PART] [--read-only-root]
sudo deploy/install.sh --uninstall [--keep-data | --delete-data]

Installs Lamplight on Raspberry Pi OS (64-bit, Bookworm or Trixie) or Debian 12 or 13, or mends what is installed:

  /opt/lamplight                the program, with an environment of its own for its packages
  /usr/local/bin/lamplight      the command: lamplight doctor, lamplight pair, lamplight backup list
  /etc/lamplight/table.toml     your settings; never overwritten, an example lies beside them
  /var/lib/lamplight            evenings, backups, dice you taught, logs: all that is written
  lamplight.service             starts it with the machine

  --with PART,PART     also turn on optional services: lamplight-PART.service of deploy/systemd
  --read-only-root     the system's disk is only read from the next start on; /var/lib/lamplight has to lie on another partition
  --uninstall          take all of it away; asks about your data, and never deletes it unasked
  --keep-data          with --uninstall: keep /var/lib/lamplight and /etc/lamplight
  --delete-data        with --uninstall: delete them
  --help               this
TEXT
}

with=""
wish=install
data_wish=ask
is_read_only=no
while [ $# -gt 0 ]; do
    case $1 in
    --with) [ $# -gt 1 ] || stop "--with needs a name behind it: --with kiosk" && with=$2 && shift ;;
    --with=*) with=${1#--with=} ;;
    --read-only-root) is_read_only=yes ;;
    --uninstall) wish=uninstall ;;
    --keep-data) data_wish=keep ;;
    --delete-data) data_wish=delete ;;
    -h | --help) usage && exit 0 ;;
    *) stop "There is no option $1. See: deploy/install.sh --help" ;;
    esac
    shift
done
with=$(printf '%s' "$with" | tr ',' ' ')
if [ "$wish" = install ] && [ "$data_wish" != ask ]; then
    stop "--keep-data and --delete-data belong to --uninstall."
fi

must_be_root
must_not_be_read_only
if [ "$wish" = uninstall ]; then
    uninstall
    exit 0
fi
must_be_a_system_we_know
must_know_the_parts
if [ "$is_read_only" = yes ]; then
    must_have_data_elsewhere
fi
must_have_room
[ ! -e "$unfinished" ] || is_changed=yes
install_packages
must_have_python
make_user
make_data_folder
copy_program
install_environment
write_settings
write_command
write_users
write_services
write_announcement
start_services
if [ "$is_read_only" = yes ]; then
    make_read_only
fi
sync # whoever pulls the plug now finds whole files
say_where
