internal import Diagnostics
internal import StoreModel

/// Finds `@NSManaged` properties of another kind than the model says.
struct ManagedPropertyType: ProjectRule {
  static let info = RuleInfo(
    id: "managed-property-type", group: .declarations, severity: .error,
    summary: "a property is declared @NSManaged with a type that its model does not give it",
    why:
      "the compiler believes the declaration and Core Data the model: the value is read as what it "
      + "is not, or there is no accessor, because those of plain numbers convert nothing, and the app "
      + "crashes or goes on with a wrong value",
    fix: "declare the property with the type of the model, or change the model in a new version",
    limits:
      "runs where the model file is among the paths; only types of Foundation and the standard "
      + "library are held against attributes",
    examples: [
      .flagged(
        CoreDataText.code(
          """
          final class CDFolder: NSManagedObject {
            @NSManaged var ↓notes: CDNote?
            @NSManaged var name: String?
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          final class CDNote: NSManagedObject {
            @NSManaged var ↓createdAt: String?
            @NSManaged var ↓title: Int64
          }
          """)),
      .flagged(
        CoreDataText.code(
          """
          final class CDFolder: NSManagedObject {
            @NSManaged var ↓weight: Float
            @NSManaged var ↓rank: Double
            @NSManaged var ratio: NSNumber?
          }
          """
        ).replacing(
          "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>",
          with: "<attribute name=\"weight\" attributeType=\"Double\"/>"
            + "<attribute name=\"rank\" attributeType=\"Integer 16\"/>"
            + "<attribute name=\"ratio\" attributeType=\"Double\"/>")),
      .flagged(
        CoreDataText.code(
          "final class CDNote: NSManagedObject { @NSManaged var ↓folder: Set<CDFolder> }")),
      .flagged(
        CoreDataText.code(
          "final class CDFolder: NSManagedObject { @NSManaged var ↓notes: [CDNote] }")),
      .flagged(
        CoreDataText.code(
          """
          final class CDFolder: NSManagedObject {
            @NSManaged var ↓rank: Int64
            @NSManaged var size: Int32
            @NSManaged var ↓count: Int
            @NSManaged var total: Int
            @NSManaged var parts: NSNumber?
          }
          """
        ).replacing(
          "<attribute name=\"name\" optional=\"YES\" attributeType=\"String\"/>",
          with: ["rank 32", "size 32", "count 16", "total 64", "parts 16"].map { text in
            let parts = text.split(separator: " ")
            return "<attribute name=\"\(parts[0])\" attributeType=\"Integer \(parts[1])\"/>"
          }.joined())),
      .clean(
        CoreDataText.code(
          """
          final class CDNote: NSManagedObject {
            @NSManaged var createdAt: NSDate?
            @NSManaged var title: String
            @NSManaged var folder: CDFolder?
          }
          """)),
      .clean(
        CoreDataText.code(
          "final class CDFolder: NSManagedObject { @NSManaged var notes: Set<CDNote>? }")),
      .clean(
        CoreDataText.code(
          """
          typealias Notes = NSSet
          final class CDFolder: NSManagedObject {
            @NSManaged var notes: Notes?
            @NSManaged var name: Name
          }
          """)),
    ])

  func check(_ lint: LintContext, report: RuleReport) {
    let classes = lint.currentClasses
    for property in lint.coreData.code.properties {
      let found = classes[property.type] ?? []
      let faults = found.map { model, entity in
        fault(of: property, in: model, entity, lint)
      }
      guard let fault = faults.first ?? nil, faults.allSatisfy({ $0 == fault }) else { continue }
      let isWhole = fault.contains("Integer") && property.written.hasPrefix("Int")
      report(
        "'\(found[0].entity.name).\(property.name)' is \(fault) in the model, and declared as "
          + "'\(property.written)'",
        at: property.location, entity: found[0].entity.name, property: property.name,
        severity: isWhole ? .warning : nil,
        certainty: isWhole
          ? .inferred(
            "for a scalar of another width there may be no accessor, or one that cuts it off")
          : .certain)
    }
  }

  /// What the property is instead; nil where the declaration fits, or may fit.
  private func fault(
    of property: CoreDataCode.Property, in model: DataModel, _ entity: Entity, _ lint: LintContext
  ) -> String? {
    let isList = Self.isList(property.written)
    // A class of the app hides the framework's type of that name.
    let isOwn =
      lint.coreData.code.ownTypes.contains(property.written)
      || !lint.modelIndex.entities(ofClass: property.written).isEmpty
    let families = isOwn ? nil : Self.families[property.written]
    if let relationship = model.allRelationships(of: entity).first(where: {
      $0.name == property.name
    }) {
      if relationship.isToMany {
        let isObject = !lint.modelIndex.entities(ofClass: property.written).isEmpty
        // What Core Data gives is a set, which bridges to no array.
        let isArray = ["[", "Array<", "NSArray"].contains { property.written.hasPrefix($0) }
        return isObject || families != nil || isArray && !property.written.contains(":")
          ? "a to-many relationship" : nil
      }
      return isList || families != nil
        ? "a to-one relationship to '\(relationship.destination)'" : nil
    }
    guard
      let attribute = model.allAttributes(of: entity).first(where: { $0.name == property.name }),
      let wanted = Self.family(of: attribute.type)
    else { return nil }
    guard let declared = families else {
      let isObject = !lint.modelIndex.entities(ofClass: property.written).isEmpty
      return isObject || isList ? "'\(attribute.type.name)'" : nil
    }
    return declared.contains(wanted) ? nil : "'\(attribute.type.name)'"
  }

  private static func isList(_ written: String) -> Bool {
    ["Set<", "NSSet", "NSOrderedSet", "[", "Array<"].contains { written.hasPrefix($0) }
      && !written.contains(":")
  }

  private enum Family {
    case text, whole16, whole32, whole64, double, float, bool, decimal, date, data, uuid, url
  }

  private static let numbers: Set<Family> = [
    .whole16, .whole32, .whole64, .double, .float, .bool, .decimal,
  ]

  private static func family(of type: AttributeType) -> Family? {
    switch type {
    case .string: .text
    case .integer16: .whole16
    case .integer32: .whole32
    case .integer64: .whole64
    case .double: .double
    case .float: .float
    case .boolean: .bool
    case .decimal: .decimal
    case .date: .date
    case .binary: .data
    case .uuid: .uuid
    case .uri: .url
    default: nil
    }
  }

  /// What the types that need no looking up can hold.
  private static let families: [String: Set<Family>] = {
    var all: [String: Set<Family>] = [
      "String": [.text], "NSString": [.text], "Date": [.date], "NSDate": [.date],
      "Data": [.data], "NSData": [.data], "UUID": [.uuid], "NSUUID": [.uuid], "URL": [.url],
      "NSURL": [.url],
      // A date without a class is a number of seconds.
      "Double": [.double, .date], "TimeInterval": [.double, .date], "CGFloat": [.double],
      "Float": [.float], "Bool": [.bool], "NSNumber": numbers, "NSDecimalNumber": [.decimal],
      "Decimal": [.decimal],
    ]
    all["Int16"] = [.whole16]
    all["Int32"] = [.whole32]
    for name in ["Int", "Int64"] { all[name] = [.whole64] }
    return all
  }()
}
