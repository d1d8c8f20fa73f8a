internal import Diagnostics
internal import SwiftSyntax

/// Finds work that is marked as done before the store has what it makes.
struct MarkedBeforeSave: SourceRule {
  static let info = RuleInfo(
    id: "marked-before-save", group: .dataAccess, severity: .note,
    summary: "a mark says that something was stored once, and is set before the save",
    why:
      "the mark is kept at once, the objects only with the save: when that fails, or the app ends before it, "
      + "they are missing for good, as the next launch finds the mark",
    fix: "save first, and set the mark when the save has worked",
    limits:
      "only marks of 'UserDefaults' and '@AppStorage' that the same function asks for before it begins, and "
      + "objects that are inserted and saved behind them in the same block",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        final class Importer {
          let context: ModelContext
          init(context: ModelContext) { self.context = context }
          func importOnce(_ titles: [String]) throws {
            guard !UserDefaults.standard.bool(forKey: "didImport") else { return }
            UserDefaults.standard.↓set(true, forKey: "didImport")
            for title in titles {
              let note = Note()
              note.title = title
              context.insert(note)
            }
            try context.save()
          }
        }
        ---
        struct FirstView: View {
          @Environment(\\.modelContext) private var modelContext
          @AppStorage("isSeeded") private var isSeeded = false
          var body: some View { Text("").onAppear { seed() } }
          private func seed() {
            if !isSeeded {
              ↓isSeeded = true
              modelContext.insert(Note())
              do { try modelContext.save() } catch { print(error) }
            }
          }
        }
        ---
        enum Keys { static let filled = "isFilled" }
        func fill(_ context: ModelContext, _ defaults: UserDefaults) throws {
          if defaults.bool(forKey: Keys.filled) { return }
          defaults.↓set(true, forKey: Keys.filled)
          context.insert(Note())
          try context.save()
        }
        """,
      clean: """
        struct FirstView: View {
          @Environment(\\.modelContext) private var modelContext
          @AppStorage("isSeeded") private var isSeeded = false
          @State private var isOpen = false
          var body: some View { Text("") }
          func seed() throws {
            guard !isSeeded, !isOpen else { return }
            isOpen = true
            modelContext.insert(Note())
            try modelContext.save()
            isSeeded = true
          }
        }
        ---
        struct MarkedView: View {
          @Environment(\\.modelContext) private var modelContext
          @AppStorage("isSeeded") private var isSeeded = false
          var body: some View { Text("") }
          func add() throws {
            isSeeded = true
            modelContext.insert(Note())
            try modelContext.save()
          }
        }
        ---
        struct SavedView: View {
          @Environment(\\.modelContext) private var modelContext
          @AppStorage("isSeeded") private var isSeeded = false
          var body: some View { Text("") }
          func note() throws {
            guard !isSeeded else { return }
            isSeeded = true
            try modelContext.save()
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr, .sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let (mark, place) = node.markOfDone, file.usesStores,
      let item = node.parent?.as(CodeBlockItemSyntax.self),
      let items = item.parent?.as(CodeBlockItemListSyntax.self),
      let function = node.enclosing(FunctionDeclSyntax.self), let body = function.body,
      body.isHandwritten, body.asks(mark, before: item)
    else { return }
    let before = items.prefix { $0.id != item.id }
    let behind = items.filter { $0.position > item.position }
    guard !before.contains(where: \.storesSomething), behind.contains(where: \.hasInsert),
      behind.contains(where: \.hasSave)
    else { return }
    report(
      "this is marked as done before it is saved: when the save fails, or the app ends before it, nothing does "
        + "it again", at: file.location(place))
  }
}

extension Syntax {
  /// What marks something as done, in words by which the code asks for it too, and where: the key of
  /// `UserDefaults.standard.set(true, forKey: "didImport")`, or the name of a property with `@AppStorage`.
  fileprivate var markOfDone: (String, Syntax)? {
    if let call = self.as(FunctionCallExprSyntax.self) {
      guard call.name == "set", call.arguments.first?.expression.trimmedDescription == "true",
        let key = call.argument("forKey")
      else { return nil }
      return (key.trimmedDescription, call.nameNode)
    }
    guard let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self), terms[2].trimmedDescription == "true",
      let name = terms[0].plainTarget,
      case .property(let binding, _)? = enclosing(MemberBlockSyntax.self)?.property(name, owner: ""),
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.attribute("AppStorage") != nil
    else { return nil }
    return (name, Syntax(terms[0]))
  }
}

extension CodeBlockSyntax {
  /// Whether a condition before a statement, or around it, asks for a mark.
  fileprivate func asks(_ mark: String, before item: CodeBlockItemSyntax) -> Bool {
    hasDescendant { node in
      guard node.is(ConditionElementListSyntax.self), node.position < item.position else {
        return false
      }
      // A key may be written as a text or as a name with dots.
      return node.tokens(viewMode: .sourceAccurate).contains { $0.text == mark }
        || !mark.allSatisfy(\.isLetter) && node.trimmedDescription.contains(mark)
    }
  }
}

extension CodeBlockItemSyntax {
  fileprivate var hasInsert: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      return call.name == "insert" && call.isOnContext
    }
  }

  fileprivate var hasSave: Bool {
    hasDescendant { $0.as(FunctionCallExprSyntax.self)?.isSave ?? false }
  }

  fileprivate var storesSomething: Bool { hasInsert || hasSave }
}
