internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds overrides of what Core Data tells an object that keep it from the classes above.
struct SuperNotCalled: SourceRule {
  static let info = RuleInfo(
    id: "super-not-called", group: .dataAccess, severity: .warning,
    summary: "a class of Core Data's objects overrides a method and does not call 'super'",
    why:
      "'NSManagedObject' works in these methods itself: without it 'validateForInsert' and its like let values pass that "
      + "the model forbids, and 'awakeFromInsert' and its like leave the object half made",
    fix: "call 'super' in the first line",
    limits: "classes that the model names, and those that inherit 'NSManagedObject' themselves",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        @objc(CDNote) final class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          override func ↓awakeFromInsert() {
            setPrimitiveValue(Date(), forKey: "createdAt")
          }
        }
        ---
        class CDFolder: NSManagedObject { @NSManaged var name: String? }
        extension CDFolder {
          public override func ↓validateForInsert() throws {
            guard name?.isEmpty == false else { throw CocoaError(.validationMissingMandatoryProperty) }
          }
          override func ↓awakeFromFetch() { print("here") }
          override func prepareForDeletion() { print("gone") }
        }
        """,
      clean: """
        @objc(CDNote) final class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          override func awakeFromInsert() {
            super.awakeFromInsert()
            setPrimitiveValue(Date(), forKey: "createdAt")
          }
          override func validateForUpdate() throws { try super.validateForUpdate() }
        }
        ---
        final class NoteCell: UITableViewCell {
          override func prepareForReuse() {}
          func awakeFromInsert() {}
        }
        """)
      + .texts(
        in: {
          CoreDataText.objectiveC($0)
            .replacing("@implementation Store", with: "@implementation CDNote")
        },
        flagged: """
          - (void)↓awakeFromInsert { [self setPrimitiveValue:[NSDate date] forKey:@"createdAt"]; }
          - (BOOL)↓validateForInsert:(NSError **)error { return YES; }
          """,
        clean: """
          - (void)awakeFromInsert {
            [super awakeFromInsert];
            [self setPrimitiveValue:[NSDate date] forKey:@"createdAt"];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  /// Those of which Apple's documentation says that 'super' must be called.
  private static let methods: Set = [
    "awakeFromFetch", "awakeFromInsert", "awake", "validateForDelete", "validateForInsert",
    "validateForUpdate",
  ]

  private static func message(_ method: String) -> String {
    "'\(method)' does not call 'super.\(method)', so what Core Data does there is left out"
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let function = node.as(FunctionDeclSyntax.self), !file.isTest,
      Self.methods.contains(function.name.text),
      function.modifiers.contains(where: { $0.name.text == "override" }),
      function.name.text != "awake" || function.mentions(["fromSnapshotEvents"]),
      let body = function.body, let owner = function.ownerName, let type = function.enclosingType,
      type.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type.dottedName
        == "NSManagedObject" || TypeReader(file: file).isManaged(owner),
      !body.hasDescendant(where: { $0.is(SuperExprSyntax.self) })
    else { return }
    report(Self.message(function.name.text), at: file.location(function.name))
  }

  fileprivate static let selectors: Set = [
    "awakeFromFetch", "awakeFromInsert", "awakeFromSnapshotEvents:", "validateForDelete:",
    "validateForInsert:", "validateForUpdate:",
  ]
}

extension SuperNotCalled: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard Self.selectors.contains(body.method.selector), !body.file.isTest,
      let owner = body.method.owner,
      body.managedClasses.contains(owner) || body.file.parents[owner] == "NSManagedObject",
      !body.method.body.mentions("super")
    else { return }
    let name = body.method.selector.split(separator: ":").first.map(String.init) ?? ""
    report(Self.message(name), at: body.file.location(body.method.offset))
  }
}
