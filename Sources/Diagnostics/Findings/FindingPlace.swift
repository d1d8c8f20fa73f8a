internal import PlatformFoundation
public import StoreModel

/// A finding's place as other tools want it: 1-based, columns in Unicode scalars, the end behind
/// the last character.
package struct FindingPlace {
  var path: String
  var line: Int
  var column: Int
  var endColumn: Int

  /// - Parameter finding: its column counts UTF-8 bytes, which the line's text converts.
  init?(_ finding: Finding) {
    guard let location = finding.location else { return nil }
    path = Self.relative(location.path)
    line = max(1, location.line ?? 1)
    column = max(1, location.column ?? 1)
    endColumn = column
    guard let text = finding.sourceLine, let start = location.column else { return }
    let bytes = Array(text.utf8)
    let first = min(max(start - 1, 0), bytes.count)
    let last = min(first + (finding.length ?? 0), bytes.count)
    column = Self.scalars(bytes[..<first]) + 1
    endColumn = column + Self.scalars(bytes[first..<last])
  }

  private static func scalars(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xc0 != 0x80 }
  }

  /// Without `./`, double slashes and the working folder at the start: as a repository names its
  /// files, when the tool runs in it.
  package static func relative(_ path: String) -> String {
    var rest = path[...]
    let folder = FileManager.default.currentDirectoryPath + "/"
    if folder != "/", rest.hasPrefix(folder) { rest = rest.dropFirst(folder.count) }
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    return rest.isEmpty ? path : String(rest)
  }
}

extension Certainty {
  /// The label used in JSON and text.
  public var level: String {
    switch self {
    case .certain: "certain"
    case .inferred: "likely"
    case .unknown, .undeclared: "unknown"
    }
  }
}
