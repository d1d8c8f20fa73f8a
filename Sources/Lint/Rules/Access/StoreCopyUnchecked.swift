internal import Diagnostics
internal import SwiftSyntax

/// Finds loops that copy the files of a store, each for itself and whether the others came along or not.
struct StoreCopyUnchecked: SourceRule {
  static let info = RuleInfo(
    id: "store-copy-unchecked", group: .dataAccess, severity: .warning,
    summary: "the files of a store are copied one by one, and one that fails is passed over",
    why:
      "a store without its '-wal' file lacks the latest saves, and beside the log of another store it is damaged; "
      + "the next launch finds the new file and does not try again",
    fix:
      "let 'replacePersistentStore' of a coordinator copy all of them, or copy into a folder of their own with "
      + "'try', remove it when one fails, and put it in place when all are there",
    limits:
      "only loops over names that end with '-wal' or '-shm', and stores of the app's bundle that are copied, in files "
      + "that import SwiftData or Core Data; "
      + "what a function removes when it fails, and tests, are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func move(_ old: URL, to new: URL) {
          guard !FileManager.default.fileExists(atPath: new.path) else { return }
          for end in ["", "-wal", "-shm"] {
            let from = URL(filePath: old.path + end)
            if FileManager.default.fileExists(atPath: from.path) {
              try? FileManager.default.↓copyItem(at: from, to: URL(filePath: new.path + end))
            }
          }
        }
        ---
        struct Mover {
          private static let names = ["default.store", "default.store-wal", "default.store-shm"]
          func move(_ folder: URL, to target: URL) {
            for name in Self.names {
              do {
                try FileManager.default.↓moveItem(
                  at: folder.appending(path: name), to: target.appending(path: name))
              } catch {
                print(error)
              }
            }
          }
        }
        ---
        func move(_ old: URL, to new: URL) {
          ["", "-wal", "-shm"].forEach { end in
            _ = try? FileManager.default.↓moveItem(
              at: URL(filePath: old.path + end), to: URL(filePath: new.path + end))
          }
        }
        """,
      clean: """
        func move(_ old: URL, to new: URL) throws {
          for end in ["", "-wal", "-shm"] {
            let from = URL(filePath: old.path + end)
            if FileManager.default.fileExists(atPath: from.path) {
              try FileManager.default.copyItem(at: from, to: URL(filePath: new.path + end))
            }
          }
        }
        ---
        func remove(_ store: URL) {
          for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(at: URL(filePath: store.path + end))
          }
        }
        ---
        func move(_ old: URL, to new: URL) -> Bool {
          do {
            for end in ["", "-wal", "-shm"] {
              try FileManager.default.moveItem(
                at: URL(filePath: old.path + end), to: URL(filePath: new.path + end))
            }
            return true
          } catch {
            print(error)
            return false
          }
        }
        ---
        func copyPages(_ folder: URL, to new: URL) {
          for name in ["wall.jpg", "floor.jpg"] {
            try? FileManager.default.copyItem(at: folder.appending(path: name), to: new)
          }
        }
        """) + bundles)

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      ["copyItem", "moveItem", "replaceItem", "replaceItemAt"].contains(call.name),
      call.receiver != nil, !file.imports.isDisjoint(with: ["CoreData", "SwiftData"])
    else { return }
    if call.name == "copyItem", call.copiesBundledStore {
      return report(Self.bundled, at: file.location(call.nameNode), help: Self.bundledHelp)
    }
    guard let (list, body) = call.loopAround, list.namesLog, call.isPassedOver(in: body),
      !(call.enclosingBody?.mentions(["replacePersistentStore"]) ?? false)
    else { return }
    let isMove = call.name != "copyItem"
    report(
      "a file of the store that cannot be \(isMove ? "moved" : "copied") is passed over: the store may lose its "
        + "latest saves or be damaged, and nobody learns of it", at: file.location(call.nameNode))
  }
}

extension ExprSyntax {
  /// `["", "-wal", "-shm"]`, also by a name.
  var namesLog: Bool {
    let text = resolved.trimmedDescription
    return text.contains("-wal\"") || text.contains("-shm\"")
  }
}

extension FunctionCallExprSyntax {
  /// The list of the nearest loop around the call, with what is done for each.
  var loopAround: (list: ExprSyntax, body: Syntax)? {
    var node = Syntax(self)
    for _ in 0..<32 {
      guard let next = node.parent, !next.is(FunctionDeclSyntax.self) else { return nil }
      if let loop = next.as(ForStmtSyntax.self) { return (loop.sequence, Syntax(loop.body)) }
      if let closure = next.as(ClosureExprSyntax.self) {
        guard let each = closure.parent?.as(FunctionCallExprSyntax.self), each.name == "forEach",
          let list = each.receiver
        else { return nil }
        return (list, Syntax(closure))
      }
      node = next
    }
    return nil
  }

  /// Whether the loop goes on when the call fails: `try?`, or a `catch` in it that only prints.
  fileprivate func isPassedOver(in body: Syntax) -> Bool {
    var node = Syntax(self)
    for _ in 0..<32 {
      guard let next = node.parent, node.id != body.id else { return false }
      if let attempt = next.as(TryExprSyntax.self),
        attempt.questionOrExclamationMark?.text == "?"
      {
        // `guard (try? …) != nil else { return }`
        return attempt.parent?.is(CodeBlockItemSyntax.self) ?? false
          || attempt.parent?.as(ExprListSyntax.self)?.first?.is(DiscardAssignmentExprSyntax.self)
            ?? false
      }
      if let attempt = next.as(DoStmtSyntax.self),
        attempt.body.id == node.as(CodeBlockSyntax.self)?.id
      {
        return attempt.catchClauses.last?.goesOn ?? false
      }
      node = next
    }
    return false
  }
}
