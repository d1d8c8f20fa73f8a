internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// The lines that findings lie in.
struct SourceLines {
  private let input: LintInput
  private let files: [String: SourceFile]
  private var texts: [String: (bytes: [UInt8], lines: LineStarts)] = [:]
  /// A longer line is no help to anybody, and generated code may have one of megabytes that each of
  /// its findings would show.
  private static let longestShown = 4096

  init(input: LintInput) {
    self.input = input
    files = Dictionary(
      (input.files + input.objectiveC).map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The finding with its line and the length of the word it points at.
  mutating func located(_ finding: Finding) -> Finding {
    guard let location = finding.location, let number = location.line,
      let line = line(number, of: location.path)
    else { return finding }
    var finding = finding
    if line.count <= Self.longestShown {
      finding.sourceLine = String(decoding: line, as: UTF8.self)
    }
    if finding.length == nil, let column = location.column, column >= 1, column <= line.count {
      finding.length = Self.wordLength(line[(line.startIndex + column - 1)...])
    }
    return finding
  }

  private mutating func line(_ number: Int, of path: String) -> ArraySlice<UInt8>? {
    if texts[path] == nil {
      let bytes = files[path]?.bytes ?? input.text(path) ?? []
      texts[path] = (bytes, LineStarts(bytes))
    }
    guard let (bytes, lines) = texts[path], !bytes.isEmpty,
      let range = lines.range(of: max(number, 1))
    else { return nil }
    var line = bytes[range]
    if line.last == 0x0a { line = line.dropLast() }
    if line.last == 0x0d { line = line.dropLast() }
    return line
  }

  /// A name with what marks it as a macro, a member or a key path; else one byte.
  private static func wordLength(_ rest: ArraySlice<UInt8>) -> Int {
    let marks = rest.prefix { "@#\\.<".utf8.contains($0) }
    let word = rest.dropFirst(marks.count).prefix { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
      default: false
      }
    }
    return max(1, marks.count + word.count)
  }
}
