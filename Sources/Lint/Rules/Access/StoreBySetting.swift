internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that open one file with iCloud and another without.
struct StoreBySetting: SourceRule {
  static let info = RuleInfo(
    id: "store-by-setting", group: .dataAccess, severity: .warning,
    summary: "the app opens one file with iCloud and another one without",
    why:
      "when the user turns sync on or off, or signs out, the app opens the other file: all that was entered before "
      + "is missing, and nothing takes it over",
    fix:
      "open one file in both cases, and let 'cloudKitDatabase' alone differ; or copy the objects over",
    limits:
      "only where the names of both files are written in the code, and a condition about iCloud or sync decides; "
      + "code that migrates, copies or merges, tests, previews and samples are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func open(isSyncOn: Bool) throws -> ModelContainer {
          if isSyncOn {
            let cloud = ModelConfiguration("Cloud", cloudKitDatabase: .automatic)
            return try ModelContainer(for: Stop.self, configurations: cloud)
          } else {
            return try ↓ModelContainer(for: Stop.self)
          }
        }
        ---
        func openOne(isCloudOn: Bool) throws -> ModelContainer {
          let configuration =
            isCloudOn ? ModelConfiguration("Cloud") : ↓ModelConfiguration("Local")
          return try ModelContainer(for: Note.self, configurations: configuration)
        }
        ---
        @MainActor final class Stack {
          var container: ModelContainer?
          func rebuild(_ sync: Bool) {
            if sync {
              container = try? ModelContainer(
                for: Note.self, configurations: ModelConfiguration("Shared"))
            } else {
              container = try? ↓ModelContainer(
                for: Note.self, configurations: ModelConfiguration("Own"))
            }
          }
        }
        """,
      clean: """
        func open(isSyncOn: Bool) throws -> ModelContainer {
          let configuration =
            isSyncOn
            ? ModelConfiguration("Main", allowsSave: true)
            : ModelConfiguration("Main", allowsSave: false)
          return try ModelContainer(for: Note.self, configurations: configuration)
        }
        ---
        func openOne(isPrivate: Bool) throws -> ModelContainer {
          let configuration = isPrivate ? ModelConfiguration("Own") : ModelConfiguration("Public")
          return try ModelContainer(for: Note.self, configurations: configuration)
        }
        ---
        func turnOff(isSyncOn: Bool, _ copy: (ModelContainer) throws -> Void) throws -> ModelContainer {
          if isSyncOn {
            return try ModelContainer(
              for: Note.self, configurations: ModelConfiguration("Shared"))
          } else {
            let own = try ModelContainer(
              for: Note.self, configurations: ModelConfiguration("Own"))
            try copy(own)
            return own
          }
        }
        ---
        func openOther(isSyncOn: Bool, at url: URL) throws -> ModelContainer {
          let configuration =
            isSyncOn ? ModelConfiguration("Shared") : ModelConfiguration(url: url)
          return try ModelContainer(for: Note.self, configurations: configuration)
        }
        """))

  static let nodes: [SyntaxKind] = [.ifExpr, .unresolvedTernaryExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, node.isHandwritten, let choice = node.storeChoice,
      choice.condition.isAboutSync, !node.isOfSamples,
      let (first, _) = choice.yes.filesOpened, let (second, place) = choice.no.filesOpened,
      first.isDisjoint(with: second), !(node.enclosingBody?.takesObjectsOver ?? false)
    else { return }
    report(
      "the app opens '\(first.sorted()[0])' or '\(second.sorted()[0])', as a setting says: what is in one is "
        + "missing when the other is opened", at: file.location(place))
  }
}

extension Syntax {
  /// The condition and both sides of `if … else …` and `… ? … : …`.
  fileprivate var storeChoice: (condition: Syntax, yes: Syntax, no: Syntax)? {
    if let choice = self.as(IfExprSyntax.self), case .codeBlock(let other)? = choice.elseBody {
      return (Syntax(choice.conditions), Syntax(choice.body), Syntax(other))
    }
    guard let ternary = self.as(UnresolvedTernaryExprSyntax.self),
      let terms = ternary.parent?.as(ExprListSyntax.self).map(Array.init),
      let place = terms.firstIndex(where: { $0.id == ExprSyntax(ternary).id }), place > 0,
      place + 1 < terms.count
    else { return nil }
    return (Syntax(terms[place - 1]), Syntax(ternary.thenExpression), Syntax(terms[place + 1]))
  }

  fileprivate var isAboutSync: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let text) = token.tokenKind else { return false }
      let small = text.lowercased()
      return ["cloud", "sync", "ubiquity"].contains(where: small.contains)
    }
  }

  /// Whether a name in it says that objects come from one store into the other.
  fileprivate var takesObjectsOver: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      guard case .identifier(let text) = token.tokenKind else { return false }
      let small = text.lowercased()
      return ["copy", "merge", "migrat", "moveitem", "transfer"].contains(where: small.contains)
        && text != "migrationPlan"
    }
  }

  /// The files that code opens, and where; nil where it opens none, or one that is not known.
  fileprivate var filesOpened: (files: Set<String>, place: Syntax)? {
    let whole = self.as(FunctionCallExprSyntax.self)
    if let made = containerMade ?? whole.flatMap({ $0.name == "ModelContainer" ? $0 : nil }) {
      guard let files = made.filesOfContainer, !files.isEmpty else { return nil }
      return (files, Syntax(made))
    }
    var calls = whole.map { [$0] } ?? []
    forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) { calls.append(call) }
      return true
    }
    let made = calls.filter { $0.name == "ModelConfiguration" }
    guard let only = made.onlyElement,
      case .named(let file)? = Meaning(ExprSyntax(only)).configuredFile
    else { return nil }
    return ([file], Syntax(only))
  }
}
