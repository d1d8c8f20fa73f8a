internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds variables of classes that stand in the way of an attribute or relationship of the same name.
struct AttributeHidden: ProjectRule {
  static let info = RuleInfo(
    id: "attribute-hidden", group: .declarations, severity: .error,
    summary: "a class keeps a property itself that the model says the store keeps",
    why:
      "Core Data provides only what is declared with '@NSManaged', or '@dynamic': what is set here stays in the object, "
      + "is not saved, and is empty when the object is fetched",
    fix: "declare it with '@NSManaged' and without a value; in Objective-C with '@dynamic'",
    limits:
      "runs where the model file is among the paths, for classes that it names; transient attributes are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        @objc(CDNote) final class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          var ↓title: String?
        }
        ---
        public class CDFolder: NSManagedObject {
          @objc dynamic public var ↓name: String = ""
          @NSManaged public var notes: Set<CDNote>?
        }
        ---
        final class CDNote: NSManagedObject {
          @NSManaged var title: String?
          private(set) lazy var ↓createdAt = Date()
        }
        """,
      clean: """
        @objc(CDNote) final class CDNote: NSManagedObject {
          @NSManaged var title: String?
          static var createdAt = Date()
          var isOpen = false
          var isEmpty: Bool { title?.isEmpty ?? true }
        }
        ---
        final class NoteDraft: NSObject {
          var title: String?
          var createdAt = Date()
        }
        ---
        @objc(CDNote) final class CDNote: NSManagedObject { @NSManaged var title: String? }
        final class NoteCell: UITableViewCell { var title: String? }
        """) + [
        .flagged(objectiveC("@synthesize ↓title;\n@dynamic createdAt;")),
        .flagged(objectiveC("@synthesize ↓title = _title, ↓createdAt;")),
        .clean(objectiveC("@dynamic title, createdAt;\n@synthesize isOpen;")),
      ])

  private static func objectiveC(_ lines: String) -> String {
    """
    // file: CDNote.h
    #import <CoreData/CoreData.h>
    @interface CDNote : NSManagedObject
    @property (nonatomic, copy) NSString *title;
    @property (nonatomic, copy) NSDate *createdAt;
    @property (nonatomic) BOOL isOpen;
    @end
    // file: CDNote.m
    #import "CDNote.h"
    @implementation CDNote
    \(lines)
    @end
    \(CoreDataText.model)
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    let classes = lint.currentClasses
    for property in lint.coreData.code.ownVariables {
      guard let entities = classes[property.type], let first = entities.first,
        entities.allSatisfy({ model, entity in
          model.allAttributes(of: entity).contains { $0.name == property.name && !$0.isTransient }
            || model.allRelationships(of: entity).contains { $0.name == property.name }
        })
      else { continue }
      report(
        "the class keeps '\(property.name)' itself, so the store never gets what is set here",
        at: property.location, entity: first.entity.name, property: property.name)
    }
  }
}
