internal import Diagnostics
internal import SwiftSyntax

/// Finds objects of Core Data that another one takes the place of before anything was done with them.
struct ObjectMadeTwice: SourceRule {
  static let info = RuleInfo(
    id: "object-made-twice", group: .dataAccess, severity: .warning,
    summary: "a variable is given a second new object before the first one was used",
    why:
      "an object of Core Data is in its context as soon as it is made: the next save writes the first one, "
      + "empty, into the store, where nothing leads to it",
    fix: "make the object once",
    limits: "only in one list of statements, without a use of the variable between the two",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func add(_ title: String, _ context: NSManagedObjectContext) {
          var note = ↓CDNote(context: context)
          note = CDNote(context: context)
          note.title = title
        }
        ---
        func add(_ titles: [String], _ context: NSManagedObjectContext) {
          for title in titles {
            var note = NSEntityDescription.↓insertNewObject(forEntityName: "Note", into: context)
            print(title)
            note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            note.setValue(title, forKey: "title")
          }
        }
        """,
      clean: """
        func add(_ titles: (String, String), _ context: NSManagedObjectContext) {
          var note = CDNote(context: context)
          note.title = titles.0
          note = CDNote(context: context)
          note.title = titles.1
        }
        ---
        func add(_ isNew: Bool, _ context: NSManagedObjectContext) -> CDNote {
          let note: CDNote
          if isNew { note = CDNote(context: context) } else { note = CDNote(context: context) }
          return note
        }
        ---
        struct Draft { init(context: NSManagedObjectContext) {} }
        func add(_ context: NSManagedObjectContext) -> Draft {
          var draft = Draft(context: context)
          draft = Draft(context: context)
          return draft
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)add:(NSString *)title {
            CDNote *note = [NSEntityDescription ↓insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.context];
            note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.context];
            note.title = title;
          }
          """,
        clean: """
          - (void)add:(NSString *)title and:(NSString *)other {
            CDNote *note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.context];
            note.title = title;
            note = [NSEntityDescription insertNewObjectForEntityForName:@"Note" inManagedObjectContext:self.context];
            note.title = other;
          }
          """))

  static let nodes = [SyntaxKind.codeBlockItemList]

  private static let message =
    "another object takes the place of this one before it is used: it stays in the store, empty"

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten,
      items.count > 1
    else { return }
    var unused: [String: FunctionCallExprSyntax] = [:]
    for item in items {
      let made = item.madeObject
      if let (name, call) = made, let first = unused[name], !call.mentions([name]) {
        report(Self.message, at: file.location(first.nameNode))
        unused[name] = call
        continue
      }
      for name in unused.keys where item.mentions([name]) { unused[name] = nil }
      if let (name, call) = made { unused[name] = call }
    }
  }
}

extension CodeBlockItemSyntax {
  /// `let note = Note(context: context)`, `note = Note(context: context)`
  var madeObject: (name: String, call: FunctionCallExprSyntax)? {
    if let binding = item.as(DeclSyntax.self)?.as(VariableDeclSyntax.self)?.bindings.onlyElement {
      guard let name = binding.name, let call = binding.initializer?.value.withoutCast.call,
        call.makesManaged
      else { return nil }
      return (name, call)
    }
    guard let terms = item.onlyExpression?.as(SequenceExprSyntax.self)?.elements,
      terms.count == 3 || terms.count == 5,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let name = terms.first?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let call = terms.dropFirst(2).first?.unwrapped.withoutCast.call, call.makesManaged
    else { return nil }
    return (name, call)
  }
}

extension ObjectMadeTwice: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    body.method.body.walk { place in
      let nodes = place.siblings
      guard place.node.isMark("="), let name = place.before, name.isWord,
        place.index < 2 || !nodes[place.index - 2].isMark("."),
        nodes.madeObject(behind: place.index) != nil,
        let first = nodes[..<place.index].lastIndex(where: { $0.isMark("=") }), first > 0,
        nodes[first - 1].text == name.text, first < 2 || !nodes[first - 2].isMark("."),
        let made = nodes.madeObject(behind: first),
        // From the end of the first to the name of the second.
        !nodes[(first + 1)..<(place.index - 1)].mentions(name.text),
        !nodes[(place.index + 1)...].prefix(while: { !$0.isMark(";") }).mentions(name.text)
      else { return }
      report(Self.message, at: body.file.location(made.offset))
    }
  }
}

extension [ObjCNode] {
  /// The message behind a `=` that makes an object in a context.
  fileprivate func madeObject(behind sign: Int) -> ObjCMessage? {
    guard let message = self[(sign + 1)...].prefix(while: { !$0.isMark(";") }).message,
      message.has("insertNewObjectForEntityForName")
        || message.argument("insertIntoManagedObjectContext").map({ $0.name != "nil" }) ?? false
    else { return nil }
    return message
  }
}
