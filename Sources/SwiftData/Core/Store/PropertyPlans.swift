internal import StoreEngine
internal import StoreModel

/// How a value lies in its columns. A plain number, so that nothing is counted while rows are read.
enum ColumnKind { case integer, real, text, uuid, data, externalData, coded, toOne }

/// The columns of one attribute.
final class AttributePlan {
  let property: ModelProperty
  let slot: Int
  let columns: [String]
  let kind: ColumnKind
  /// Of a coded attribute.
  let coder: (any AttributeCoder)?
  let isPreserved: Bool

  init?(_ property: ModelProperty, entity: String, layout: StoreLayout) {
    self.property = property
    slot = property.slot
    isPreserved = property.attribute?.has(.preserveValueOnDeletion) == true
    switch property.kind {
    case .toOne, .toMany: return nil
    case .scalar(let scalar):
      guard let column = layout.column(of: entity, [property.name]) else { return nil }
      columns = [column.name]
      coder = nil
      kind =
        switch scalar.attributeType {
        case .double, .float, .date: .real
        case .string: .text
        case .uuid: .uuid
        case .binary: property.attribute?.has(.externalStorage) == true ? .externalData : .data
        default: .integer
        }
    case .coded(let coder):
      self.coder = coder
      kind = .coded
      let template = coder.template
      let paths =
        template.type == .composite
        ? Self.leafPaths(template.elements, [property.name]) : [[property.name]]
      columns = paths.compactMap { layout.column(of: entity, $0)?.name }
      if columns.count != paths.count { return nil }
    }
  }

  private static func leafPaths(
    _ elements: [StoreModel.Attribute], _ prefix: [String]
  ) -> [[String]] {
    elements.flatMap { element in
      element.type == .composite
        ? leafPaths(element.elements, prefix + [element.name]) : [prefix + [element.name]]
    }
  }

  var isExternal: Bool { kind == .externalData }

  /// The value that the history keeps of a deleted object; never the name of a file, which goes.
  func preserved(_ slot: Slot, _ store: SQLStore) throws -> SQLiteValue {
    if isExternal, case .data(let data) = slot { return SQLStore.inlineValue(data) }
    return try stored(slot, store).first ?? .null
  }

  /// The column values for a slot.
  func stored(_ slot: Slot, _ store: SQLStore) throws -> [SQLiteValue] {
    switch slot {
    case .null, .unloaded: return [SQLiteValue](repeating: .null, count: columns.count)
    case .raw(let raw): return raw.value
    case .data(let data) where isExternal: return [try store.externalValue(data)]
    default:
      guard let coder else { return [slot.stored] }
      return try (property.value(slot) ?? box(slot)).map { try coder.encode($0) } ?? [.null]
    }
  }

  private func box(_ slot: Slot) -> Any? {
    switch slot {
    case .text(let text): text
    case .data(let data): data
    case .integer(let number): number
    case .real(let number): number
    case .uuid(let uuid): uuid
    default: nil
    }
  }
}

/// How one relationship is kept.
final class RelationshipPlan {
  enum Place {
    /// A key column in the own table, with the destination's `Z_ENT` beside it where it may vary.
    case column(String, companion: String?)
    /// A to-many whose members have the key column.
    case inverseColumn(String)
    /// A key column in the members' table that belongs to no property of theirs.
    case foreignColumn(String)
    case join(JoinTable, own: String, other: String, isOwner: Bool)
  }

  let property: ModelProperty
  let slot: Int
  let model: StoreModel.Relationship
  let source: EntityPlan
  let destination: EntityPlan
  let place: Place
  /// The slot of the property that points back.
  let inverseSlot: Int?

  var name: String { property.name }
  var isToMany: Bool { property.isToMany }
  /// Known once all plans are connected.
  private(set) var inverse: RelationshipPlan?

  func close() { inverse = nil }

  func findInverse() {
    guard let inverseSlot, inverseSlot < destination.relationship.count else { return }
    inverse = destination.relationship[inverseSlot]
  }

  init?(_ property: ModelProperty, of source: EntityPlan) {
    let layout = source.store.layout
    guard let model = layout.relationship(of: source.entity.name, property.name),
      let destination = source.store.plan(named: model.destination)
    else { return nil }
    self.property = property
    self.model = model
    self.source = source
    self.destination = destination
    slot = property.slot
    inverseSlot = model.inverse.flatMap { destination.type.property(named: $0)?.slot }
    if let (join, isOwner) = layout.join(of: source.entity.name, property.name) {
      place = .join(
        join, own: isOwner ? join.ownerColumn : join.otherColumn,
        other: isOwner ? join.otherColumn : join.ownerColumn, isOwner: isOwner)
    } else if !property.isToMany {
      guard let column = layout.column(of: source.entity.name, [property.name]) else { return nil }
      place = .column(column.name, companion: layout.companion(of: column))
    } else if let inverse = model.inverse,
      let column = layout.column(of: model.destination, [inverse])
    {
      place = .inverseColumn(column.name)
    } else if let column = layout.column(of: source.entity.name, [property.name]) {
      place = .foreignColumn(column.name)
    } else {
      return nil
    }
  }

  /// The members' slot that points back at one owner.
  var toOneInverse: Int? { inverse.flatMap { $0.isToMany ? nil : $0.slot } }

  /// Where the members of a to-many relationship are found: `tables` with the members under their
  /// alias, and the column with the owner's key.
  func memberSource(_ member: String, join alias: String) -> (tables: String, column: String) {
    switch place {
    case .column(let column, _), .inverseColumn(let column), .foreignColumn(let column):
      return ("\(destination.table) \(member)", "\(member).\(column.sqlName)")
    case .join(let join, let own, let other, _):
      let condition = "\(member).Z_PK = \(alias).\(other.sqlName)"
      return (
        "\(join.name.sqlName) \(alias) JOIN \(destination.table) \(member) ON \(condition)",
        "\(alias).\(own.sqlName)"
      )
    }
  }
}
