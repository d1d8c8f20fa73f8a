internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that go on with another file when their store does not open.
struct OtherStoreOnFailure: SourceRule {
  static let info = RuleInfo(
    id: "other-store-on-failure", group: .dataAccess, severity: .warning,
    summary: "when the store does not open, the app goes on with another file and says nothing",
    why:
      "the user sees an app without what was in the first file; what is entered from then on goes to the "
      + "second, and is missing as soon as the first opens again",
    fix:
      "open the same file in both cases, or keep the error and show that the data cannot be read",
    limits:
      "only where both files are written in the code and have different names, and all that is done with the "
      + "error is to print or log it; tests, previews, samples and caches are left alone",
    examples: [RuleExample].texts(
      in: AccessText.models,
      flagged: """
        func open() throws -> ModelContainer {
          let synced = ModelConfiguration("Synced", cloudKitDatabase: .private("iCloud.notes"))
          do { return try ModelContainer(for: Note.self, configurations: synced) } catch {
            print("no sync", error)
            return try ↓ModelContainer(for: Note.self)
          }
        }
        ---
        @MainActor final class Store {
          let container: ModelContainer
          init(group: URL?) {
            let schema = Schema([Note.self])
            do {
              let cloud = ModelConfiguration("Cloud", schema: schema)
              container = try ModelContainer(for: schema, configurations: [cloud])
            } catch {
              print(error)
              do {
                let url = group?.appendingPathComponent("Local.store")
                let local: ModelConfiguration
                if let url = url {
                  local = ModelConfiguration(schema: schema, url: url)
                } else {
                  local = ModelConfiguration(schema: schema)
                }
                container = try ↓ModelContainer(for: schema, configurations: [local])
              } catch {
                fatalError("\\(error)")
              }
            }
          }
        }
        ---
        @MainActor final class Stack {
          var container: ModelContainer?
          func open(_ isSynced: Bool) {
            if isSynced {
              container = try? ModelContainer(
                for: Note.self, configurations: ModelConfiguration("Cloud"))
            } else {
              container = try? ModelContainer(for: Note.self)
            }
            if container == nil { container = try? ↓ModelContainer(for: Note.self) }
          }
        }
        ---
        enum Files {
          static func open(_ name: String) throws -> ModelContainer {
            try ModelContainer(for: Note.self, configurations: ModelConfiguration(name))
          }
          static func start() throws -> ModelContainer {
            do { return try open("Main") } catch { return try ↓open("Rescue") }
          }
        }
        ---
        func open() throws -> ModelContainer {
          let cloud = ModelConfiguration("Cloud", cloudKitDatabase: .automatic)
          let local = ModelConfiguration("Local", cloudKitDatabase: .none)
          return try (try? ModelContainer(for: Note.self, configurations: cloud))
            ?? ↓ModelContainer(for: Note.self, configurations: local)
        }
        """,
      clean: """
        func open() throws -> ModelContainer {
          do {
            return try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(allowsSave: true))
          } catch {
            return try ModelContainer(
              for: Note.self, configurations: ModelConfiguration(allowsSave: false))
          }
        }
        ---
        func openPlain(_ url: URL) throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration("Main"))
          } catch {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
          }
        }
        ---
        @MainActor final class Store {
          var failure: (any Error)?
          func open() throws -> ModelContainer {
            do {
              return try ModelContainer(for: Note.self, configurations: ModelConfiguration("Main"))
            } catch {
              failure = error
              return try ModelContainer(for: Note.self)
            }
          }
        }
        ---
        func openCache() throws -> ModelContainer {
          do {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration("Cache1"))
          } catch {
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration("Cache2"))
          }
        }
        """) + sync)

  static let nodes: [SyntaxKind] = [.doStmt, .ifExpr, .guardStmt, .sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, node.isHandwritten else { return }
    if let choice = node.as(SequenceExprSyntax.self) {
      return checkChoice(choice, in: file, report)
    }
    if !file.isOfGuest, !node.isOfSamples { checkSync(node, in: file, report) }
    for items in StoreDeletedOnFailure.failures(node)
    where !file.isOfGuest && !node.isOfSamples && !items.contains(where: \.tellsOfFailure)
      && !items.contains(where: \.keepsInMemory)
    {
      guard let second = items.lazy.compactMap(\.containerMade).first,
        let files = second.filesOfContainer, !files.isEmpty
      else { continue }
      for first in node.attempts(before: second) {
        // One in memory keeps nothing that could be missed.
        guard let others = first.filesOfContainer, !others.isEmpty, files.isDisjoint(with: others),
          !files.union(others).contains(where: { $0.lowercased().contains("cache") })
        else { continue }
        report(
          "when '\(others.sorted()[0])' does not open, the app goes on with '\(files.sorted()[0])'",
          at: file.location(second))
        break
      }
    }
  }
}

extension OtherStoreOnFailure {
  /// `(try? ModelContainer(…)) ?? ModelContainer(…)`
  private func checkChoice(_ choice: SequenceExprSyntax, in file: LintFile, _ report: RuleReport) {
    let terms = Array(choice.elements)
    guard !file.isOfGuest, !Syntax(choice).isOfSamples,
      let sign = terms.firstIndex(where: {
        $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
      }),
      sign > 0, sign + 1 < terms.count, terms[sign - 1].mentions(["try"]),
      let first = terms[sign - 1].ownContainer,
      let second = terms[sign + 1].ownContainer,
      let others = first.filesOfContainer, !others.isEmpty, let files = second.filesOfContainer,
      !files.isEmpty,
      files.isDisjoint(with: others),
      !files.union(others).contains(where: { $0.lowercased().contains("cache") })
    else { return }
    report(
      "when '\(others.sorted()[0])' does not open, the app goes on with '\(files.sorted()[0])'",
      at: file.location(second))
  }
}

extension ExprSyntax {
  /// The call that makes a container, here or through a function.
  fileprivate var ownContainer: FunctionCallExprSyntax? {
    if let call = unwrapped.call, call.name == "ModelContainer" || call.callsContainerMaker {
      return call
    }
    return containerMade
  }
}

extension Syntax {
  /// The containers whose failure leads to another one.
  fileprivate func attempts(before second: FunctionCallExprSyntax) -> [FunctionCallExprSyntax] {
    if let attempt = self.as(DoStmtSyntax.self) {
      return [attempt.body.containerMade].compactMap(\.self)
    }
    let conditions =
      self.as(IfExprSyntax.self)?.conditions ?? self.as(GuardStmtSyntax.self)?.conditions
    if let made = conditions?.containerMade { return [made] }
    var found: [FunctionCallExprSyntax] = []
    enclosingBody?.forEachDescendant { node in
      guard node.position < position else { return false }
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "ModelContainer",
        !call.arguments.isEmpty
      {
        found.append(call)
      }
      return true
    }
    return found
  }
}
