internal import PlatformLibc
internal import StoreEngine

/// The shell's history file: one entry per line, with line breaks written as `\n` and backslashes
/// as `\\`, because the libraries' own formats split entries of several lines.
struct ShellHistory {
  static let limit = 2000
  let path: String

  /// `$XDG_STATE_HOME/storedoctor/history`, by default below `~/.local/state`; nil without a home.
  init?(environment: [String: String]) {
    guard let folder = ToolPath.folder(environment, "XDG_STATE_HOME", ".local/state") else {
      return nil
    }
    path = folder + "/history"
  }

  init(path: String) { self.path = path }

  /// The last entries, oldest first. A file that has grown to twice the limit is cut.
  func load() -> [String] {
    // A history larger than this is not ours.
    guard let text = try? TextFile.bytes(of: path, limit: 16 << 20) else { return [] }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let kept = lines.suffix(Self.limit).map { Self.decode($0) }
    if lines.count > 2 * Self.limit {
      let cut = kept.map(Self.encode).joined()
      try? FileOutput.write(Array(cut.utf8), to: path, replaces: .content(text))
    }
    return kept
  }

  /// Appends one entry at once, so that two shells and a crash lose nothing.
  func append(_ entry: String) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    FileOutput.append(Array(Self.encode(entry).utf8), to: path)
  }

  static func encode(_ entry: String) -> String {
    entry.unicodeScalars.map { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : String($0) }.joined()
      + "\n"
  }

  static func decode(_ line: some StringProtocol) -> String {
    var entry = ""
    var isEscape = false
    for character in line.unicodeScalars {
      if !isEscape, character == "\\" {
        isEscape = true
      } else {
        entry.unicodeScalars.append(isEscape && character == "n" ? "\n" : character)
        isEscape = false
      }
    }
    return entry
  }
}
