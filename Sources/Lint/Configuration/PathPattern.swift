/// A pattern of paths, as in `.gitignore` but anchored: `Tests`, `Sources/*/Generated`,
/// `**/*.generated.swift`. A folder's name takes everything below it.
public struct PathPattern: Sendable, Hashable {
  /// As written.
  public let text: String
  private let parts: [String]

  /// Any text is a pattern.
  public init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  /// Whether the path, or a folder above it, fits. Without a slash the pattern fits at any depth.
  public func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").map(String.init).filter { $0 != "." }
    guard !parts.isEmpty else { return false }
    let parts = parts.count == 1 && parts[0] != "**" ? ["**"] + parts : parts
    return Self.matches(names[...], parts[...])
  }

  private static func matches(
    _ names: ArraySlice<String>, _ parts: ArraySlice<String>
  ) -> Bool {
    // Rows of a table instead of recursion: `reached[i]` says that all parts so far fit the first
    // `i` names.
    var reached = Array(repeating: false, count: names.count + 1)
    reached[0] = true
    for part in parts {
      var after = Array(repeating: false, count: names.count + 1)
      if part == "**" {
        var isReached = false
        for index in reached.indices {
          isReached = isReached || reached[index]
          after[index] = isReached
        }
      } else {
        for (index, name) in names.enumerated() where reached[index] {
          if fits(Array(name.utf8), Array(part.utf8)) { after[index + 1] = true }
        }
      }
      reached = after
    }
    // What is left of the path lies below the folder that fits.
    return reached.dropFirst().contains(true) || (names.isEmpty && reached[0])
  }

  /// `*` stands for any bytes, `?` for one.
  private static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (n, p) = (0, 0)
    var (star, mark) = (-1, 0)
    while n < name.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "?") || pattern[p] == name[n],
        pattern[p] != UInt8(ascii: "*")
      {
        n += 1
        p += 1
      } else if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = p
        mark = n
        p += 1
      } else if star >= 0 {
        p = star + 1
        mark += 1
        n = mark
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
