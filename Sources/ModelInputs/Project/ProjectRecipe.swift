internal import PlatformFoundation
internal import StoreEngine

/// What XcodeGen makes a project from: `project.yml`.
enum ProjectRecipe {
  private static let mostBytes = 1 << 20

  /// Whether a folder that it takes its sources from is gone, so that no project can be made from it: it
  /// describes another age of the project, which itself says what is built. False for any other file.
  static func isStale(_ path: String) -> Bool {
    guard path.hasSuffix(".yml") || path.hasSuffix(".yaml"),
      let bytes = try? InputFile.bytes(of: path, limit: mostBytes)
    else { return false }
    let folder = path.deletingLastPathComponent
    let paths = sources(in: String(decoding: bytes, as: UTF8.self))
    return paths.contains { path in
      // What is a pattern or a variable, or may be missing, says nothing.
      !path.contains { "*?$".contains($0) } && !path.hasPrefix("/")
        && !FilePath.exists(folder.appending(component: path))
    }
  }

  /// The paths below `sources:`, each by itself, in a list, or as `path:` of an entry
  /// that is not optional.
  static func sources(in text: String) -> [String] {
    var found: [String] = []
    var depth: Int?
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.drop { $0 == " " }
      let indent = line.count - words.count
      if words.hasPrefix("sources:") {
        depth = indent
        found += values(words.dropFirst("sources:".count))
        continue
      }
      guard let start = depth else { continue }
      if indent < start || indent == start && !words.hasPrefix("-") {
        depth = nil
      } else if words.hasPrefix("- path:") {
        found += values(words.dropFirst("- path:".count))
      } else if words.hasPrefix("optional: true") {
        // The entry's folder may be missing.
        _ = found.popLast()
      } else if words.hasPrefix("path:") {
        found += values(words.dropFirst("path:".count))
      } else if words.hasPrefix("- "), !words.contains(":") {
        found += values(words.dropFirst(2))
      }
    }
    return found
  }

  /// `App`, `"App"`, `[App, Shared]`
  private static func values(_ text: Substring) -> [String] {
    text.split(separator: "#", maxSplits: 1).first.map { part in
      part.split { ",[]\"' ".contains($0) }.map(String.init)
    } ?? []
  }
}
