internal import Foundation
internal import StoreEngine

/// Which columns a fetch of an entity asks for, and how its rows become slots.
final class Selection {
  /// `SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZA, …` up to before FROM.
  let list: String
  private let readers: [Int32: RowReader]
  /// The only one, if all rows are of one entity.
  let single: RowReader?
  private let isComplete: Bool

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
      var operations: [RowReader.Operation] = []
      for attribute in member.attributes where wanted?.contains(attribute.slot) ?? true {
        operations.append(.attribute(attribute, attribute.columns.map(place)))
      }
      for relationship in member.relationships where wanted?.contains(relationship.slot) ?? true {
        guard case .column(let column, let companion) = relationship.place else { continue }
        operations.append(
          .toOne(
            relationship.slot, place(column), companion: companion.map(place) ?? -1,
            entity: relationship.destination.number))
      }
      readers[member.number] = RowReader(member, operations)
    }
    let entity = plan.sharesTable ? "t0.Z_ENT" : "0"
    list = (["SELECT \(entity)", "t0.Z_PK", "t0.Z_OPT"] + names).joined(separator: ", ")
    self.readers = readers
    single = family.count == 1 && !plan.sharesTable ? readers[plan.number] : nil
    isComplete = wanted == nil
  }

  func reader(_ statement: Statement) -> RowReader? {
    single ?? readers[Int32(truncatingIfNeeded: statement.integer(at: 0))]
  }
}

/// Reads the current row of a statement into slots.
final class RowReader {
  enum Operation {
    case attribute(AttributePlan, [Int])
    case toOne(Int, Int, companion: Int, entity: Int32)
  }

  private enum Kind { case integer, real, text, uuid, data, external, coded, toOne }

  /// Plain numbers, so that nothing is counted while rows are read.
  private struct Step {
    var kind: Kind
    var slot: Int
    /// Of a coded value, the place of its columns in `columns`.
    var column: Int
    /// The column and the number of a destination's entity.
    var companion = -1
    var entity: Int32 = 0
  }

  let plan: EntityPlan
  private let steps: [Step]
  private let columns: [[Int]]
  private let slotCount: Int

  init(_ plan: EntityPlan, _ operations: [Operation]) {
    self.plan = plan
    slotCount = plan.type.slotCount
    var lists: [[Int]] = []
    steps = operations.map { operation in
      switch operation {
      case .toOne(let slot, let column, let companion, let entity):
        return Step(
          kind: .toOne, slot: slot, column: column, companion: companion, entity: entity)
      case .attribute(let attribute, let columns):
        let kind = Self.kind(attribute.form)
        guard kind == .coded else {
          return Step(kind: kind, slot: attribute.slot, column: columns.first ?? 0)
        }
        lists.append(columns)
        return Step(kind: kind, slot: attribute.slot, column: lists.count - 1)
      }
    }
    columns = lists
  }

  private static func kind(_ form: AttributePlan.Form) -> Kind {
    switch form {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .uuid: .uuid
    case .data: .data
    case .externalData: .external
    case .coded: .coded
    }
  }

  /// A storage with the values of the row.
  func storage(_ statement: Statement) -> _ModelStorage {
    let storage = _ModelStorage(plan.type, .unloaded, state: .filling)
    let slots = storage.slots
    for step in steps { slots[step.slot] = value(step, statement) }
    return storage
  }

  /// The object with its storage, if it can take the row: an entity's key may have gone to a row of
  /// another that shares the table.
  func known(_ object: any PersistentModel) -> ModelObject? {
    let storage = object._$storage
    return storage.type === plan.type ? ModelObject(object, storage) : nil
  }

  /// Gives the row to an object that exists; changes that are not saved stay.
  func refresh(_ storage: _ModelStorage, _ statement: Statement) {
    var row = [Slot](repeating: .unloaded, count: slotCount)
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
    case .external: return plan.store.externalSlot(statement.value(at: column))
    case .coded:
      let values = columns[column].map { statement.value(at: $0) }
      return values.allSatisfy(\.isNull) ? .null : .raw(RawValues(values))
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
