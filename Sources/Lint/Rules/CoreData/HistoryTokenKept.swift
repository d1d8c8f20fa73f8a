internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds readers of the persistent history that begin at the same place each time.
struct HistoryTokenKept: SourceRule {
  static let info = RuleInfo(
    id: "history-token-kept", group: .dataAccess, severity: .warning,
    summary: "the history is read after a token that nothing ever moves on",
    why:
      "each time the whole history is read and merged again, which takes longer with every save, and old changes are "
      + "applied once more",
    fix:
      "keep the 'token' of the last transaction, or 'currentPersistentHistoryToken(fromStores:)', after reading",
    limits:
      "only for a stored property that its file never sets; of SwiftData's also for what is decoded from the user "
      + "defaults or a file, where the file neither encodes a token nor reads that of a transaction",
    examples: swiftData
      + .texts(
        in: CoreDataText.code,
        flagged: follower("")
          + "\n---\n" + follower("transactions.forEach { print($0.token) }")
          + "\n---\n" + follower("", start: " = nil"),
        clean: follower("lastToken = transactions.last?.token", mark: "")
          + "\n---\n"
          + follower("keep(transactions, &lastToken)", mark: "")
          + "\n---\n" + """
            func all(_ context: NSManagedObjectContext, _ token: NSPersistentHistoryToken?) throws {
              _ = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
            }
            """))

  private static func follower(_ line: String, start: String = "", mark: String = "↓") -> String {
    """
    final class Follower {
      private var lastToken: NSPersistentHistoryToken?\(start)
      func follow(_ context: NSManagedObjectContext) throws {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: \(mark)lastToken)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
        \(line)
        for transaction in transactions {
          context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        let old = Date.distantPast
        _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: old))
      }
    }
    """
  }

  private static let swiftData: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      \(reader("", "↓"))
      ---
      \(reader("_ = transactions.count", "↓"))
      ---
      @MainActor final class Follower {
        private let context: ModelContext
        private var lastToken: DefaultHistoryToken?
        init(context: ModelContext) { self.context = context }
        func changes() throws -> Int {
          var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
          if let lastToken {
            descriptor.predicate = #Predicate { $0.token > lastToken }
          }
          let transactions = try context.↓fetchHistory(descriptor)
          return transactions.flatMap(\\.changes).count
        }
      }
      """,
    clean: """
      \(reader("if let last = transactions.last { keep(last.token) }", ""))
      ---
      \(reader("UserDefaults.standard.set(try JSONEncoder().encode(transactions.last?.token), forKey: key)", ""))
      ---
      func all(_ context: ModelContext) throws -> Int {
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count
      }
      """)

  private static func reader(_ line: String, _ mark: String) -> String {
    """
    @ModelActor actor Uploader {
      func changes() throws -> [String] {
        let key = "token"
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let data = UserDefaults.standard.data(forKey: key) {
          let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
          descriptor.predicate = #Predicate { $0.token > token }
        }
        let transactions = try modelContext.\(mark)fetchHistory(descriptor)
        var authors: [String] = []
        for transaction in transactions { authors.append(transaction.author ?? "") }
        \(line)
        return authors
      }
    }
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if let call = node.as(FunctionCallExprSyntax.self), call.name == "fetchHistory",
      call.arguments.onlyElement?.label == nil, !file.isTest, file.meansSwiftData,
      let function = call.enclosing(FunctionDeclSyntax.self), function.keepsHistory,
      file.tree.isHandwritten, function.asksForOwnToken, !file.tree.movesToken
    {
      report(
        "the history is read after a token that nothing in this file ever writes: each time all of it is read again",
        at: file.location(call.nameNode),
        help: "keep the 'token' of the last transaction where the token is read from",
        certainty: .inferred("another file may write it"))
    }
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "fetchHistory", let given = call.argument("after")?.unwrapped,
      let name = given.as(DeclReferenceExprSyntax.self)
        ?? given.as(MemberAccessExprSyntax.self).flatMap({
          $0.base?.isSelfName ?? false ? $0.declName : nil
        }),
      let owner = name.ownerName,
      let binding = file.tree.binding(name.baseName.text, of: owner), binding.accessorBlock == nil,
      binding.typeAnnotation?.type.mentions(["NSPersistentHistoryToken"]) ?? false,
      binding.initializer?.value.is(NilLiteralExprSyntax.self) ?? true,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
      variable.attributes.isEmpty,
      !variable.isConstant, !file.tree.sets(name.baseName.text)
    else { return }
    report(
      "'\(name.baseName.text)' is never set, so the whole history is read each time",
      at: file.location(given),
      certainty: variable.modifiers.isPrivate
        ? .certain : .inferred("another file may set it"))
  }
}

extension FunctionDeclSyntax {
  /// Whether a predicate asks for what comes after a token that is not handed in: `#Predicate { $0.token > token }`.
  fileprivate var asksForOwnToken: Bool {
    let given = Set(
      signature.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).text })
    return hasDescendant { node in
      guard let macro = node.as(MacroExpansionExprSyntax.self), macro.macroName.text == "Predicate"
      else { return false }
      return macro.mentions(["token"]) && !macro.mentions(given)
    }
  }

  /// Whether the transactions stay in the function: those it returns, others may read the token of.
  fileprivate var keepsHistory: Bool {
    !(signature.returnClause?.type.trimmedDescription.contains("Transaction") ?? false)
      && !(signature.returnClause?.type.trimmedDescription.contains("Token") ?? false)
  }
}

extension SourceFileSyntax {
  /// Whether the code reads the token of a transaction, encodes one, or hands transactions to other code.
  fileprivate var movesToken: Bool {
    hasDescendant { node in
      if let access = node.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "token"
      {
        return access.enclosing(MacroExpansionExprSyntax.self) == nil
      }
      if let path = node.as(KeyPathExprSyntax.self) { return path.mentions(["token"]) }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      if ["encode", "archivedData"].contains(call.name) { return true }
      return !Self.plain.contains(call.name)
        && call.arguments.contains { argument in
          ["history", "transactions"].contains(argument.expression.lastName)
            || argument.expression.lastName == "transaction"
        }
    }
  }

  private static let plain: Set = ["print", "append"]

  /// Whether anything of that name is given a value, or handed to a function that may give it one.
  fileprivate func sets(_ name: String) -> Bool {
    hasDescendant { node in
      if let given = node.as(InOutExprSyntax.self) { return given.expression.lastName == name }
      guard let terms = node.as(ExprListSyntax.self),
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
      else { return false }
      return terms.first?.lastName == name
    }
  }
}
