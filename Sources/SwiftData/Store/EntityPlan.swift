internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Where the objects of one class are in one store.
///
/// Plans, what is made of them and their store hold each other, until the container that opened the
/// store is gone (`OpenStores`): there is no reference that could be to something freed.
final class EntityPlan {
  let store: DataStore
  let type: _ModelType
  let entity: NumberedEntity
  /// `Z_ENT`.
  let number: Int32
  let table: String
  /// The table's number among all tables of the container; keys are unique within it.
  let tableNumber: Int
  let attributes: [AttributePlan]
  let externalAttributes: [AttributePlan]
  /// Those that must have a value.
  let required: [AttributePlan]
  /// The slots of these.
  let requiredSlots: SlotSet
  private(set) var relationships: [RelationshipPlan] = []
  /// Those that may have too few or too many members.
  private(set) var counted: [RelationshipPlan] = []
  private(set) var toManys: [RelationshipPlan] = []
  private(set) var relationshipSlots: [Int] = []
  /// By slot.
  private(set) var relationship: [RelationshipPlan?] = []
  /// Own and inherited.
  let constraints: [[String]]
  private var madeSelection: Selection?
  private var madeInsertion: InsertPlan?
  private var updates: [SlotSet: UpdatePlan] = [:]
  private var lastUpdate: (slots: SlotSet, plan: UpdatePlan)?

  init(store: DataStore, type: _ModelType, entity: NumberedEntity, tableNumber: Int) {
    self.store = store
    self.type = type
    self.entity = entity
    number = Int32(entity.number)
    table = entity.table.sqlName
    let model = store.schema.model
    self.tableNumber =
      tableNumber + (store.layout.tables.firstIndex { $0.name == entity.table } ?? 0)
    attributes = type.properties.compactMap { property in
      guard !property.isEphemeral, property.destination == nil else { return nil }
      return AttributePlan(property, entity: entity.name, layout: store.layout)
    }
    externalAttributes = attributes.filter(\.isExternal)
    required = attributes.filter { !$0.property.isOptional }
    requiredSlots = SlotSet(required.map(\.slot))
    constraints =
      model.entity(named: entity.name).map { own in
        model.lineage(of: own).flatMap(\.uniquenessConstraints)
      } ?? []
  }

  /// Resolves relationships once all plans exist.
  func connect() {
    relationship = [RelationshipPlan?](repeating: nil, count: type.slotCount)
    for property in type.relationships {
      guard let plan = RelationshipPlan(property, of: self) else { continue }
      relationships.append(plan)
      relationship[property.slot] = plan
    }
    toManys = relationships.filter(\.isToMany)
    relationshipSlots = relationships.map(\.slot)
    counted = relationships.filter {
      $0.isToMany ? $0.model.minCount > 0 || $0.model.maxCount > 0 : !$0.property.isOptional
    }
  }

  func findInverses() {
    for relationship in relationships { relationship.findInverse() }
  }

  /// Lets go of other plans and of all that holds this one.
  func close() {
    for relationship in relationships { relationship.close() }
    relationships = []
    counted = []
    toManys = []
    relationship = []
    madeSelection = nil
    madeInsertion = nil
    updates = [:]
    lastUpdate = nil
  }

  /// All columns. Contexts on several threads may ask for it at once.
  var selection: Selection {
    store.locked {
      if let madeSelection { return madeSelection }
      let made = Selection(self, columns: nil)
      madeSelection = made
      return made
    }
  }

  /// Only for who holds the store's lock, as is `update`.
  var insertion: InsertPlan {
    if let madeInsertion { return madeInsertion }
    let made = InsertPlan(self)
    madeInsertion = made
    return made
  }

  func update(of slots: SlotSet) -> UpdatePlan {
    // Most often one object after the other has the same change.
    if let lastUpdate, lastUpdate.slots == slots { return lastUpdate.plan }
    let update = updates[slots] ?? UpdatePlan(self, slots)
    if updates.count < 64 { updates[slots] = update }
    lastUpdate = (slots, update)
    return update
  }

  func letGoOfStatements() {
    madeInsertion = nil
    updates = [:]
    lastUpdate = nil
  }

  /// This entity and everything below it.
  var family: [EntityPlan] {
    store.plans.filter { entity.number <= $0.entity.number && $0.entity.number <= entity.last }
  }

  /// Whether other entities share the table.
  var sharesTable: Bool {
    store.layout.entities.contains { $0.table == entity.table && $0.name != entity.name }
  }

  /// What rows of the family have in common, as a condition on `t0`; nil when all rows qualify.
  func familyCondition(_ alias: String) -> String? {
    guard sharesTable, entity.number != entity.root else { return nil }
    return entity.last == entity.number
      ? "\(alias).Z_ENT = \(entity.number)"
      : "(\(alias).Z_ENT >= \(entity.number) AND \(alias).Z_ENT <= \(entity.last))"
  }
}

/// The columns of one attribute.
final class AttributePlan {
  enum Form {
    case integer, real, text, uuid, data, externalData
    case coded(any AttributeCoder)
  }

  let property: ModelProperty
  let slot: Int
  let columns: [String]
  let form: Form
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
      let isExternal = property.attribute?.has(.externalStorage) == true
      form =
        switch scalar.attributeType {
        case .double, .float, .date: .real
        case .string: .text
        case .uuid: .uuid
        case .binary: isExternal ? .externalData : .data
        default: .integer
        }
    case .coded(let coder):
      form = .coded(coder)
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

  var isExternal: Bool { if case .externalData = form { true } else { false } }

  /// The value that the history keeps of a deleted object; never the name of a file, which goes.
  func preserved(_ slot: Slot, _ store: DataStore) throws -> SQLiteValue {
    if isExternal, case .data(let data) = slot { return DataStore.inlineValue(data) }
    return try stored(slot, store).first ?? .null
  }

  /// The column values for a slot.
  func stored(_ slot: Slot, _ store: DataStore) throws -> [SQLiteValue] {
    switch (form, slot) {
    case (_, .null), (_, .unloaded): return [SQLiteValue](repeating: .null, count: columns.count)
    case (_, .raw(let raw)): return raw.values
    case (.coded(let coder), _):
      guard let value = property.value(slot) ?? box(slot) else { return [.null] }
      return try coder.encode(value)
    case (.externalData, .data(let data)): return [try store.externalValue(data)]
    default: return [slot.stored]
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

  fileprivate func close() { inverse = nil }

  fileprivate func findInverse() {
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
}
