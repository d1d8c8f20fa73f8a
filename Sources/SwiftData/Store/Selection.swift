internal import Foundation
internal import StoreEngine

/// Which columns a fetch of an entity asks for, and how its rows become slots.
final class Selection {
  /// `SELECT 0, t0.Z_PK, t0.Z_OPT, t0.ZA, …` up to before FROM.
  let list: String
  private let readers: [Int32: RowReader]
  private let single: RowReader?
  private let isComplete: Bool

  /// - Parameter columns: the slots to load; nil for all.
  init(_ plan: EntityPlan, columns wanted: Set<Int>?) {
    var places: [String: Int32] = [:]
    var names: [String] = []
    func place(_ column: String) -> Int32 {
      if let known = places[column] { return known }
      let number = Int32(names.count + 3)
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
    case attribute(AttributePlan, [Int32])
    case toOne(Int, Int32, companion: Int32, entity: Int32)
  }

  private enum Step {
    case integer(Int, Int)
    case real(Int, Int)
    case text(Int, Int)
    case uuid(Int, Int)
    case data(Int, Int)
    case external(Int, Int)
    case coded(Int, [Int])
    case toOne(Int, Int, Int, Int32)
  }

  unowned(unsafe) let plan: EntityPlan
  private let steps: [Step]
  private let empty: [Slot]

  init(_ plan: EntityPlan, _ operations: [Operation]) {
    self.plan = plan
    empty = [Slot](repeating: .unloaded, count: plan.type.slotCount)
    steps = operations.map { operation in
      switch operation {
      case .toOne(let slot, let column, let companion, let entity):
        return .toOne(slot, Int(column), Int(companion), entity)
      case .attribute(let attribute, let columns):
        let slot = attribute.slot
        let column = columns.first.map(Int.init) ?? 0
        switch attribute.form {
        case .integer: return .integer(slot, column)
        case .real: return .real(slot, column)
        case .text: return .text(slot, column)
        case .uuid: return .uuid(slot, column)
        case .data: return .data(slot, column)
        case .externalData: return .external(slot, column)
        case .coded: return .coded(slot, columns.map(Int.init))
        }
      }
    }
  }

  func slots(_ statement: Statement) -> [Slot] {
    var slots = empty
    slots.withUnsafeMutableBufferPointer { slots in
      for step in steps {
        switch step {
        case .integer(let slot, let column):
          slots[slot] =
            statement.storageClass(at: column) == .null
            ? .null : .integer(statement.integer(at: column))
        case .real(let slot, let column):
          slots[slot] =
            statement.storageClass(at: column) == .null ? .null : .real(statement.real(at: column))
        case .text(let slot, let column):
          slots[slot] =
            statement.storageClass(at: column) == .null
            ? .null
            : .text(statement.withBytes(at: column) { String(decoding: $0, as: UTF8.self) })
        case .uuid(let slot, let column):
          slots[slot] = statement.withBytes(at: column) { bytes in
            bytes.count == 16 ? .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))) : .null
          }
        case .data(let slot, let column):
          slots[slot] =
            statement.storageClass(at: column) == .null
            ? .null : .data(statement.withBytes(at: column) { Data($0) })
        case .external(let slot, let column):
          slots[slot] = plan.store.externalSlot(statement.value(at: column))
        case .coded(let slot, let columns):
          let values = columns.map { statement.value(at: $0) }
          slots[slot] = values.allSatisfy(\.isNull) ? .null : .raw(RawValues(values))
        case .toOne(let slot, let column, let companion, let entity):
          guard statement.storageClass(at: column) != .null else {
            slots[slot] = .null
            continue
          }
          let number =
            companion < 0 ? entity : Int32(truncatingIfNeeded: statement.integer(at: companion))
          slots[slot] = .key(statement.integer(at: column), number)
        }
      }
    }
    return slots
  }
}
