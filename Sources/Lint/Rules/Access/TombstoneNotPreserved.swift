internal import Diagnostics
internal import SwiftSyntax

/// Finds values that are read of deleted objects and were not kept for that.
struct TombstoneNotPreserved: SourceRule {
  static let info = RuleInfo(
    id: "tombstone-not-preserved", group: .dataAccess, severity: .warning,
    summary: "the history is asked for a value of a deleted object that is not preserved",
    why:
      "of a deleted object the history keeps only the attributes that are marked with "
      + "'.preserveValueOnDeletion': every other value is nil, and whoever waits for it never learns of the deletion",
    fix:
      "declare the attribute with '@Attribute(.preserveValueOnDeletion)'; what was deleted before has no value",
    limits: "only where the class is named in the condition or the case around",
    examples: .texts(
      in: models,
      flagged: """
        func deleted(_ change: HistoryChange) -> String? {
          guard case .delete(let deletion as DefaultHistoryDelete<Visit>) = change else { return nil }
          return deletion.tombstone[\\.↓room] as? String
        }
        ---
        func deleted(_ changes: [HistoryChange]) -> [String] {
          var found: [String] = []
          for change in changes {
            switch change {
            case .delete(let deletion as DefaultHistoryDelete<Visit>):
              if let room = deletion.tombstone[\\.↓room] as? String { found.append(room) }
            default: break
            }
          }
          return found
        }
        ---
        func room(_ change: any HistoryDelete) -> String? {
          if let deletion = change as? DefaultHistoryDelete<Visit> {
            return deletion.tombstone[\\Visit.↓room] as? String
          }
          return nil
        }
        """,
      clean: """
        func deleted(_ change: HistoryChange) -> String? {
          guard case .delete(let deletion as DefaultHistoryDelete<Visit>) = change else { return nil }
          return deletion.tombstone[\\.code] as? String
        }
        ---
        func room(_ change: any HistoryDelete) -> Any? {
          guard let deletion = change as? DefaultHistoryDelete<Visit> else { return nil }
          return deletion.tombstone[\\.code]
        }
        ---
        struct Grave { var tombstone: [KeyPath<Visit, String>: String] = [:] }
        func room(_ grave: Grave) -> String? { grave.tombstone[\\.room] }
        """))

  private static func models(_ text: String) -> String {
    """
    import SwiftData
    @Model final class Visit {
      @Attribute(.unique, .preserveValueOnDeletion) var code: String
      var room: String
      init(code: String, room: String) { self.code = code; self.room = room }
    }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.subscriptCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let call = node.as(SubscriptCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "tombstone",
      let name = access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let path = call.arguments.onlyElement?.expression.as(KeyPathExprSyntax.self),
      let property = path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)?
        .declName,
      let model = node.deletedClass(of: name),
      !file.ask(.attribute(property.baseName.text, of: model)).isEmpty,
      let code = file.ask(.memberCode("\(model).\(property.baseName.text)")).onlyElement,
      !code.contains("preserveValueOnDeletion")
    else { return }
    report(
      "'\(model).\(property.baseName.text)' is not preserved when an object is deleted, so this is always nil",
      at: file.location(property), entity: model, property: property.baseName.text)
  }
}

extension Syntax {
  /// The class whose deletion a name stands for: `let deletion as DefaultHistoryDelete<Visit>`.
  fileprivate func deletedClass(of name: String) -> String? {
    var node = self
    for _ in 0..<64 {
      guard let next = node.parent, !next.is(MemberBlockSyntax.self) else { return nil }
      if let found = next.as(SwitchCaseSyntax.self)?.label.deletedClass(of: name)
        ?? next.as(IfExprSyntax.self)?.conditions.deletedClass(of: name)
      {
        return found
      }
      if let items = next.as(CodeBlockItemListSyntax.self) {
        for item in items where item.position < node.position {
          let found =
            item.item.as(GuardStmtSyntax.self)?.conditions.deletedClass(of: name)
            ?? item.item.as(VariableDeclSyntax.self)?.deletedClass(of: name)
          if let found { return found }
        }
      }
      node = next
    }
    return nil
  }
}

extension SyntaxProtocol {
  fileprivate func deletedClass(of name: String) -> String? {
    var (binds, found): (Bool, String?) = (false, nil)
    forEachDescendant { node in
      if node.as(IdentifierPatternSyntax.self)?.identifier.text == name { binds = true }
      if let type = node.as(IdentifierTypeSyntax.self), type.name.text == "DefaultHistoryDelete" {
        found =
          found
          ?? type.genericArgumentClause?.arguments.onlyElement?.argument
          .trimmedDescription
      }
      // In expressions that are not folded, a type may stand as one.
      if let made = node.as(GenericSpecializationExprSyntax.self),
        made.expression.trimmedDescription == "DefaultHistoryDelete"
      {
        found =
          found
          ?? made.genericArgumentClause.arguments.onlyElement?.argument
          .trimmedDescription
      }
      return true
    }
    return binds ? found?.lastPart : nil
  }
}
