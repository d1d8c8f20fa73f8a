internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that give a stored property its value when they are fetched, which Core Data does not notice.
struct ChangeInAwakeFromFetch: SourceRule {
  static let info = RuleInfo(
    id: "change-in-awake-from-fetch", group: .dataAccess, severity: .warning,
    summary: "'awakeFromFetch' sets a property that the store keeps",
    why:
      "Core Data looks at no changes while it calls 'awakeFromFetch': the object does not count as changed, and the "
      + "value is lost, or made anew at each launch, unless something else changes the object as well",
    fix:
      "set it where the object is made ('awakeFromInsert'), or in a migration or a pass over the stored objects that "
      + "saves; what is only for the moment belongs into a transient property",
    limits:
      "runs where the model file is among the paths; the class's own methods are not followed",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var title: String?
          public override func awakeFromFetch() {
            super.awakeFromFetch()
            if title == nil { self.↓title = UUID().uuidString }
          }
        }
        ---
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          override public func awakeFromFetch() { ↓createdAt = createdAt ?? Date() }
        }
        """,
      clean: """
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var title: String?
          var words: [String] = []
          public override func awakeFromFetch() {
            super.awakeFromFetch()
            words = (title ?? "").split(separator: " ").map(String.init)
            let title = words.first
            print(title ?? "")
            managedObjectContext?.perform { self.title = self.title ?? "new" }
          }
          public override func awakeFromInsert() {
            super.awakeFromInsert()
            title = "new"
          }
        }
        ---
        final class Row {
          var title: String?
          func awakeFromFetch() { title = "new" }
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          @end
          @implementation CDNote
          - (void)awakeFromFetch {
            [super awakeFromFetch];
            if (self.title == nil) { self.↓title = [[NSUUID UUID] UUIDString]; }
          }
          """,
        clean: """
          @end
          @implementation CDNote
          - (void)awakeFromFetch {
            [super awakeFromFetch];
            self.words = [self.title componentsSeparatedByString:@" "];
            dispatch_async(dispatch_get_main_queue(), ^{ self.title = @"new"; });
          }
          - (void)awakeFromInsert {
            [super awakeFromInsert];
            self.title = @"new";
          }
          """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  static let method = "awakeFromFetch"

  static func message(_ property: String) -> String {
    "'\(method)' sets '\(property)', which does not count as a change and is not saved"
  }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let function = node.as(FunctionDeclSyntax.self), function.name.text == Self.method,
      function.modifiers.contains(where: { $0.name.text == "override" }), !file.isTest,
      let owner = function.name.ownerName, TypeReader(file: file).isManaged(owner),
      let body = function.body, body.statements.isHandwritten
    else { return }
    body.statements.forEachDescendant { node in
      // What is done later counts.
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return false }
      guard let terms = node.as(ExprListSyntax.self), terms.count >= 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let name = terms.first?.ownSetProperty,
        !Self.isTransient(name.baseName.text, owner, file.ask)
      else { return true }
      report(
        Self.message(name.baseName.text), at: file.location(name), property: name.baseName.text)
      return true
    }
  }

  private static func isTransient(
    _ name: String, _ owner: String, _ ask: (ModelQuestion) -> [String]
  ) -> Bool {
    ask(.isPlainManaged(name, of: owner)).isEmpty || !ask(.isTransient(name, of: owner)).isEmpty
  }
}

extension ChangeInAwakeFromFetch: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard body.method.selector == Self.method, let owner = body.method.owner, !body.file.isTest
    else { return }
    body.method.body.walk { place in
      guard place.node.isMark("="), place.index > 2, case let nodes = place.siblings,
        nodes[place.index - 2].isMark("."), nodes[place.index - 3].text == "self",
        // What is done later counts.
        !place.isInBlock
      else { return }
      let name = nodes[place.index - 1]
      guard !Self.isTransient(name.text, owner, lint.answer) else { return }
      report(
        Self.message(name.text), at: body.file.location(name.token.offset), property: name.text)
    }
  }
}

extension ObjCPlace {
  /// Whether a block stands around: braces in the argument of a message or of a function.
  fileprivate var isInBlock: Bool {
    zip(around, around.dropFirst()).contains { outer, inner in
      inner.kind == .braces && [.brackets, .parens].contains(outer.kind)
    }
  }
}
