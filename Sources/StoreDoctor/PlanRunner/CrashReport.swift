internal import StoreModel

/// What Swift's backtracer wrote about a program that crashed, as far as the user's code goes.
struct CrashReport {
  /// `arithmetic overflow` and the like, where the trap itself carries no message.
  private(set) var failure: String?
  /// The user's places, innermost first.
  private(set) var places: [Location] = []
  /// How deep the calls were.
  private(set) var depth = 0

  /// - Parameter files: paths of the user's files as they were given to the compiler.
  init(_ text: String, files: Set<String>) {
    for line in text.split(separator: "\n") {
      if let range = line.firstRange(of: "*** Swift runtime failure: ") {
        failure = line[range.upperBound...].split(separator: " *").first.map(String.init)
      }
      let words = line.split(separator: " ", maxSplits: 1)
      guard let number = words.first.flatMap({ Int($0) }) else { continue }
      depth = max(depth, number + 1)
      guard let range = line.ranges(of: " at ").last else { continue }
      if let place = Self.place(line[range.upperBound...], files) { places.append(place) }
    }
  }

  /// `PATH:LINE:COLUMN`. The debugger's path may be absolute where the user's was not.
  static func place(_ text: Substring, _ files: Set<String>) -> Location? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let column = Int(parts[parts.count - 1]),
      let line = Int(parts[parts.count - 2]), line > 0
    else { return nil }
    let path = parts.dropLast(2).joined(separator: ":")
    guard let file = files.first(where: { path == $0 || path.hasSuffix("/" + $0) }) else {
      return nil
    }
    return Location(path: file, line: line, column: column > 0 ? column : nil)
  }

  /// Calls this deep that crash on memory have run out of stack.
  var isEndlessRecursion: Bool { depth > 5000 }
}
