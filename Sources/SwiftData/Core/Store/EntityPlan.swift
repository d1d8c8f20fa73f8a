internal import Foundation
internal import StoreEngine
internal import StoreModel

/// Where the objects of one class are in one store.
///
/// Plans, what is made of them and their store hold each other, until the container that opened the
/// store is gone (`OpenStores`): there is no reference that could be to something freed.
final class EntityPlan {
  let store: SQLStore
  let type: _ModelType
  let entity: NumberedEntity
  /// `Z_ENT`.
  let number: Int32
  let table: String
  /// The table's number among all tables of the container; keys are unique within it.
  let tableNumber: Int
  let attributes: [AttributePlan]
  let externalAttributes: [AttributePlan]
  /// Those whose values the history keeps, in its order.
  let preserved: [AttributePlan]
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

  init(store: SQLStore, type: _ModelType, entity: NumberedEntity, tableNumber: Int) {
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
    preserved = attributes.filter(\.isPreserved).sorted { $0.property.name < $1.property.name }
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
    letGoOfStatements()
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
