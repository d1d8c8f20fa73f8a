# The tarball: one folder that can be unpacked anywhere, or over /usr/local.
set -eu
name="storedoctor-$VERSION-linux-$(uname -m)"
cp -a "$WORK/usr" "$WORK/$name"
touch -d "@$SOURCE_DATE_EPOCH" "$WORK/$name"
tar -C "$WORK" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
  --format=gnu -cf - "$name" | gzip -9n > "$OUT/$name.tar.gz"
