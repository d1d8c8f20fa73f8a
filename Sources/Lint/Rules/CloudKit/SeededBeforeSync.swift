internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds starters that every device adds to a store that iCloud fills.
struct SeededBeforeSync: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "seeded-before-sync", group: .cloudKit, severity: .note,
    summary: "objects are added to a mirrored store because it is empty",
    why:
      "on a new device, or after the app was installed again, the store is empty until iCloud has brought what "
      + "there is: the objects are made once more, and soon each of them is there twice on all devices",
    fix:
      "give them ids that are the same everywhere, and delete the later one of two after each import; or add "
      + "them when the user first asks for some",
    limits:
      "only classes whose container says that it is mirrored; files that speak of duplicates are left alone, as "
      + "are previews and tests",
    examples: [
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          func prepare(_ context: ModelContext) throws {
            let existing = try context.fetchCount(FetchDescriptor<Note>())
            guard existing == 0 else { return }
            context.↓insert(Note())
            context.insert(Note())
          }
          """)),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          func prepare(_ context: ModelContext) throws {
            let notes = try context.fetch(FetchDescriptor<Note>())
            if notes.isEmpty {
              for _ in 0..<3 {
                let note = Note()
                context.↓insert(note)
              }
            }
          }
          """)),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          func prepare(_ context: ModelContext) {
            let notes = (try? context.fetch(FetchDescriptor<Note>())) ?? []
            guard notes.isEmpty else { return }
            context.↓insert(Note())
          }
          """)),
      .flagged(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          struct Notes {
            let context: ModelContext
            func prepare() throws {
              guard try context.fetchCount(FetchDescriptor<Note>()) == 0 else { return }
              for _ in 0..<3 { context.↓insert(Note()) }
              try context.save()
            }
          }
          """)),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          func add(_ codes: [Int], _ context: ModelContext) throws {
            guard codes.isEmpty else { return }
            context.insert(Note())
          }
          """)),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          func prepare(_ context: ModelContext) throws {
            let existing = try context.fetchCount(FetchDescriptor<Note>())
            guard existing == 0 else { return }
            context.insert(Note())
          }
          """, database: ".none")),
      .clean(
        CloudKitText.mirrored(
          """
          @Model class Note { var code = 0; init() {} }
          func note(_ code: Int, _ context: ModelContext) throws -> Note {
            let one = FetchDescriptor<Note>(predicate: #Predicate { $0.code == code })
            let found = try context.fetch(one)
            if let first = found.first { return first }
            let made = Note()
            if found.isEmpty { context.insert(made) }
            return made
          }
          func removeDuplicates(_ context: ModelContext) {}
          """)),
    ] + managed)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "insert", call.isOnContext, !call.isForOthersThanTheApp,
      let entity = call.changedModel(TypeReader(file: file))?.0,
      let body = call.enclosingBody, body.isHandwritten,
      let fetch = call.fetchFoundEmpty(in: body), fetch.countsAll(of: entity),
      !file.ask(.isMirrored(entity)).isEmpty, !file.source.bytes.has("uplicate")
    else { return }
    // The first one says enough.
    let isFirst = !body.hasDescendant { other in
      guard other.position < call.position, let other = other.as(FunctionCallExprSyntax.self)
      else { return false }
      return other.name == "insert" && other.isOnContext
        && other.changedModel(TypeReader(file: file))?.0 == entity
    }
    guard isFirst else { return }
    report(
      "each device adds '\(entity)' objects of its own here, as long as iCloud has not brought those that there "
        + "are", at: file.location(call.nameNode), entity: entity)
  }
}

extension FunctionCallExprSyntax {
  /// The fetch or count that the code around has found to give nothing.
  func fetchFoundEmpty(in body: Syntax) -> FunctionCallExprSyntax? {
    var node = Syntax(self)
    while node.id != body.id, let next = node.parent {
      if let choice = next.as(IfExprSyntax.self), choice.body.id == node.id,
        let found = choice.conditions.fetchOfNothing
      {
        return found
      }
      if let items = next.as(CodeBlockItemListSyntax.self) {
        for item in items where item.position < node.position {
          if let check = item.item.as(GuardStmtSyntax.self),
            let found = check.conditions.fetchOfNothing
          {
            return found
          }
        }
      }
      node = next
    }
    return nil
  }

  /// Whether it asks for all objects of a class.
  fileprivate func countsAll(of entity: String) -> Bool {
    guard let made = arguments.first?.expression.resolved.call else { return false }
    return made.describedEntity == entity && made.argument("predicate") == nil
      && (FetchedObjects(ExprSyntax(self))?.isWhole ?? true)
  }
}

extension ConditionElementListSyntax {
  fileprivate var fetchOfNothing: FunctionCallExprSyntax? {
    guard let value = onlyElement?.condition.as(ExprSyntax.self),
      let made = value.nameAskedForNothing.map({ $0.localValue }) ?? value.fetchAskedForNothing
    else { return nil }
    var found: FunctionCallExprSyntax?
    if let call = made.call { found = call }
    made.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        call.name == "fetch" || call.name == "fetchCount" || call.isCount
      {
        found = call
      }
      return true
    }
    return found.flatMap { $0.isQuery ? $0 : nil }
  }
}

extension ExprSyntax {
  /// The fetch of `try context.fetchCount(all) == 0` and `(try? context.fetch(all))?.isEmpty ?? true`.
  fileprivate var fetchAskedForNothing: ExprSyntax? {
    let asked = otherwiseDefault ?? withoutTry
    if let terms = asked.as(SequenceExprSyntax.self).map({ Array($0.elements) }) {
      guard terms.count == 3, terms[1].trimmedDescription == "==",
        terms[2].trimmedDescription == "0"
      else { return nil }
      return terms[0]
    }
    guard let access = asked.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "isEmpty"
    else { return nil }
    return access.base
  }

  private var withoutTry: ExprSyntax { self.as(TryExprSyntax.self)?.expression ?? self }
}
