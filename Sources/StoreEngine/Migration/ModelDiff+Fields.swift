internal import StoreModel

extension ModelComparer {
  /// Composites: a struct's fields and an enum's cases one by one, as "parent.child". What keeps an
  /// enum's raw value has a name that nobody has written, so that it goes by the property's.
  mutating func compareFields(_ old: Attribute, _ new: Attribute, entity: String) {
    let fields = ModelPairing.fields(from: old, to: new)
    for (before, after) in fields.pairs {
      let isRaw = old.isRawValue && new.isRawValue
      let known = differences.count
      compareValue(
        before.attribute, after.attribute, entity: entity,
        path: isRaw ? new.name : "\(new.name).\(after.path)")
      for index in differences.indices.dropFirst(known) {
        // Nobody has declared the field by itself.
        differences[index].location = differences[index].location ?? new.location
        guard isRaw, differences[index].change == .typeChanged else { continue }
        differences[index].from = old.enumStorage
        differences[index].to = new.enumStorage
      }
    }
    if fields.pairs.isEmpty, let change = storageChange(old, new, entity: entity) {
      differences.append(change)
    } else {
      for field in fields.removed { differences.append(removal(of: field, old, new, entity)) }
      for field in fields.added { differences.append(addition(of: field, new, entity)) }
    }
    if old.isOptional != new.isOptional {
      var difference = optionality(old, new).at(entity, new.name)
      difference.affectsHash = false
      if !new.isOptional {
        difference.migration = .dataDependent
        difference.why = "the store opens, but the app crashes when it reads a row without a value"
        difference.hint = "fill it in a custom stage while it is optional"
        difference.certainty = RuleBasis.reports
      }
      differences.append(difference)
    }
  }

  private func removal(
    of field: ModelPairing.Field, _ old: Attribute, _ new: Attribute, _ entity: String
  ) -> ModelDifference {
    var difference = ModelDifference(
      entity: entity, property: "\(new.name).\(field.path)", change: .attributeRemoved,
      from: field.attribute.summary, why: "the column and its values are dropped",
      certainty: old.certainty, location: new.location)
    difference.isEnumCase = old.isCaseByCase
    return difference
  }

  /// What a default at the field or at the property does not do.
  package static let optionalField =
    "make the field optional; a default in the struct, or at the property, is not written to rows that exist"

  private func addition(
    of field: ModelPairing.Field, _ new: Attribute, _ entity: String
  ) -> ModelDifference {
    var difference = addition(of: field.attribute).at(entity, "\(new.name).\(field.path)")
    difference.certainty = RuleBasis.reports.weaker(new.certainty)
    difference.location = new.location
    difference.isEnumCase = new.isCaseByCase
    if difference.hint != nil { difference.hint = Self.optionalField }
    if new.isCaseByCase { difference.why = "no row has the new case yet" }
    return difference
  }

  /// An enum that is kept by its raw value and was kept by its case, or the reverse: no column goes on.
  private func storageChange(
    _ old: Attribute, _ new: Attribute, entity: String
  ) -> ModelDifference? {
    guard old.isEnumeration, new.isEnumeration, old.isRawValue != new.isRawValue else { return nil }
    var difference = ModelDifference(
      entity: entity, property: new.name, change: .storageChanged, from: old.enumStorage,
      to: new.enumStorage,
      why: "the columns and their values are dropped, and rows get no value in the new ones",
      hint: "keep the old enum under its name in this version, fill a property of the new one in "
        + "didMigrate, and drop the old one in the next version", location: new.location)
    difference.certainty = RuleBasis.reports.weaker(new.certainty.weaker(old.certainty))
    return difference
  }
}

extension Attribute {
  /// An enum with a raw value: a composite with one element of the property's own name.
  var isRawValue: Bool { type == .composite && elements.count == 1 && elements[0].name == name }

  /// An enum without raw values, which has a column for each of its cases.
  var isCaseByCase: Bool { isEnumeration && !isRawValue }

  /// How an enum is kept, in words.
  fileprivate var enumStorage: String {
    isRawValue
      ? "enum by raw value (\(elements[0].type.name))"
      : "enum by case (\(elements.map(\.name).joined(separator: ", ")))"
  }
}
