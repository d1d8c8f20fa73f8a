internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds classes of Core Data's objects that say themselves which objects are equal.
struct EqualityOverridden: SourceRule {
  static let info = RuleInfo(
    id: "equality-overridden", group: .declarations, severity: .error,
    summary: "a class of Core Data's objects overrides 'isEqual' or 'hash'",
    why:
      "Core Data keeps objects in sets by their identity and demands that neither is overridden: one that reads "
      + "attributes loads objects while they are looked up, and changes while they are in a set, which loses them",
    fix: "remove it, and compare under a name of its own",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        @objc(CDNote) final class CDNote: NSManagedObject {
          @NSManaged var title: String?
          override func ↓isEqual(_ object: Any?) -> Bool { (object as? CDNote)?.title == title }
          override var ↓hash: Int { title.hashValue }
        }
        ---
        class CDFolder: NSManagedObject { @NSManaged var name: String? }
        extension CDFolder { public override var ↓hash: Int { name?.hashValue ?? 0 } }
        """,
      clean: """
        @objc(CDNote) final class CDNote: NSManagedObject {
          @NSManaged var title: String?
          func isSame(as other: CDNote) -> Bool { other.title == title }
          static func == (left: CDNote, right: CDNote) -> Bool { left.objectID == right.objectID }
        }
        ---
        final class Tag: NSObject {
          override func isEqual(_ object: Any?) -> Bool { object is Tag }
          override var hash: Int { 0 }
        }
        """)
      + .texts(
        in: {
          CoreDataText.objectiveC($0)
            .replacing("@implementation Store", with: "@implementation CDNote")
        },
        flagged: """
          - (BOOL)↓isEqual:(id)object { return [[object title] isEqualToString:self.title]; }
          - (NSUInteger)↓hash { return self.title.hash; }
          """,
        clean: """
          - (BOOL)isSameAs:(id)object { return [[object title] isEqualToString:self.title]; }
          """))

  static let nodes: [SyntaxKind] = [.functionDecl, .variableDecl]

  private static func message(_ name: String) -> String {
    "'\(name)' of an 'NSManagedObject' must not be overridden"
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let owner = node.ownerName, let type = node.enclosingType else { return }
    let name: TokenSyntax?
    if let function = node.as(FunctionDeclSyntax.self) {
      name =
        function.name.text == "isEqual"
          && function.modifiers.contains { $0.name.text == "override" } ? function.name : nil
    } else if let variable = node.as(VariableDeclSyntax.self),
      variable.modifiers.contains(where: { $0.name.text == "override" }),
      let pattern = variable.bindings.onlyElement?.pattern.as(IdentifierPatternSyntax.self),
      pattern.identifier.text == "hash"
    {
      name = pattern.identifier
    } else {
      name = nil
    }
    guard let name,
      type.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type.dottedName
        == "NSManagedObject" || TypeReader(file: file).isManaged(owner)
    else { return }
    report(Self.message(name.text), at: file.location(name))
  }
}

extension EqualityOverridden: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard ["hash", "isEqual:"].contains(body.method.selector), !body.method.isOfClass,
      let owner = body.method.owner,
      body.managedClasses.contains(owner) || body.file.parents[owner] == "NSManagedObject"
    else { return }
    report(
      Self.message(body.method.selector.filter { $0 != ":" }),
      at: body.file.location(body.method.offset))
  }
}
