internal import Foundation
internal import StoreModel

/// Checks objects before they are saved, with Core Data's codes for what is wrong.
enum Validation {
  static func check(_ context: ModelContext) throws {
    var errors: [CocoaError] = []
    for entry in context.inserted where entry.storage.isInserted {
      check(entry.storage, isNew: true, &errors)
    }
    for entry in context.changed where entry.storage.isListed && !entry.storage.isDeleted {
      check(entry.storage, isNew: false, &errors)
    }
    for entry in context.touched where !entry.storage.isDeleted && !entry.storage.isInserted {
      checkCounts(entry.storage, isNew: false, &errors)
    }
    for entry in context.deleted where entry.storage.isDeleted { checkDeny(entry.storage, &errors) }
    guard let first = errors.first else { return }
    if errors.count == 1 { throw first }
    throw CocoaError(
      CocoaError.Code(rawValue: 1560),
      userInfo: [
        "NSDetailedErrors": errors,
        NSLocalizedDescriptionKey: "Multiple validation errors occurred.",
      ])
  }

  private static func check(_ storage: _ModelStorage, isNew: Bool, _ errors: inout [CocoaError]) {
    guard let plan = storage.plan else { return }
    let isAsked = isNew || !storage.changed.isDisjoint(with: plan.requiredSlots)
    for attribute in isAsked ? plan.required : [] {
      guard isNew || storage.changed.contains(attribute.slot) else { continue }
      let name = attribute.property.name
      switch storage.slots[attribute.slot] {
      case .null: errors.append(problem(1570, "\(name) is a required value.", name, storage))
      case .real(let number) where number.isNaN: NotANumber.note(name, of: storage)
      default: continue
      }
    }
    checkCounts(storage, isNew: isNew, &errors)
  }

  private static func checkCounts(
    _ storage: _ModelStorage, isNew: Bool, _ errors: inout [CocoaError]
  ) {
    guard let plan = storage.plan else { return }
    for relationship in plan.counted {
      let name = relationship.name
      let minimum = Int(relationship.model.minCount)
      let maximum = Int(relationship.model.maxCount)
      if !relationship.isToMany {
        guard !relationship.property.isOptional,
          isNew || storage.changed.contains(relationship.slot)
        else { continue }
        if storage.pointsAtNothing(relationship.slot) {
          errors.append(problem(1570, "\(name) is a required value.", name, storage))
        }
        continue
      }
      let list = storage.loadedMembers(relationship.slot)
      guard isNew || !list.changes.isEmpty else { continue }
      let count = list.members.count
      if count < minimum, count > 0 || !relationship.property.isOptional {
        errors.append(problem(1590, "Too few items in \(name).", name, storage))
      }
      if maximum > 0, count > maximum {
        errors.append(problem(1580, "Too many items in \(name).", name, storage))
      }
    }
  }

  private static func checkDeny(_ storage: _ModelStorage, _ errors: inout [CocoaError]) {
    guard let plan = storage.plan else { return }
    for relationship in plan.relationships where relationship.model.deleteRule == .deny {
      let related = storage.loaded(relationship)
      guard related.contains(where: { !$0._$storage.isDeleted }) else { continue }
      let name = relationship.name
      errors.append(problem(1600, "Items cannot be deleted from \(name).", name, storage))
    }
  }

  private static func problem(
    _ code: Int, _ text: String, _ property: String, _ storage: _ModelStorage
  ) -> CocoaError {
    SaveError.make(code, text, entity: storage.type.name, key: storage.key, property: property)
  }
}

extension _ModelStorage {
  /// Whether nothing will be stored for a to-one relationship: it is nil, or its destination was
  /// deleted before it was ever saved, under a rule that leaves the link.
  fileprivate func pointsAtNothing(_ slot: Int) -> Bool {
    switch slots[slot] {
    case .null: return true
    case .one(let object):
      let other = object._$storage
      return other.key == 0 && other.isDeleted
    default: return false
    }
  }
}
