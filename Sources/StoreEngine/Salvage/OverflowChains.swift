/// Puts rows together that go on in pages of their own, so that no page is part of two.
final class OverflowChains {
  private let pages: SalvagePages
  /// What the owner of such a page is set to.
  static let mark = UInt32.max

  /// Why a row cannot be put together.
  enum Failure: Error {
    /// A page of it is somebody else's, damaged or gone.
    case broken
    /// The pointer map says otherwise; it may be believed when everything else has its place.
    case doubtful
  }

  init(_ pages: SalvagePages) { self.pages = pages }

  /// The whole record of a cell.
  ///
  /// - Parameters:
  ///   - isStrict: the pointer map must agree.
  ///   - keeps: whether no other row may have these pages from now on.
  func payload(
    of cell: TreePage.Cell, in node: TreePage, page: UInt32, isStrict: Bool, keeps: Bool = true
  ) throws -> Result<(bytes: [UInt8], hasEmptyPage: Bool), Failure> {
    var bytes = Array(node.bytes[cell.local])
    var rest = cell.payload - bytes.count
    guard rest > 0 else { return .success((bytes, false)) }
    let perPage = pages.usable - 4
    guard rest / perPage <= Int(pages.count) else { return .failure(.broken) }
    bytes.reserveCapacity(cell.payload)
    var chain: [UInt32] = []
    var (next, last) = (cell.overflow, page)
    var hasEmptyPage = false
    func release() { for page in chain { pages.owners[Int(page)] = 0 } }
    while rest > 0 {
      guard pages.isContent(next), pages.owners[Int(next)] == 0 else {
        release()
        return .failure(.broken)
      }
      if let entry = pages.pointers?[next] {
        let kind: PointerMap.Kind = chain.isEmpty ? .firstOverflow : .overflow
        if entry.kind != kind || entry.parent != last {
          guard !isStrict, !pages.isFree(next) else {
            release()
            return .failure(pages.isFree(next) ? .broken : .doubtful)
          }
        }
      } else if pages.isFree(next) {
        release()
        return .failure(.broken)
      }
      guard let content = try pages.bytes(next) else {
        release()
        return .failure(.broken)
      }
      pages.owners[Int(next)] = Self.mark
      chain.append(next)
      let count = min(rest, perPage)
      bytes += content[4..<4 + count]
      rest -= count
      hasEmptyPage = hasEmptyPage || content.allSatisfy { $0 == 0 }
      last = next
      next = content.bigEndian32(at: 0)
    }
    // The last page of a chain says that it is.
    guard next == 0 else {
      release()
      return .failure(.broken)
    }
    if !keeps { release() }
    return .success((bytes, hasEmptyPage))
  }
}
