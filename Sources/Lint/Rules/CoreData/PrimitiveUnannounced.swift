internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds accessors of Core Data objects that read or set a primitive value and tell nobody.
struct PrimitiveUnannounced: SourceRule {
  static let info = RuleInfo(
    id: "primitive-unannounced", group: .dataAccess, severity: .warning,
    summary:
      "an accessor reads or sets a primitive value without 'willAccessValue' or 'willChangeValue'",
    why:
      "'willAccessValue' loads an object that is a fault: without it the getter gives nil for a stored value; "
      + "without 'willChangeValue' the context does not learn of the change, and the next save leaves it out",
    fix:
      "put 'willAccessValue(forKey:)' and 'didAccessValue(forKey:)' around the read, 'willChangeValue(forKey:)' and "
      + "'didChangeValue(forKey:)' around the write",
    limits:
      "only accessors that are called like the stored property; of transient ones, and of what Core Data calls "
      + "itself, nothing is said",
    examples: .texts(
      in: { text in CoreDataText.code("class CDNote: NSManagedObject {\n\(text)\n}") },
      flagged: """
        @objc var title: String? {
          get { ↓primitiveValue(forKey: "title") as? String }
          set {
            willChangeValue(forKey: "title")
            setPrimitiveValue(newValue, forKey: "title")
            didChangeValue(forKey: "title")
          }
        }
        ---
        @objc var title: String? {
          get {
            willAccessValue(forKey: "title")
            defer { didAccessValue(forKey: "title") }
            return primitiveValue(forKey: "title") as? String
          }
          set { ↓setPrimitiveValue(newValue, forKey: "title") }
        }
        """,
      clean: """
        @objc var title: String? {
          get {
            willAccessValue(forKey: "title")
            defer { didAccessValue(forKey: "title") }
            return primitiveValue(forKey: "title") as? String
          }
          set {
            willChangeValue(forKey: "title")
            if primitiveValue(forKey: "title") == nil { setPrimitiveValue(newValue, forKey: "title") }
            didChangeValue(forKey: "title")
          }
        }
        ---
        override func awakeFromInsert() {
          super.awakeFromInsert()
          setPrimitiveValue(Date(), forKey: "createdAt")
        }
        """)
      + .texts(
        in: { text in
          CoreDataText.objectiveC("@end\n@implementation CDNote\n\(text)")
        },
        flagged: """
          - (NSString *)title { return [self ↓primitiveValueForKey:@"title"]; }
          ---
          - (void)setTitle:(NSString *)title { [self ↓setPrimitiveValue:title forKey:@"title"]; }
          """,
        clean: """
          - (NSString *)title {
            [self willAccessValueForKey:@"title"];
            NSString *title = [self primitiveValueForKey:@"title"];
            [self didAccessValueForKey:@"title"];
            return title;
          }
          - (void)setTitle:(NSString *)title {
            [self willChangeValueForKey:@"title"];
            [self setPrimitiveValue:title forKey:@"title"];
            [self didChangeValueForKey:@"title"];
          }
          - (void)awakeFromInsert {
            [super awakeFromInsert];
            [self setPrimitiveValue:[NSDate date] forKey:@"createdAt"];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let words: [(call: String, announcement: String)] = [
    ("primitiveValue", "willAccessValue"), ("setPrimitiveValue", "willChangeValue"),
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), !file.isTest,
      let (name, word) = Self.words.first(where: { $0.call == call.name }),
      call.receiver?.isSelfName ?? true,
      let key = call.argument("forKey").flatMap(file.constantText),
      let binding = call.enclosing(PatternBindingSyntax.self), binding.name == key,
      // A setter that has announced its change may read.
      name != "primitiveValue" || call.enclosing(AccessorDeclSyntax.self)?.isSetter != true,
      let owner = call.ownerName, file.stores(key, in: owner), let body = call.enclosingBody,
      body.isHandwritten, !body.mentions([word])
    else { return }
    report(
      Self.message(name, key), at: file.location(call.nameNode), entity: owner, property: key,
      help:
        "call '\(word)(forKey: \"\(key)\")' before, and '\(word.replacing("will", with: "did"))(forKey:)' behind"
    )
  }

  fileprivate static func message(_ call: String, _ key: String) -> String {
    call == "primitiveValue"
      ? "the getter of '\(key)' gives nil while the object is a fault: it reads the primitive value alone"
      : "the setter of '\(key)' tells the context nothing: the change is not saved"
  }
}

extension PrimitiveUnannounced: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest, let owner = body.method.owner,
      body.method.body.mentions("primitiveValueForKey")
        || body.method.body.mentions("setPrimitiveValue")
    else { return }
    let selector = body.method.selector
    body.method.body.messages { message, _ in
      guard message.receiver.name == "self" else { return }
      let (isGetter, argument) = (
        message.selector == "primitiveValueForKey:",
        message.argument("primitiveValueForKey") ?? message.argument("forKey")
      )
      guard isGetter || message.selector == "setPrimitiveValue:forKey:",
        let key = argument.flatMap({ body.constant($0) }), let first = key.first,
        selector == (isGetter ? key : "set\(first.uppercased())\(key.dropFirst()):"),
        !body.method.body.mentions(isGetter ? "willAccessValueForKey" : "willChangeValueForKey"),
        !lint.answer(.isPlainManaged(key, of: owner)).isEmpty
      else { return }
      report(
        Self.message(isGetter ? "primitiveValue" : "setPrimitiveValue", key),
        at: body.file.location(message.offset), entity: owner, property: key)
    }
  }
}

extension AccessorDeclSyntax {
  fileprivate var isSetter: Bool { accessorSpecifier.tokenKind == .keyword(.set) }
}

extension LintFile {
  fileprivate func stores(_ key: String, in owner: String) -> Bool {
    ask(.coreDataKeys(of: owner)).contains(key) && ask(.isTransient(key, of: owner)).isEmpty
  }
}
