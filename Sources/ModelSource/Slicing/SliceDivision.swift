/// How a file of a slice falls into parts that compilers can work on side by side: its versions, and
/// the rest.
package struct SliceDivision: Sendable {
  private let imports: [Range<Int>]
  /// The declarations of each version, in the order of the source.
  private let versions: [[Range<Int>]]

  /// Nil where a file has fewer than two versions, or hides anything from other files.
  init?(_ file: SliceFile, _ kept: [SliceUnit], isVersion: ([String]) -> Bool) {
    let hidden = Array("fileprivate".utf8)
    let words = file.bytes.split { !$0.isNamePart }
    guard !kept.contains(where: \.isPrivate), !words.contains(where: { $0.elementsEqual(hidden) })
    else { return nil }
    var places: [String: Int] = [:]
    var found: [[Range<Int>]] = []
    for unit in kept where [.type, .extension].contains(unit.kind) {
      guard let name = unit.path.first, isVersion([name]) else { continue }
      if let place = places[name] {
        found[place].append(unit.range)
      } else {
        places[name] = found.count
        found.append([unit.range])
      }
    }
    guard found.count > 1 else { return nil }
    versions = found
    imports = file.imports.map(\.range)
  }

  /// The file without its versions, and files with some versions each. Lines and columns stay.
  package func parts(of file: SourceFile, atMost count: Int) -> [SourceFile] {
    var rest = file
    for range in versions.joined() { rest.bytes.blank(range) }
    let size = max(1, (versions.count + count - 1) / max(1, count))
    let starts = stride(from: 0, to: versions.count, by: size)
    return [rest]
      + starts.map { start in
        var bytes = file.bytes
        bytes.blank(bytes.indices)
        for range in imports + versions[start..<min(start + size, versions.count)].joined() {
          bytes.replaceSubrange(range, with: file.bytes[range])
        }
        return SourceFile(path: file.path, bytes: bytes)
      }
  }
}

extension [UInt8] {
  /// Leaves the lines.
  fileprivate mutating func blank(_ range: Range<Int>) {
    for offset in range where self[offset] > 0x20 { self[offset] = 0x20 }
  }
}
