internal import Foundation
internal import StoreEngine

/// How a new object becomes a row.
final class InsertPlan {
  let sql: String
  private let plan: EntityPlan
  private let attributes: [(plan: AttributePlan, place: Int)]
  private let toOnes: [(plan: RelationshipPlan, place: Int, companion: Int?)]
  private var row: [SQLiteValue]

  init(_ plan: EntityPlan) {
    self.plan = plan
    var columns: [String] = []
    var attributes: [(AttributePlan, Int)] = []
    for attribute in plan.attributes {
      attributes.append((attribute, columns.count + 3))
      columns += attribute.columns
    }
    var toOnes: [(RelationshipPlan, Int, Int?)] = []
    for relationship in plan.relationships {
      guard case .column(let column, let companion) = relationship.place else { continue }
      toOnes.append((relationship, columns.count + 3, companion.map { _ in columns.count + 4 }))
      columns.append(column)
      if let companion { columns.append(companion) }
    }
    self.attributes = attributes
    self.toOnes = toOnes
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.sqlName)
    let marks = Array(repeating: "?", count: names.count).joined(separator: ", ")
    sql = "INSERT INTO \(plan.table)(\(names.joined(separator: ", "))) VALUES(\(marks))"
    row = [SQLiteValue](repeating: .null, count: names.count)
  }

  /// The values of the row. The key and those of the destinations must be known.
  func values(of storage: _ModelStorage) throws -> [SQLiteValue] {
    row[0] = .integer(storage.key)
    row[1] = .integer(Int64(plan.number))
    row[2] = .integer(1)
    for (attribute, place) in attributes {
      let slot = storage.slots[attribute.slot]
      switch (attribute.form, slot) {
      case (.coded, _), (.externalData, _):
        let values = try attribute.stored(slot, plan.store)
        for (offset, value) in values.enumerated() { row[place + offset] = value }
      default: row[place] = slot.stored
      }
    }
    for (relationship, place, companion) in toOnes {
      let (key, entity) = storage.destinationKey(relationship.slot)
      row[place] = key.map { .integer($0) } ?? .null
      if let companion { row[companion] = entity.map { .integer(Int64($0)) } ?? .null }
    }
    return row
  }
}

extension _ModelStorage {
  /// The key and entity number a to-one relationship points at.
  func destinationKey(_ slot: Int) -> (Int64?, Int32?) {
    switch slots[slot] {
    case .key(let key, let entity): return (key, entity)
    case .one(let object):
      let storage = object._$linked
      guard storage.key > 0 else {
        return (nil, nil)
      }
      return (storage.key, storage.plan?.number)
    default: return (nil, nil)
    }
  }
}
