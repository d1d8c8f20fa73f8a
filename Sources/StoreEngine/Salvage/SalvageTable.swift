/// A table that is being saved.
final class SalvageTable {
  var object: SalvagedSchema.Object
  var shape: TableShape
  /// Whether its text is the model's, because its own is lost.
  var hasModelsText = false
  /// Its tree in the survey; nil where it was not found.
  let tree: Int?
  var candidates: [LeafOrder.Candidate] = []
  var slots: [DamagedTree.Slot] = [DamagedTree.Slot(page: 0, state: .hole)]
  var lost: [(page: UInt32, why: String)] = []
  /// Leaves that were reached and have rows of some other table.
  var misfits: [UInt32] = []
  var order = LeafOrder([], [])
  var found = KeySet()
  /// Keys that an index names.
  var indexed = KeySet()
  /// Keys of each index that looks whole and names every row.
  var claims: [KeySet] = []
  /// The same, where all of them agree.
  var complete: [KeySet] {
    claims.allSatisfy { $0 == claims.first } ? claims : []
  }
  var result: SalvageResult.Table

  init(_ object: SalvagedSchema.Object, shape: TableShape, tree: Int?) {
    self.object = object
    self.shape = shape
    self.tree = tree
    result = SalvageResult.Table(name: object.name)
  }

  /// Whether it is one of those that every store has, whose columns never change.
  var isOwn: Bool { TableShape.fixed.contains(object.name) }

  /// Whether it has links between two entities: their numbers are part of its columns' names. Of an entity
  /// with itself either end can be the first.
  var linksTwoEntities: Bool {
    guard object.name.hasPrefix("Z_"), shape.keyColumn == nil else { return false }
    let numbers = shape.columns.filter { $0.hasPrefix("Z_") && !$0.hasPrefix("Z_FOK") }
      .map { $0.dropFirst(2).prefix(while: \.isNumber) }
    return numbers.count == 2 && numbers[0] != numbers[1]
  }

  var isWhole: Bool { lost.isEmpty && order.refused.isEmpty && order.strayKeys == 0 }

  /// Looks at every leaf there is.
  func survey(_ survey: SalvageSurvey) throws {
    guard let tree else {
      lost = [(0, "the page that it begins with is not known")]
      return
    }
    let found = survey[tree]
    let reader = LeafReader(pages: survey.pages, shape: shape)
    (slots, lost, candidates, misfits) = (found.slots, found.lost, [], [])
    for (index, slot) in slots.enumerated() where slot.state == .leaf {
      try add(slot.page, .reached, index, reader, isOnly: slots.count == 1)
    }
    for page in found.orphans { try add(page, .pointerMap, nil, reader, isOnly: false) }
  }

  private func add(
    _ page: UInt32, _ proof: LeafOrder.Candidate.Proof, _ slot: Int?, _ reader: LeafReader,
    isOnly: Bool
  ) throws {
    guard let survey = try reader.survey(page) else {
      return lost.append((page, "it has no rows of a table"))
    }
    guard survey.fits else {
      misfits.append(page)
      return lost.append((page, "its rows are not those of this table"))
    }
    if !survey.isWhole {
      lost.append((page, "it does not add up"))
    } else if survey.refused > 0 {
      lost.append((page, "it has rows that cannot be this table's"))
    } else if survey.keys.isEmpty, !isOnly {
      lost.append((page, "it has no rows"))
    }
    if !survey.keys.isEmpty {
      candidates.append(
        LeafOrder.Candidate(
          survey: survey, proof: proof, slot: slot, needsGap: proof == .reached))
    } else {
      result.refused += Int64(survey.refused)
    }
  }

  /// Whether an index names every row on the other pages, of which there are some: an index that lacks
  /// more is not known to be this table's.
  func isNamedElsewhere(by index: KeySet, than page: UInt32) -> Bool {
    let pages = Set(order.leaves.map(\.page)).subtracting([page])
    let others = candidates.filter { pages.contains($0.survey.page) }
    return !others.isEmpty && others.allSatisfy { $0.survey.keys.allSatisfy(index.contains) }
  }

  func settle() { order = LeafOrder(slots, candidates) }
}

/// Reads the rows of a table's leaves.
struct RowReader {
  let pages: SalvagePages
  let chains: OverflowChains

  /// A row as it was found.
  struct Row {
    var key: Int64
    var values: [StoredRecord.Value]
    var hasEmptyPage = false
  }

  /// One that waits until every page has its place.
  struct Later {
    var page: UInt32
    var start: Int
  }

  enum Outcome {
    case row(Row)
    case refused
    case later(Later)
  }

  func row(
    _ cell: TreePage.Cell, in node: TreePage, page: UInt32, shape: TableShape, isStrict: Bool,
    keeps: Bool = true
  ) throws -> Outcome {
    let payload = try chains.payload(
      of: cell, in: node, page: page, isStrict: isStrict, keeps: keeps)
    switch payload {
    case .failure(.doubtful): return .later(Later(page: page, start: cell.start))
    case .failure(.broken): return .refused
    case .success(let (bytes, hasEmptyPage)):
      guard let record = StoredRecord(bytes), shape.fits(record.types),
        shape.fits(entity: shape.entityColumn.flatMap(record.integer))
      else { return .refused }
      return .row(Row(key: cell.key, values: record.values(), hasEmptyPage: hasEmptyPage))
    }
  }

  /// All rows of a small table, with texts that can be read, and how many could not be put together.
  func all(
    _ table: SalvageTable
  ) throws -> (rows: [(key: Int64, values: [SQLiteValue])], refused: Int) {
    let reader = LeafReader(pages: pages, shape: table.shape)
    var rows: [(key: Int64, values: [SQLiteValue])] = []
    var refused = 0
    for leaf in table.order.leaves {
      guard let (_, node, found) = try reader.rows(leaf.page) else { continue }
      for one in found where leaf.keys.contains(one.key) {
        if case .row(let row) = try self.row(
          one.cell, in: node, page: leaf.page, shape: table.shape, isStrict: false, keeps: false)
        {
          rows.append((row.key, row.values.map { $0.readable(pages.encoding) }))
        } else {
          refused += 1
        }
      }
    }
    return (rows, refused)
  }
}

extension StoredRecord.Value {
  /// A text that is none is its bytes.
  func readable(_ encoding: TextEncoding) -> SQLiteValue {
    switch self {
    case .value(let value): value
    case .text(let bytes): encoding.text(bytes).map(SQLiteValue.text) ?? .blob(Array(bytes))
    }
  }
}
