internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds readers of SwiftData's history that forget at the end of the app how far they have come.
struct HistoryTokenInMemory: SourceRule {
  static let info = RuleInfo(
    id: "history-token-in-memory", group: .dataAccess, severity: .note,
    summary: "how far the history has been read is kept in a variable alone",
    why:
      "at the next launch the history is read from its beginning, and what was handled is handled again; where it is "
      + "begun at the present instead, what widgets and intents did meanwhile is missed",
    fix:
      "encode the token of the last transaction, it is 'Codable', and keep it in the settings or a file",
    limits:
      "only a property of the type 'DefaultHistoryToken' in a file that reads the history and writes nothing anywhere",
    examples: .texts(
      in: AccessText.models,
      flagged: follower("", mark: "↓")
        + "\n---\n" + follower("", mark: "↓", start: " = nil")
        + "\n---\n" + """
          final class Follower {
            private var ↓token: DefaultHistoryToken?
            func read(_ context: ModelContext) throws -> [DefaultHistoryTransaction] {
              let found = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
              token = found.last?.token
              return found
            }
          }
          """,
      clean: follower("defaults.set(try JSONEncoder().encode(lastToken), forKey: \"token\")")
        + "\n---\n"
        + follower("keep()", more: "func keep() { UserDefaults.standard.set(1, forKey: \"a\") }")
        + "\n---\n" + """
          struct Reader {
            func read(_ context: ModelContext, after token: DefaultHistoryToken) throws {
              let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(
                predicate: #Predicate { $0.token > token })
              print(try context.fetchHistory(descriptor).count)
            }
          }
          """))

  private static func follower(
    _ line: String, mark: String = "", start: String = "", more: String = ""
  ) -> String {
    """
    @ModelActor actor Follower {
      private var \(mark)lastToken: DefaultHistoryToken?\(start)
      func follow() throws {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let lastToken { descriptor.predicate = #Predicate { $0.token > lastToken } }
        let found = try modelContext.fetchHistory(descriptor)
        lastToken = found.last?.token
        \(line)
      }
      \(more)
    }
    """
  }

  static let nodes: [SyntaxKind] = [.variableDecl]

  private static let keeping: Set = [
    "AppStorage", "FileManager", "JSONDecoder", "JSONEncoder", "Keychain", "NSKeyedArchiver",
    "PropertyListEncoder", "UserDefaults", "defaults", "encode", "write",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let variable = node.as(VariableDeclSyntax.self),
      variable.isInstance, !variable.isConstant, variable.attributes.isEmpty,
      let owner = variable.enclosingType,
      owner.is(ClassDeclSyntax.self) || owner.is(ActorDeclSyntax.self),
      variable.parent?.parent?.parent?.is(MemberBlockSyntax.self) ?? false,
      let binding = variable.bindings.onlyElement, let name = binding.name,
      binding.accessorBlock == nil,
      binding.initializer?.value.is(NilLiteralExprSyntax.self) ?? true,
      binding.typeAnnotation?.type.mentions(["DefaultHistoryToken"]) ?? false,
      file.tree.mentions(["fetchHistory"]), !file.tree.mentions(Self.keeping)
    else { return }
    report(
      "'\(name)' ends with the app: at the next launch the history is read from its beginning, or what happened "
        + "meanwhile is missed", at: file.location(binding),
      certainty: .inferred("another file may keep it"))
  }
}
