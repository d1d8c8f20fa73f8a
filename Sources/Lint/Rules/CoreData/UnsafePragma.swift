internal import Diagnostics
internal import ModelSource
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Finds stores that SQLite is told to write without what protects them from a crash.
struct UnsafePragma: SourceRule {
  static let info = RuleInfo(
    id: "unsafe-pragma", group: .dataAccess, severity: .warning,
    summary: "a pragma turns off what protects the store from a crash",
    why:
      "with the journal in memory, or without one, an app that is ended during a save leaves a damaged file; "
      + "with 'synchronous' off, a device that loses power does: the store does not open again",
    fix: "leave the pragma out: Core Data writes ahead to a log, which is safe and faster",
    limits:
      "pragmas that are written in the code; caches, copies that are made with 'migratePersistentStore', what a "
      + "condition calls unsafe, and tests are left alone",
    examples: CoreDataText.pragmas)

  static let nodes: [SyntaxKind] = [.dictionaryElement, .functionCallExpr, .sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let (key, value) = node.pragma, let name = key.literalText, let text = value.pragmaText,
      Self.isUnsafe(name, text), !file.isTest, !file.path.namesCache,
      // To look through the whole file for each node would take a sixth of a run.
      file.source.bytes.has("NSSQLitePragmasOption") || file.source.bytes.has("forPragmaNamed"),
      !node.isCalledUnsafe,
      // A copy that is not whole can be made again.
      !(node.enclosingBody?.mentions(["migratePersistentStore"]) ?? false)
    else { return }
    report(Self.message(name, text), at: file.location(key))
  }

  static func isUnsafe(_ name: String, _ value: String) -> Bool {
    switch name.lowercased() {
    case "journal_mode": ["OFF", "MEMORY"].contains(value.uppercased())
    case "synchronous": ["OFF", "0"].contains(value.uppercased())
    default: false
    }
  }

  static func message(_ name: String, _ value: String) -> String {
    "'\(name) = \(value)' gives up what keeps the store whole when the app or the device stops during a save"
  }
}

extension UnsafePragma: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    let isMeant =
      body.method.body.mentions("NSSQLitePragmasOption")
      || body.method.body.mentions("forPragmaNamed")
    guard isMeant, !body.file.path.namesCache,
      !body.method.body.mentions("migratePersistentStore")
    else { return }
    func check(_ key: [ObjCNode], _ value: [ObjCNode]) {
      guard let name = body.constant(key), let place = key.first?.token.offset else { return }
      let text =
        body.constant(value)
        ?? (value.count == 2 && value[0].isMark("@") ? value[1].children.written : nil)
        ?? (value.count == 2 ? value[1].token.text : "")
      guard Self.isUnsafe(name, text) else { return }
      report(Self.message(name, text), at: body.file.location(place))
    }
    body.method.body.walk { place in
      // `@{ @"synchronous" : @"OFF" }`
      guard place.node.kind == .braces, place.before?.isMark("@") ?? false else { return }
      for pair in place.node.children.parts {
        let sides = pair.split(maxSplits: 1) { $0.isMark(":") }.map(Array.init)
        if sides.count == 2 { check(sides[0], sides[1]) }
      }
    }
    body.method.body.messages { message, _ in
      if let key = message.argument("forKey") ?? message.argument("forPragmaNamed") {
        check(key, message.parts[0].argument)
      } else if let list = message.argument("dictionaryWithObjectsAndKeys")?.parts {
        for place in stride(from: 0, to: list.count - 1, by: 2) {
          check(list[place + 1], list[place])
        }
      }
    }
  }
}

extension Syntax {
  /// Whether it is only done where a setting with that word asks for it.
  fileprivate var isCalledUnsafe: Bool {
    var node = self
    while let next = node.parent, !next.is(FunctionDeclSyntax.self) {
      if let choice = next.as(IfExprSyntax.self),
        choice.conditions.trimmedDescription.lowercased().contains("unsafe")
      {
        return true
      }
      node = next
    }
    return false
  }

  /// `"synchronous": "OFF"`, `pragmas["synchronous"] = "OFF"`, and what a description is told.
  fileprivate var pragma: (key: ExprSyntax, value: ExprSyntax)? {
    if let element = self.as(DictionaryElementSyntax.self) { return (element.key, element.value) }
    if let terms = self.as(SequenceExprSyntax.self)?.elements {
      guard terms.count == 3, terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let key = terms.first?.as(SubscriptCallExprSyntax.self)?.arguments.first?.expression,
        let value = terms.last
      else { return nil }
      return (key, value)
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.name == "setValue",
      let key = call.argument("forPragmaNamed"), let value = call.arguments.first?.expression
    else { return nil }
    return (key, value)
  }
}

extension ExprSyntax {
  /// `"OFF"`, `"OFF" as NSObject`, `0`, `NSNumber(value: 0)`
  fileprivate var pragmaText: String? {
    let value = unwrapped.withoutCast.unwrapped
    if let text = value.literalText { return text }
    let number = value.call.flatMap { $0.name == "NSNumber" ? $0.arguments.first?.expression : nil }
    return (number ?? value).as(IntegerLiteralExprSyntax.self)?.literal.text
  }
}

extension String {
  /// Whether a file is about a cache, whose content can be had again.
  fileprivate var namesCache: Bool { lastPathComponent.lowercased().contains("cache") }
}

extension CoreDataText {
  static let pragmas: [RuleExample] =
    .texts(
      in: code,
      flagged: """
        func options() -> [String: Any] {
          [NSSQLitePragmasOption: [↓"synchronous": "OFF", "journal_mode": "WAL"]]
        }
        ---
        func prepare(_ description: NSPersistentStoreDescription) {
          description.setValue("MEMORY" as NSObject, forPragmaNamed: ↓"journal_mode")
        }
        ---
        func options() -> [String: Any] {
          var pragmas: [String: Any] = [:]
          pragmas[↓"synchronous"] = 0
          return [NSSQLitePragmasOption: pragmas]
        }
        """,
      clean: """
        func options() -> [String: Any] {
          [NSSQLitePragmasOption: ["synchronous": "NORMAL", "journal_mode": "DELETE", "auto_vacuum": "0"]]
        }
        ---
        func prepare(_ description: NSPersistentStoreDescription, isUnsafe: Bool) {
          if isUnsafe { description.setValue("OFF" as NSObject, forPragmaNamed: "synchronous") }
        }
        func copy(_ coordinator: NSPersistentStoreCoordinator, _ store: NSPersistentStore, to url: URL) throws {
          try coordinator.migratePersistentStore(
            store, to: url, options: [NSSQLitePragmasOption: ["journal_mode": "OFF"]], withType: NSSQLiteStoreType)
        }
        ---
        let states = ["synchronous": "OFF"]
        ---
        func prepare(_ description: NSPersistentStoreDescription) {
          description.setValue("FULL" as NSObject, forPragmaNamed: "synchronous")
        }
        """)
    + .texts(
      in: objectiveC,
      flagged: """
        - (NSDictionary *)options {
          return @{ NSSQLitePragmasOption : @{ ↓@"journal_mode" : @"OFF" } };
        }
        ---
        - (NSDictionary *)options {
          NSMutableDictionary *pragmas = [NSMutableDictionary dictionary];
          [pragmas setObject:@"off" forKey:↓@"synchronous"];
          return [NSDictionary dictionaryWithObject:pragmas forKey:NSSQLitePragmasOption];
        }
        """,
      clean: """
        - (NSDictionary *)options {
          return @{ NSSQLitePragmasOption : @{ @"journal_mode" : @"WAL", @"synchronous" : @"FULL" } };
        }
        """)
}
