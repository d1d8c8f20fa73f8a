# The tool runs where the C library is at least as old as that of Ubuntu 22.04, the oldest that is
# promised: no symbol of it may be of a later version. Says the version that is needed.
set -eu
promised=2.35
needed="$(objdump -T "$BUILT/bin/storedoctor" | sed -n 's/.*(\{0,1\}GLIBC_\([0-9.]*\)).*/\1/p' \
  | sort -Vu | tail -1)"
if [ "$(printf '%s\n%s\n' "$needed" "$promised" | sort -V | tail -1)" != "$promised" ]; then
  echo "storedoctor: error: the tool needs glibc $needed, and $promised is promised:" >&2
  objdump -T "$BUILT/bin/storedoctor" | grep "GLIBC_$needed)" >&2
  exit 1
fi
echo "needs glibc $needed or newer"
echo "$needed" > "$WORK/glibc"
