# shellcheck shell=bash
# Minimal Debians in folders, for tests of a first use. Sourced, not run. The caller has skip REASON.

find_debian() {
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

# make_debian debian12|debian13 FOLDER LOG
make_debian() {
  local suite=bookworm options=(--variant=minbase)
  [ "$1" != debian13 ] || suite=trixie
  [[ $mirror != https:* ]] || options+=(--include=ca-certificates)
  chmod 755 "$2"
  debootstrap "${options[@]}" $suite "$2" ${mirror:+"$mirror"} >"$3" 2>&1 || {
    tail -n 5 "$3"
    skip "debootstrap could not make a machine of $suite"
  }
  printf '%s\n' "$apt_settings" >"$2/etc/apt/apt.conf.d/00this-machine"
  cp --remove-destination "$(readlink -f /etc/resolv.conf)" "$2/etc/resolv.conf"
}
