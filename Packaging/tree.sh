# The files of the tool as they lie below /usr: $WORK/usr. What is not ours comes with its licence.
set -eu
usr="$WORK/usr"
tool="$BUILT/bin/storedoctor"
mkdir -p "$usr/bin" "$usr/share/man/man1" "$usr/share/doc/storedoctor/licenses" \
  "$usr/share/bash-completion/completions" "$usr/share/zsh/site-functions" \
  "$usr/share/fish/vendor_completions.d"
cp "$tool" Scripts/doctor-ci "$usr/bin/"

# No program, so without a line that names an interpreter.
"$tool" --generate-completion-script bash | sed '1{/^#!/d}' \
  > "$usr/share/bash-completion/completions/storedoctor"
"$tool" --generate-completion-script zsh > "$usr/share/zsh/site-functions/_storedoctor"
"$tool" --generate-completion-script fish > "$usr/share/fish/vendor_completions.d/storedoctor.fish"

page() { gzip -9n > "$usr/share/man/man1/$1.1.gz"; }
"$tool" --generate-manual | page storedoctor
gzip -9nc Packaging/doctor-ci.1 > "$usr/share/man/man1/doctor-ci.1.gz"
# Every command is named by the overview of the manual.
for command in $("$tool" --generate-manual | sed -n 's/^\.BR storedoctor\\-\([a-z]*\) (1)$/\1/p'); do
  "$tool" --generate-manual "$command" | page "storedoctor-$command"
done

if [ -n "${STOREDOCTOR_DOCUMENTATION:-}" ]; then
  mkdir -p "$usr/share/storedoctor"
  echo "$STOREDOCTOR_DOCUMENTATION" > "$usr/share/storedoctor/documentation"
  chmod 644 "$usr/share/storedoctor/documentation"
fi

doc="$usr/share/doc/storedoctor"
cp LICENSE README.md CHANGELOG.md "$doc/"
toolchain="$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")"
cp "$toolchain/share/swift/LICENSE.txt" "$doc/licenses/swift.txt"
for package in swift-argument-parser swift-syntax; do
  cp ".build/checkouts/$package/LICENSE.txt" "$doc/licenses/$package.txt"
done
# The archives that are linked, by the package of the system that they are in.
for library in libcrypto.a libstdc++.a libgcc.a; do
  package="$(dpkg -S "$(realpath "$(gcc -print-file-name=$library)")" | cut -d: -f1)"
  echo "$library $package $(dpkg-query -W -f '${Version}' "$package")" >> "$WORK/archives"
  cp "/usr/share/doc/$package/copyright" "$doc/licenses/${library%.a}.txt"
done
chmod 644 "$doc"/*.md "$doc/LICENSE" "$doc"/licenses/*
find "$usr" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
