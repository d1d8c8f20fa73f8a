internal import StoreModel

/// Gives leaves that no tree leads to any more to the one table whose rows they have.
struct LeafSearch {
  let pages: SalvagePages
  let tables: [SalvageTable]
  /// Pages that the list of tables leads to and that are none of its own.
  let strays: [UInt32]

  func assign(_ result: inout SalvageResult) throws {
    let misfits = Set(tables.flatMap(\.misfits) + strays)
    for page in 1...pages.count
    where pages.owners[Int(page)] == 0 || misfits.contains(page) {
      guard page > 1, pages.isContent(page), !pages.isFree(page), mayBeLeaf(page) else { continue }
      guard let node = try pages.tree(page), node.kind == .tableLeaf, node.cellCount > 0 else {
        continue
      }
      var fitting: [(table: SalvageTable, survey: LeafSurvey)] = []
      for table in tables {
        guard let survey = try LeafReader(pages: pages, shape: table.shape).survey(page),
          survey.fits, !survey.keys.isEmpty
        else { continue }
        fitting.append((table, survey))
      }
      let distinct = fitting.filter(\.table.shape.isDistinct)
      if let one = distinct.first ?? fitting.first,
        distinct.count == 1 || distinct.isEmpty && fitting.count == 1,
        isLiving(page)
      {
        one.table.candidates.append(
          LeafOrder.Candidate(
            survey: one.survey, proof: .content, slot: nil,
            needsGap: pages.owners[Int(page)] != 0))
      } else if !fitting.isEmpty {
        result.lostPages.append(
          .init(page: page, owner: nil, why: reason(page, fitting.map(\.table.object.name))))
      }
    }
  }

  /// Where a map of the pages says what a page is, that counts.
  private func mayBeLeaf(_ page: UInt32) -> Bool {
    guard pages.owners[Int(page)] == 0, let kind = pages.pointers?[page].kind else { return true }
    return kind == .tree || kind == .none || kind == .root
  }

  /// Whether it is known that its rows were not deleted.
  private func isLiving(_ page: UInt32) -> Bool {
    if pages.owners[Int(page)] != 0 || pages.knowsFreePages { return true }
    let kind = pages.pointers?[page].kind
    return kind == .tree || kind == .root
  }

  private func reason(_ page: UInt32, _ names: [String]) -> String {
    guard isLiving(page) else {
      return "its rows may be deleted ones: it is not known whether the page is free"
    }
    return "its rows may be those of \(names.sorted().quotedList(separator: " or "))"
  }
}
