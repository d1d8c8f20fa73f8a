internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that change themselves each time they are about to be saved.
struct ChangeInWillSave: SourceRule {
  static let info = RuleInfo(
    id: "change-in-will-save", group: .dataAccess, severity: .error,
    summary: "'willSave' sets a property of its object each time",
    why:
      "what is set in 'willSave' makes the object changed again, so that Core Data calls 'willSave' again, until "
      + "the save fails because the context still has changes after a thousand attempts, or the stack is full",
    fix:
      "set it with 'setPrimitiveValue', or only where the value is another one than before",
    limits:
      "runs where the model file is among the paths, for properties that are set whatever was changed; what a "
      + "condition decides, other than whether the object is new, changed or deleted or the property has a value, "
      + "is left alone",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          public override func willSave() {
            super.willSave()
            ↓createdAt = Date()
          }
        }
        ---
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          public override func willSave() {
            super.willSave()
            guard !isDeleted else { return }
            stamp()
          }
          private func stamp() { ↓createdAt = Date() }
        }
        ---
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          public override func willSave() {
            guard !isDeleted else { return }
            self.↓createdAt = Date()
            if !isDeleted { ↓title = "changed" }
          }
          @NSManaged var title: String?
        }
        ---
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          @NSManaged var title: String?
          public override func willSave() {
            super.willSave()
            if hasChanges && !isDeleted { ↓createdAt = Date() }
            if let title { self.↓title = title.lowercased() }
          }
        }
        """,
      clean: """
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          @NSManaged var title: String?
          public override func willSave() {
            super.willSave()
            setPrimitiveValue(Date(), forKey: "createdAt")
            if title == nil { title = "untitled" }
            if let own = title, own.hasPrefix(" ") { title = own.lowercased() }
            if title != nil { createdAt = nil }
            guard changedValues()["createdAt"] == nil else { return }
            createdAt = Date()
          }
        }
        ---
        @objc(CDNote) public class CDNote: NSManagedObject {
          @NSManaged var createdAt: Date?
          public override func willSave() {
            super.willSave()
            stamp()
          }
          private func stamp() {
            guard createdAt == nil else { return }
            createdAt = Date()
          }
        }
        ---
        final class Form {
          var createdAt: Date?
          func willSave() { createdAt = Date() }
        }
        """)
      + [
        // Only the current version of the model has the property.
        .flagged(
          CoreDataText.code(
            """
            @objc(CDStamp) public class CDStamp: NSManagedObject {
              @NSManaged var madeAt: Date?
              public override func willSave() { ↓madeAt = Date() }
            }
            """) + stamps)
      ]
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          @end
          @implementation CDNote
          - (void)willSave {
            [super willSave];
            self.↓createdAt = [NSDate date];
            if (!self.isDeleted) { self.↓title = @"changed"; }
          }
          """,
        clean: """
          @end
          @implementation CDNote
          - (void)willSave {
            if (![[self changedValues] objectForKey:@"createdAt"]) { self.createdAt = [NSDate date]; }
          }
          """))

  /// Another model, of two versions.
  private static let stamps = """

    // file: Stamps.xcdatamodeld/Stamps.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Stamp" representedClassName="CDStamp"><attribute name="text" optional="YES" attributeType="String"/></entity>
    </model>
    // file: Stamps.xcdatamodeld/Stamps 2.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Stamp" representedClassName="CDStamp"><attribute name="text" optional="YES" attributeType="String"/><attribute name="madeAt" optional="YES" attributeType="Date"/></entity>
    </model>
    // file: Stamps.xcdatamodeld/.xccurrentversion
    <plist version="1.0"><dict>
      <key>_XCCurrentVersionName</key>
      <string>Stamps 2.xcdatamodel</string>
    </dict></plist>
    """

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let function = node.as(FunctionDeclSyntax.self), function.name.text == "willSave",
      function.modifiers.contains(where: { $0.name.text == "override" }), !file.isTest,
      let owner = function.name.ownerName, TypeReader(file: file).isManaged(owner),
      let body = function.body, body.statements.isHandwritten
    else { return }
    check(body.statements, of: owner, in: file, report: report, helpers: 2)
  }

  /// - Parameter helpers: how many calls of the class's own functions to follow.
  private func check(
    _ items: CodeBlockItemListSyntax, of owner: String, in file: LintFile, report: RuleReport,
    helpers: Int
  ) {
    for item in items {
      if helpers > 0, let called = item.item.onlyExpression?.call?.ownHelper,
        called.ownerName == owner, let body = called.body, body.statements.isHandwritten
      {
        check(body.statements, of: owner, in: file, report: report, helpers: helpers - 1)
      }
      if let check = item.item.as(GuardStmtSyntax.self), !check.conditions.asksForKindOnly {
        return
      }
      // `if !isDeleted { createdAt = Date() }`
      if let choice = item.item.choice, choice.conditions.asksForKindOnly {
        check(
          choice.body.statements, of: owner, in: file, report: report, helpers: helpers)
      } else if let choice = item.item.choice, let needed = choice.conditions.neededValues {
        for statement in choice.body.statements {
          guard let (name, value) = statement.ownAssignment, needed.contains(name.baseName.text),
            !value.is(NilLiteralExprSyntax.self), !value.mentions(["nil"]),
            !file.ask(.isPlainManaged(name.baseName.text, of: owner)).isEmpty
          else { continue }
          let property = name.baseName.text
          report(Self.message(property), at: file.location(name), property: property)
        }
      }
      if item.item.onlyExpression?.is(IfExprSyntax.self) ?? false
        || item.item.as(ExpressionStmtSyntax.self)?.expression.is(IfExprSyntax.self) ?? false
      {
        // It may end the function.
        if item.hasDescendant(where: { $0.is(ReturnStmtSyntax.self) }) { return }
        continue
      }
      guard let (name, _) = item.ownAssignment,
        !file.ask(.isPlainManaged(name.baseName.text, of: owner)).isEmpty
      else { continue }
      let property = name.baseName.text
      report(Self.message(property), at: file.location(name), property: property)
    }
  }
}

