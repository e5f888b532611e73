# shellcheck shell=bash
# Minimal Debians and Ubuntus in folders, for tests of a first use. Sourced, not run. The caller has skip REASON.

find_debootstrap() {
  [ "$(id -u)" -eq 0 ] || skip "only root can make a machine in a folder"
  local tool proxy=''
  for tool in debootstrap unshare git; do
    command -v $tool >/dev/null || skip "there is no $tool here"
  done

  # The new machine gets Debian's packages the same way as this one.
  mirror=${DEBIAN_MIRROR:-}
  if [ -z "$mirror" ] && command -v apt-get >/dev/null; then
    mirror=$(apt-get indextargets --format "\$(ORIGIN) \$(LABEL) \$(REPO_URI)" 'Created-By: Packages' |
      awk '$1 == "Debian" && $2 == "Debian" && !n++ { print $3 }')
  fi
  apt_settings=$(apt-config dump 2>/dev/null | grep -E '^Acquire::(https?::|Check-|Retries)' || true)
  eval "$(apt-config shell proxy Acquire::http::Proxy 2>/dev/null)"
  [ -z "$proxy" ] || export http_proxy=$proxy
}

# make_machine debian12|debian13|ubuntu24 FOLDER LOG
make_machine() {
  local words=("$2" ${mirror:+"$mirror"}) options=(--variant=minbase) suite=bookworm
  case $1 in
    debian13) suite=trixie ;;
    ubuntu24)
      local keyring=${UBUNTU_KEYRING:-/usr/share/keyrings/ubuntu-archive-keyring.gpg}
      [ -e "$keyring" ] || skip "there are no keys of Ubuntu in $keyring: UBUNTU_KEYRING names that file of its package ubuntu-keyring"
      suite=noble
      options+=(--keyring="$keyring" "--components=main,universe")
      # An older debootstrap does not know the suite, but its script is that of all Ubuntus.
      words=("$2" "${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}" gutsy)
      ;;
  esac
  [[ $mirror != https:* ]] || options+=(--include=ca-certificates)
  chmod 755 "$2"
  debootstrap "${options[@]}" $suite "${words[@]}" >"$3" 2>&1 || {
    tail -n 5 "$3"
    skip "debootstrap could not make a machine of $suite"
  }
  printf '%s\n' "$apt_settings" >"$2/etc/apt/apt.conf.d/00this-machine"
  cp --remove-destination "$(readlink -f /etc/resolv.conf)" "$2/etc/resolv.conf"
}
