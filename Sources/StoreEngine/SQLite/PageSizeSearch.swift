/// Finds the size of a file's pages from what lies where pages would begin.
enum PageSizeSearch {
  /// As many bytes of the file as are enough to tell.
  private static let sample = 4 << 20

  /// Nil where no page of a b-tree is found.
  static func size(of file: RawFile) -> Int? {
    guard let bytes = try? file.bytes(at: 0, count: sample) else { return nil }
    return best(in: bytes)?.size
  }

  /// Whether what begins without SQLite's header has its pages all the same: two that are whole are no
  /// accident.
  static func hasPages(_ start: [UInt8]) -> Bool {
    best(in: start).map { $0.covered >= 2 * $0.size } ?? false
  }

  private static func best(in bytes: [UInt8]) -> (size: Int, covered: Int)? {
    var best: (size: Int, covered: Int)?
    for shift in 9...16 {
      let size = 1 << shift
      var covered = 0
      for start in stride(from: 0, to: bytes.count - size + 1, by: size) {
        let page = Array(bytes[start..<start + size])
        guard let tree = TreePage(page, page: start == 0 ? 1 : 2, usable: size),
          tree.cellCount > 0, tree.cells().isWhole
        else { continue }
        covered += size
      }
      if covered > best?.covered ?? 0 { best = (size, covered) }
    }
    return best
  }
}
