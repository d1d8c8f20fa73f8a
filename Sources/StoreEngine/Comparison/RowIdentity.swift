internal import StoreModel

/// What tells an object from others of its entity in both stores, for links to it.
package struct RowIdentity {
  /// As expressions over the alias of the object's table; nil where the object's key does.
  let columns: [(old: String, new: String, decoders: (old: ValueDecoder, new: ValueDecoder))]?
  let tables: (old: String, new: String)

  init(_ entity: ComparedEntity) {
    tables = (entity.old.table, entity.new.table)
    switch entity.match {
    case .key: columns = nil
    case .values:
      columns = entity.keys.compactMap { pair in
        guard let old = pair.old.columns.first, let new = pair.new.columns.first else { return nil }
        return (
          old.sqlQuoted, new.sqlQuoted,
          (ValueDecoder(property: pair.old), ValueDecoder(property: pair.new))
        )
      }
    }
  }

  /// The cells of a to-one relationship: the key, or whether there is an object and what tells it.
  func cells(old: String, new: String) -> [ComparedProperty.Cell] {
    guard let columns else {
      return [
        .init(old: old, new: new, decoders: (.toOne, .toOne), isPlain: true)
      ]
    }
    func value(_ column: String, _ table: String, _ link: String) -> String {
      "(SELECT d.\(column) FROM main.\(table.sqlQuoted) AS d WHERE d.Z_PK = \(link))"
    }
    let presence = ComparedProperty.Cell(
      old: "\(old) IS NOT NULL", new: "\(new) IS NOT NULL", decoders: (.bool, .bool), isPlain: true,
      isPresence: true)
    return [presence]
      + columns.map { column in
        .init(
          old: value(column.old, tables.old, old), new: value(column.new, tables.new, new),
          decoders: column.decoders, isPlain: column.decoders.old == column.decoders.new)
      }
  }
}

extension StoreEntity {
  /// The condition for rows of this very entity, without those of entities below it; nil when all rows
  /// of its table are its own.
  var ownRows: String? { sharesTable || numbers.count > 1 ? "Z_ENT = \(number)" : nil }
}

extension ValueDecoder {
  init(property: StoreProperty) {
    self =
      switch property.kind {
      case .attribute(let attribute, _): ValueDecoder(attribute)
      case .enumeration: .enumCase
      case .toOne: .toOne
      case .toMany: .toManyCount
      }
  }
}
