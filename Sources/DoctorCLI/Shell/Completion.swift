internal import PlatformLibc
internal import StoreEngine

/// What Tab offers: commands first, then entities, property paths, versions and files.
final class Completion {
  /// Entity name to its property names, of the open store.
  var properties: [String: [String]] = [:]
  /// Names of the versions in the given models.
  var versions: [String] = []

  func candidates(line: String, word: String, start: Int) -> [String] {
    let before = String(decoding: line.utf8.prefix(start), as: UTF8.self)
    let isFirst = before.allSatisfy { $0 == " " || $0 == "\t" || $0 == "." }
    if isFirst {
      let dot = word.hasPrefix(".") ? "." : ""
      let names = CommandCatalog.names + ShellCommand.names + ["SELECT"]
      return names.filter { $0.hasPrefix(word.dropFirst(dot.count)) }.map { dot + $0 }.sorted()
    }
    let command = before.split(separator: " ").first.map(String.init) ?? ""
    if word.hasPrefix("--") {
      let options = ["--format", "--model", "--color", "--quiet", "--trace", "--show-values"]
      let own = CommandCatalog.command(named: command)?.wordOptions.map { "--" + $0 } ?? []
      return (options + own).filter { $0.hasPrefix(word) }.sorted()
    }
    if command.hasPrefix("help") {
      return (CommandCatalog.names + ShellCommand.names).filter { $0.hasPrefix(word) }.sorted()
    }
    return (names(word) + FileNames.completing(word)).sorted()
  }

  /// `No` → `Note`, `Note.ti` → `Note.title`, `Models@No` → `Models@NotesSchemaV2`.
  private func names(_ word: String) -> [String] {
    if let at = word.lastIndex(of: "@") {
      let typed = word[word.index(after: at)...]
      return versions.filter { $0.hasPrefix(typed) }.map { word[...at] + $0 }
    }
    if let dot = word.firstIndex(of: ".") {
      let entity = String(word[..<dot])
      let typed = word[word.index(after: dot)...]
      return (properties[entity] ?? []).filter { $0.hasPrefix(typed) }.map { "\(entity).\($0)" }
    }
    return (properties.keys + versions).filter { $0.hasPrefix(word) }
  }
}

/// Completes file names as a Unix shell does.
enum FileNames {
  /// Paths that start with `word`; folders end in `/`. Hidden files only when asked for.
  static func completing(_ word: String) -> [String] {
    let (folder, typed) = Folder.split(word)
    var found: [String] = []
    Folder.forEachName(in: folder) { name in
      guard name.hasPrefix(typed), typed.hasPrefix(".") || !name.hasPrefix(".") else { return }
      var status = stat()
      let path = folder + name
      let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      found.append(isFolder ? path + "/" : path)
    }
    return found.sorted()
  }
}
