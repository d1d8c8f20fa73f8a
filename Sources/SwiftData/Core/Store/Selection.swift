internal import Foundation
internal import StoreEngine

/// Which columns a fetch of an entity asks for, and how its rows become slots.
final class Selection {
  /// `SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZA, …` up to before FROM.
  let list: String
  private let readers: [Int32: RowReader]
  /// The only one, if all rows are of one entity.
  let single: RowReader?

  /// - Parameter columns: the slots to load; nil for all.
  init(_ plan: EntityPlan, columns wanted: Set<Int>?) {
    var places: [String: Int] = [:]
    var names: [String] = []
    func place(_ column: String) -> Int {
      if let known = places[column] { return known }
      let number = names.count + 3
      names.append("t0.\(column.sqlName)")
      places[column] = number
      return number
    }
    var readers: [Int32: RowReader] = [:]
    let family = plan.family
    for member in family {
      var steps: [RowReader.Step] = []
      var coded: [[Int]] = []
      for attribute in member.attributes where wanted?.contains(attribute.slot) ?? true {
        let columns = attribute.columns.map(place)
        var step = RowReader.Step(
          kind: attribute.kind, slot: attribute.slot, column: columns.first ?? 0)
        if step.kind == .coded {
          step.column = coded.count
          coded.append(columns)
        }
        steps.append(step)
      }
      for relationship in member.relationships where wanted?.contains(relationship.slot) ?? true {
        guard case .column(let column, let companion) = relationship.place else { continue }
        steps.append(
          RowReader.Step(
            kind: .toOne, slot: relationship.slot, column: place(column),
            companion: companion.map(place) ?? -1, entity: relationship.destination.number))
      }
      readers[member.number] = RowReader(member, steps, coded)
    }
    let entity = plan.sharesTable ? "t0.Z_ENT" : "0"
    list = (["SELECT \(entity)", "t0.Z_PK", "t0.Z_OPT"] + names).joined(separator: ", ")
    self.readers = readers
    single = family.count == 1 && !plan.sharesTable ? readers[plan.number] : nil
  }

  func reader(_ statement: Statement) -> RowReader? {
    single ?? readers[Int32(truncatingIfNeeded: statement.integer(at: 0))]
  }
}

/// Reads the current row of a statement into slots.
final class RowReader {
  /// Plain numbers, so that nothing is counted while rows are read.
  struct Step {
    let kind: ColumnKind
    let slot: Int
    /// Of a coded value, the place of its columns in `coded`.
    var column: Int
    /// The column and the number of a destination's entity.
    var companion = -1
    var entity: Int32 = 0
  }

  let plan: EntityPlan
  /// By slot, each once.
  private let steps: [Step]
  /// The columns of each coded value.
  private let coded: [[Int]]

  init(_ plan: EntityPlan, _ steps: [Step], _ coded: [[Int]]) {
    self.plan = plan
    self.steps = steps.sorted { $0.slot < $1.slot }
    self.coded = coded
  }

  /// A storage with the values of the row.
  func storage(_ statement: Statement) -> _ModelStorage {
    var next = 0
    return _ModelStorage(plan.type, state: .filling) { slot in
      guard next < steps.count, steps[next].slot == slot else { return .unloaded }
      next += 1
      return value(steps[next - 1], statement)
    }
  }

  /// The object with its storage, if it can take the row: an entity's key may have gone to a row of
  /// another that shares the table.
  func known(_ object: any PersistentModel) -> ModelObject? {
    let storage = object._$storage
    return storage.type === plan.type ? ModelObject(object, storage) : nil
  }

  /// Gives the row to an object that exists; changes that are not saved stay.
  func refresh(_ storage: _ModelStorage, _ statement: Statement) {
    var row = [Slot](repeating: .unloaded, count: plan.type.slotCount)
    for step in steps { row[step.slot] = value(step, statement) }
    storage.adopt(row)
  }

  /// NULL is asked for only where the value looks like it: every question is a call into SQLite.
  @inline(__always)
  private func value(_ step: Step, _ statement: Statement) -> Slot {
    let column = step.column
    switch step.kind {
    case .integer:
      let value = statement.integer(at: column)
      return value == 0 && statement.storageClass(at: column) == .null ? .null : .integer(value)
    case .real:
      let value = statement.real(at: column)
      return value == 0 && statement.storageClass(at: column) == .null ? .null : .real(value)
    case .text:
      let bytes = statement.borrowedBytes(at: column)
      return bytes.isEmpty && statement.storageClass(at: column) == .null
        ? .null : .text(String(decoding: bytes, as: UTF8.self))
    case .uuid:
      let bytes = statement.borrowedBytes(at: column)
      return bytes.count == 16
        ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : .null
    case .data:
      let bytes = statement.borrowedBytes(at: column)
      return bytes.isEmpty && statement.storageClass(at: column) == .null
        ? .null : .data(Data(bytes))
    case .externalData: return plan.store.externalSlot(statement.value(at: column))
    case .coded:
      let values = coded[column].map { statement.value(at: $0) }
      return values.allSatisfy(\.isNull) ? .null : .raw(Box(values))
    case .toOne:
      let key = statement.integer(at: column)
      // Rows have no key 0.
      guard key != 0 else { return .null }
      return .key(
        key,
        step.companion < 0
          ? step.entity : Int32(truncatingIfNeeded: statement.integer(at: step.companion)))
    }
  }
}
