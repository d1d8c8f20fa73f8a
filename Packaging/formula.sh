# A Homebrew formula: the tarball on Linux, the source on macOS. Homebrew was never tried with it.
set -eu
tarball="storedoctor-$VERSION-linux-$(uname -m).tar.gz"
cpu=intel
[ "$(uname -m)" = aarch64 ] && cpu=arm
cat > "$OUT/storedoctor.rb" <<TEXT
class Storedoctor < Formula
  desc "Diagnose SwiftData and Core Data stores without changing a byte of them"
  homepage "$STOREDOCTOR_HOME"
  version "$VERSION"
  license "Apache-2.0"

  on_macos do
    url "$STOREDOCTOR_HOME.git", tag: "$VERSION"
    depends_on xcode: ["26.0", :build]
  end

  on_linux do
    on_$cpu do
      url "$STOREDOCTOR_HOME/releases/download/$VERSION/$tarball"
      sha256 "$(sha256sum "$OUT/$tarball" | cut -d' ' -f1)"
    end
    depends_on "libedit"
    depends_on "sqlite"
    depends_on "zlib"
  end

  def install
    if OS.mac?
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "storedoctor"
      bin.install ".build/release/storedoctor"
      generate_completions_from_executable(bin/"storedoctor", "--generate-completion-script")
    else
      bin.install "bin/storedoctor"
      man1.install Dir["share/man/man1/*"]
      bash_completion.install "share/bash-completion/completions/storedoctor"
      zsh_completion.install "share/zsh/site-functions/_storedoctor"
      fish_completion.install "share/fish/vendor_completions.d/storedoctor.fish"
    end
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/storedoctor version")
  end
end
TEXT
