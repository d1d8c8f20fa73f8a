internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Keys that are close to no property of the object.
extension UnknownObjectKey {
  /// What neither the model nor the class has, where all that the class has is known: it is declared in Swift, or
  /// Xcode makes it and the whole app is there.
  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    let classes = Set(code.classes)
    for found in code.unknownKeys where !code.members.contains("\(found.owner).\(found.key)") {
      guard found.isOfSwift || !classes.contains(found.owner) && lint.hasStart() else { continue }
      report(
        "'\(found.entity)' has no property '\(found.key)', and neither has its class",
        at: found.location, entity: found.entity, property: found.key)
    }
  }

  static let others: [RuleExample] = .texts(
    in: { CoreDataText.code($0) },
    flagged: """
      @objc(CDNote) final class CDNote: NSManagedObject {
        @NSManaged var title: String?
        var isEmpty: Bool { title == nil }
      }
      func mark(_ note: CDNote) {
        note.setValue(true, forKey: ↓"isShownInWidget")
        note.setValue(note.value(forKey: "isEmpty"), forKey: "title")
      }
      ---
      @main struct NotesApp { static func main() {} }
      func mark(_ context: NSManagedObjectContext) {
        let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note.setValue("First", forKey: "title")
        note.setValue(3, forKey: ↓"priority")
      }
      """,
    clean: """
      @main struct NotesApp { static func main() {} }
      extension CDNote { @objc var priority: Int { title?.count ?? 0 } }
      func rank(_ note: CDNote) -> Any? {
        _ = note.value(forKey: "hasChanges")
        return note.value(forKey: "priority")
      }
      """)
}

extension CoreDataCode {
  /// A key that an object is asked for, and that its entity does not have.
  struct UnknownKey: Sendable, Codable {
    var entity: String
    /// The class of the object.
    var owner: String
    /// Whether that is declared in Swift, and inherits from no other class of the app.
    var isOfSwift: Bool
    var key: String
    var location: Location
  }

  /// What objects have of their own.
  private static let ofObjects: Set = [
    "debugDescription", "description", "entity", "faultingState", "hasChanges",
    "hasPersistentChangedValues", "hash", "isDeleted", "isFault", "isInserted", "isUpdated",
    "managedObjectContext", "objectID", "observationInfo", "self", "superclass",
  ]

  mutating func noteUnknownKeys(_ call: FunctionCallExprSyntax, in file: LintFile) {
    guard !file.isTest, ["setValue", "value"].contains(call.name), let receiver = call.receiver,
      let place = call.argument("forKey"), let key = file.constantText(place),
      let entity = receiver.objectEntity(in: file),
      let fault = CoreDataKeys.fault(in: [key], of: entity, file), fault.key == key,
      !Self.ofObjects.contains(key), case let known = file.ask(.coreDataKeys(of: fault.entity)),
      NameDistance.nearest(to: key, in: known) == nil
    else { return }
    let owner = file.ask(.managedClass(of: entity)).first ?? entity
    unknownKeys.append(
      .init(
        entity: fault.entity, owner: owner,
        isOfSwift: file.ask(.adopting("NSManagedObject")).contains(owner), key: key,
        location: file.location(place)))
  }
}
