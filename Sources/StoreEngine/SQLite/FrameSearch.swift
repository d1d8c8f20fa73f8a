/// Finds the newest committed frame of a page.
///
/// Filling a table costs more than looking through the page numbers a few dozen times, which is all
/// that identifying a store takes; so the table is made only for those who read more.
final class FrameSearch {
  private static let searchesWithoutTable = 256

  /// Page number of committed frames 1…n.
  private let pages: [UInt32]
  private var searches = 0
  private var table: PageIndex?

  init(pages: [UInt32]) { self.pages = pages }

  /// Numbered from 1.
  func newest(of page: UInt32) -> Int? {
    if table == nil, searches == Self.searchesWithoutTable { makeTable() }
    guard table == nil else { return table?[page].map(Int.init) }
    searches += 1
    return last(of: page)
  }

  private func makeTable() {
    var table = PageIndex(capacity: pages.count)
    for (index, page) in pages.enumerated() { table.set(page, to: UInt32(index + 1)) }
    self.table = consume table
  }

  /// Sixteen page numbers at a time, from the end.
  private func last(of page: UInt32) -> Int? {
    pages.withUnsafeBufferPointer { numbers in
      guard let start = UnsafeRawPointer(numbers.baseAddress) else { return nil }
      var end = numbers.count
      let wanted = SIMD16<UInt32>(repeating: page)
      while end >= 16 {
        let block = start.loadUnaligned(fromByteOffset: (end - 16) * 4, as: SIMD16<UInt32>.self)
        if any(block .== wanted) { break }
        end -= 16
      }
      while end > 0 {
        if numbers[end - 1] == page { return end }
        end -= 1
      }
      return nil
    }
  }
}
