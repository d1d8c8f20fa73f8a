#!/bin/sh
# Installs the system libraries storedoctor links, where they are missing: SQLite, zlib, OpenSSL and a
# line editor (GNU readline). Says what it does; asks for sudo only where it is not root.
set -eu

if ! command -v swift >/dev/null 2>&1; then
  echo "storedoctor: error: no Swift toolchain found; install Swift 6.2 or newer from https://www.swift.org/install" >&2
  exit 1
fi

case "$(uname -s)" in
  Darwin)
    # macOS brings SQLite, zlib, CryptoKit and libedit, which is the line editor there.
    ;;
  *)
    missing=""
    for package in libsqlite3-dev libreadline-dev libssl-dev zlib1g-dev sqlite3 "$@"; do
      dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
      echo "installing with apt-get:$missing"
      sudo=""
      [ "$(id -u)" = 0 ] || sudo="sudo"
      $sudo apt-get update -q
      # shellcheck disable=SC2086  # the list is meant to be split
      DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q $missing
    fi
    ;;
esac