extension CodeBlockItemSyntax {
  /// The property of the object itself that a statement sets, with its new value.
  fileprivate var ownAssignment: (DeclReferenceExprSyntax, ExprSyntax)? {
    guard let terms = item.onlyExpression?.as(SequenceExprSyntax.self)?.elements, terms.count >= 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let name = terms.first?.ownSetProperty, let value = terms.last
    else { return nil }
    return (name, terms.count == 3 ? value : ExprSyntax(SequenceExprSyntax(elements: terms)))
  }
}

extension CodeBlockItemSyntax.Item {
  fileprivate var choice: IfExprSyntax? {
    (onlyExpression ?? self.as(ExpressionStmtSyntax.self)?.expression)?.as(IfExprSyntax.self)
  }
}

extension ExprSyntax {
  /// `title` of `title` and `self.title`.
  fileprivate var ownProperty: String? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.base?.isSelfName ?? false ? access.declName.baseName.text : nil
    }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.text
  }
}

extension FunctionCallExprSyntax {
  /// The function of the file that `stamp()` or `self.stamp()` calls.
  fileprivate var ownHelper: FunctionDeclSyntax? {
    guard receiver?.isSelfName ?? true, let function = functionOfFile,
      !function.modifiers.contains(where: {
        ["class", "override", "static"].contains($0.name.text)
      })
    else { return nil }
    return function
  }
}

extension ExprSyntax {
  /// `createdAt` of `createdAt` and `self.createdAt`.
  var ownSetProperty: DeclReferenceExprSyntax? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.base?.isSelfName ?? false ? access.declName : nil
    }
    guard let name = self.as(DeclReferenceExprSyntax.self) else { return nil }
    switch name.nameOrigin {
    case .local?, .parameter?: return nil
    default: return name
    }
  }
}

extension ConditionElementListSyntax {
  private static let kinds: Set = [
    "hasChanges", "hasPersistentChangedValues", "isDeleted", "isInserted", "isUpdated",
  ]

  /// Whether nothing is asked but what the object is, or whether it was changed at all: `!isDeleted`.
  fileprivate var asksForKindOnly: Bool {
    allSatisfy { condition in
      let text = condition.condition.trimmedDescription.replacing("self.", with: "")
      return text.split(separator: "&&").allSatisfy { part in
        let word = part.filter { !"!() ".contains($0) }
        return Self.kinds.contains(word)
      }
    }
  }

  /// The properties that need a value and nothing else: what is set to another value then has one the next time,
  /// too, as in `if let title { self.title = title.trimmed }`.
  fileprivate var neededValues: Set<String>? {
    var found: Set<String> = []
    for element in self {
      let text = element.trimmedDescription.filter { $0 != "," }
      if let binding = element.condition.as(OptionalBindingConditionSyntax.self) {
        guard
          let name = binding.initializer?.value.ownProperty ?? binding.pattern.boundNames.first
        else { return nil }
        found.insert(name)
      } else if text.hasSuffix("!= nil") {
        found.insert(
          text.dropLast(6).trimmingPrefix("self.").filter { $0 != " " })
      } else {
        return nil
      }
    }
    return found
  }
}

extension ChangeInWillSave: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard body.method.selector == "willSave", let owner = body.method.owner, !body.file.isTest,
      !body.method.body.contains(where: { $0.kind == .branch && !$0.asksForKindOnly }),
      !body.method.body.mentions("return")
    else { return }
    let kinds = body.method.body.filter { $0.kind == .branch && $0.children.count == 2 }
    for nodes in [body.method.body] + kinds.map({ $0.children[1].children }) {
      for (index, node) in nodes.enumerated()
      where node.isMark("=") && index > 2 && nodes[index - 2].isMark(".")
        && nodes[index - 3].text == "self"
      {
        let name = nodes[index - 1].text
        guard !lint.answer(.isPlainManaged(name, of: owner)).isEmpty else { continue }
        report(
          Self.message(name), at: body.file.location(nodes[index - 1].token.offset),
          property: name)
      }
    }
  }

  fileprivate static func message(_ name: String) -> String {
    "'willSave' sets '\(name)' each time, so that it is called again and the save never ends"
  }
}

extension ObjCNode {
  /// `if (!self.isDeleted) { … }`, without another branch or return in it.
  fileprivate var asksForKindOnly: Bool {
    guard children.count == 2, !children[1].children.contains(where: { $0.kind == .branch }) else {
      return false
    }
    let condition = children[0].children.written.filter { !"![] ".contains($0) }
    return ["self.isDeleted", "self.deleted", "selfisDeleted"].contains(condition)
  }
}
