internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds names that code uses for a class of the newest version and that still stand for one of an older version.
struct AliasOfOldVersion: SourceRule {
  static let info = RuleInfo(
    id: "alias-of-old-version", group: .versions, severity: .error,
    summary: "the app's name of a class still stands for that of an older version",
    why:
      "the store has the classes of the newest version: a fetch or an insert of an older one finds no entity of it, and "
      + "crashes the app",
    fix: "let the typealias name the class of the newest version",
    limits:
      "only names outside of all types that are those of the class, or say that they mean the current version; silent "
      + "where the newest version lists the old class itself, or a container opens the old version",
    examples: .texts(
      in: { ChangeText.note("var title = \"\"", "var title = \"\"; var text = \"\"") + "\n" + $0 },
      flagged: """
        typealias ↓Note = V1.Note
        """
          + "\n---\n" + """
            typealias ↓CurrentSchema = V1
            typealias Note = CurrentSchema.Note
            """
          + "\n---\n" + """
            public typealias ↓Note = V1.Note
            struct Titles { let notes: [Note] }
            """,
      clean: """
        typealias Note = V2.Note
        typealias CurrentSchema = V2
        """
          + "\n---\n" + """
            typealias OldNote = V1.Note
            enum Old { typealias Note = V1.Note }
            """
          + "\n---\n" + """
            typealias FirstSchema = V1
            """))

  static let nodes: [SyntaxKind] = [.typeAliasDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let alias = node.as(TypeAliasDeclSyntax.self),
      alias.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false,
      let parts = alias.initializer.value.dottedName?.split(separator: ".").map(String.init),
      let last = parts.last
    else { return }
    let name = alias.name.text
    if parts.count > 1, name == last,
      let newest = file.ask(.successor(version: parts[parts.count - 2], entity: last)).first
    {
      report(
        "'\(name)' is the class of '\(parts[parts.count - 2])' here, and the store is of '\(newest)', which has a class "
          + "'\(name)' of its own", at: file.location(alias.name), entity: last,
        help: "write 'typealias \(name) = \(newest).\(last)'")
    } else if !Self.current.isDisjoint(with: name.camelWords),
      let newest = file.ask(.successor(version: last, entity: "")).first
    {
      report(
        "'\(name)' is '\(last)', and the plan goes on to '\(newest)'",
        at: file.location(alias.name), help: "write 'typealias \(name) = \(newest)'")
    }
  }

  private static let current: Set = ["current", "latest", "newest"]
}

extension LintContext {
  /// The newest version of the plan that an older one stands in, where it has a class of that name which the older
  /// one does not share; without a name, where no container opens the older one.
  func successor(of version: String, with entity: String) -> [String] {
    let isOpened = containers.contains {
      $0.versionedSchema?.lastPart == version && !$0.location.isInTests
    }
    // A list that names classes of the old version is right, or 'container-behind-plan' says that it is not.
    let isListed = containers.contains { use in
      use.types.contains { ".\(use.resolved[$0] ?? $0)".contains(".\(version).") }
    }
    guard !isOpened, !isListed else { return [] }
    for history in histories where history.isOrdered {
      guard let newest = history.versions.last,
        let old = history.versions.dropLast().first(where: { $0.name.lastPart == version })
      else { continue }
      guard !entity.isEmpty else { return [newest.name.lastPart] }
      guard let now = newest.entity(named: entity), let then = old.entity(named: entity),
        now.location != nil, now.location != then.location
      else { return [] }
      return [newest.name.lastPart]
    }
    return []
  }
}
