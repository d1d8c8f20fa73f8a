internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds models that end the app where a stored value is none of those that this version knows.
struct StoredValueTrap: SourceRule {
  static let info = RuleInfo(
    id: "stored-value-trap", group: .dataAccess, severity: .warning,
    summary: "a stored value that this version of the app does not know ends it",
    why:
      "the store may hold what a newer version, another device or an older import has written: the app then "
      + "ends whenever the object is shown, and cannot be opened any more",
    fix:
      "give unknown values a case of their own, or a default: 'Kind(rawValue: kindName) ?? .other'",
    limits:
      "only attributes of objects that are made cases of enums, addresses, numbers or decoded where they are read, and "
      + "the number of objects that a fetch has found",
    examples: counted + decoded
      + .texts(
        flagged: """
          import SwiftData

          enum Kind: String { case book, film }
          @Model final class Work {
            var kindName = "book"
            var kind: Kind {
              get { Kind(rawValue: kindName)↓! }
              set { kindName = newValue.rawValue }
            }
            init() {}
          }
          ---
          import SwiftData

          enum Kind: String { case book, film }
          @Model final class Work {
            private(set) var name = "book"
            init() {}
          }
          // file: Work+Kind.swift
          import SwiftData

          extension Work {
            var kind: Kind {
              guard let kind = Kind(rawValue: self.name) else { ↓fatalError("unknown kind") }
              return kind
            }
          }
          ---
          import SwiftData

          enum Kind: Int { case book, film }
          @Model final class Work {
            var rank = 0
            init() {}
            func kind() -> Kind { Kind(rawValue: self.rank)↓! }
          }
          """,
        clean: """
          import SwiftData

          enum Kind: String { case book, film, other }
          @Model final class Work {
            var kindName = "book"
            @Transient var shown = "book"
            var kind: Kind { Kind(rawValue: kindName) ?? .other }
            var shownKind: Kind { Kind(rawValue: shown)! }
            var first: Kind? {
              guard let kind = Kind(rawValue: kindName) else { return nil }
              return kind
            }
            init() {}
            static func kind(of kindName: String) -> Kind { Kind(rawValue: kindName)! }
          }
          ---
          import SwiftData

          enum Kind: String { case book, film, other }
          @Model final class Work { var kindName = "book"; init() {} }
          func kinds(_ works: [Work]) -> [Kind] { works.compactMap { Kind(rawValue: $0.kindName) } }
          ---
          import SwiftData

          enum Kind: String { case book, film, other }
          @Model final class Work { var kindName = "book"; init() {} }
          struct Row {
            var kindName = "book"
            var kind: Kind { Kind(rawValue: kindName)! }
          }
          """))

  static let nodes: [SyntaxKind] = [
    .functionCallExpr, .guardStmt, .ifExpr, .forceUnwrapExpr, .tryExpr,
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if node.is(ForceUnwrapExprSyntax.self) || node.is(TryExprSyntax.self) {
      return checkDecoded(node, in: file, report: report)
    }
    checkCount(node, in: file, report: report)
    guard !file.isTest, let made = node.as(FunctionCallExprSyntax.self),
      let value = made.argument("rawValue"), made.arguments.count == 1,
      made.name.first?.isUppercase ?? false || made.name == "init",
      let property = value.ownProperty, let entity = made.ownerName,
      !file.ask(.isModel(entity)).isEmpty,
      !file.ask(.attribute(property, of: entity)).isEmpty, let place = Self.trap(made)
    else { return }
    report(
      "the app ends here when a stored '\(property)' is none of the values that this version knows",
      at: file.location(place), entity: entity, property: property)
  }

  /// Where the code stops when there is no such case.
  private static func trap(_ made: FunctionCallExprSyntax) -> Syntax? {
    if let forced = made.parent?.as(ForceUnwrapExprSyntax.self) {
      return Syntax(forced.exclamationMark)
    }
    if let value = made.parent?.as(InitializerClauseSyntax.self),
      value.parent?.is(OptionalBindingConditionSyntax.self) ?? false,
      let choice = value.parent?.parent?.parent?.parent?.as(GuardStmtSyntax.self),
      choice.conditions.count == 1
    {
      return choice.body.statements.lazy.compactMap(\.item.plainCall).first(where: \.endsProgram)?
        .nameNode
    }
    return nil
  }
}

extension ExprSyntax {
  /// `kindName` of `kindName` and `self.kindName`, of the object around.
  fileprivate var ownProperty: String? {
    if let access = self.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false {
      return access.declName.baseName.text
    }
    guard let name = self.as(DeclReferenceExprSyntax.self) else { return nil }
    switch name.nameOrigin {
    case .property?, nil: return name.baseName.text
    default: return nil
    }
  }
}
