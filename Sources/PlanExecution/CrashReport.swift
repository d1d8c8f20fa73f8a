internal import StoreModel

/// What Swift's backtracer wrote about a program that crashed, as far as the user's code goes.
struct CrashReport {
  /// `arithmetic overflow` and the like, where the trap itself carries no message.
  private(set) var failure: String?
  /// The user's places, innermost first.
  var places: [Location] = []
  /// Where in the program the innermost call stands, when that is the user's code at an instruction
  /// without a line.
  private(set) var unplaced: UInt64?
  /// Whether the runtime was telling why when it crashed; nil where nobody can tell: without a report,
  /// and where the innermost call has no name. An installed module has none for what it keeps to
  /// itself, the runtime that it brings along included.
  private(set) var isReported: Bool?
  /// Whether the program ended itself by the C library's function.
  private(set) var isAbort = false
  /// How deep the calls were.
  private(set) var depth = 0

  /// - Parameter files: paths of the user's files as they were given to the compiler.
  init(_ text: String, files: Set<String>) {
    var innermost: UInt64?
    var isNamed = true
    for line in text.split(separator: "\n") {
      if line.hasPrefix("*** ") { isReported = isReported ?? false }
      if line.hasSuffix("/" + PlanCache.programName), let start = Self.address(in: line) {
        unplaced = innermost.map { $0 &- start }
      }
      if let range = line.firstRange(of: "*** Swift runtime failure: ") {
        failure = line[range.upperBound...].split(separator: " *").first.map(String.init)
      }
      let words = line.split(separator: " ", maxSplits: 1)
      guard let number = words.first.flatMap({ Int($0) }) else { continue }
      depth = max(depth, number + 1)
      if number == 0 { isNamed = line.contains(" in ") }
      if number < 4, line.contains("planAbort") { isAbort = true }
      if number < 12, Self.reporters.contains(where: { line.contains($0) }) { isReported = true }
      guard let range = line.ranges(of: " at ").last else { continue }
      let place = line[range.upperBound...]
      if let place = Self.place(place, files) {
        places.append(place)
      } else if number == 0, Self.file(place, files) != nil {
        innermost = Self.address(in: line)
      }
    }
    if !isNamed, isReported == false { isReported = nil }
  }

  /// What the runtime calls after it has written the reason.
  private static let reporters = [
    "assertionFailure", "fatalError", "swift_unexpectedError", "dynamicCast", "swift_abort",
    "planAbort", "exclusivity", "Exclusivity",
  ]

  /// `PATH:LINE:COLUMN`. The debugger's path may be absolute where the user's was not.
  static func place(_ text: Substring, _ files: Set<String>) -> Location? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let column = Int(parts[parts.count - 1]),
      let line = Int(parts[parts.count - 2]), line > 0
    else { return nil }
    return file(parts.dropLast(2).joined(separator: ":"), files).map {
      Location(path: $0, line: line, column: column > 0 ? column : nil)
    }
  }

  private static func file(_ path: some StringProtocol, _ files: Set<String>) -> String? {
    files.first { path == $0 || path.hasSuffix("/" + $0) }
  }

  /// The first `0x…` of a line.
  private static func address(in line: Substring) -> UInt64? {
    guard let start = line.firstRange(of: "0x") else { return nil }
    return UInt64(line[start.upperBound...].prefix(while: \.isHexDigit), radix: 16)
  }

  /// Calls this deep that crash on memory have run out of stack.
  var isEndlessRecursion: Bool { depth > 5000 }
}
