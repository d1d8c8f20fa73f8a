internal import Diagnostics
internal import SwiftSyntax

/// Finds backups that are put in the place of a store that a container has open.
struct StoreReplacedWhileOpen: SourceRule {
  static let info = RuleInfo(
    id: "store-replaced-while-open", group: .dataAccess, severity: .warning,
    summary: "the files of a store are replaced while a container has them open",
    why:
      "the container goes on with the files it has opened: what it writes is lost with them or mixed with the new ones, "
      + "and SQLite reports a damaged database",
    fix:
      "keep the backup beside the store and put it in place at the next launch, before a container is made; or read it "
      + "with a container of its own and copy the objects",
    limits:
      "only functions of a type that keeps a container, or that take the place from one, and that neither make a "
      + "container nor drop the one they have",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        final class Restorer {
          private let container: ModelContainer
          init(container: ModelContainer) { self.container = container }
          private var storeURL: URL { container.configurations.first!.url }
          func restore(_ backup: URL) throws {
            _ = try FileManager.default.↓replaceItemAt(storeURL, withItemAt: backup)
          }
        }
        ---
        @MainActor final class Stores {
          static let shared = Stores()
          let storeURL = URL.documentsDirectory.appending(path: "notes.store")
          let container: ModelContainer
          init() { container = try! ModelContainer(for: Note.self) }
          func restore(_ backup: URL) throws {
            try FileManager.default.removeItem(at: storeURL)
            try FileManager.default.↓copyItem(at: backup, to: storeURL)
          }
        }
        ---
        func restore(_ backup: URL, _ container: ModelContainer) throws {
          let target = container.configurations.first!.url
          try FileManager.default.removeItem(at: target)
          try FileManager.default.↓moveItem(at: backup, to: target)
        }
        """,
      clean: """
        enum Seeds {
          static func open(_ seed: URL, _ storeURL: URL) throws -> ModelContainer {
            try FileManager.default.copyItem(at: seed, to: storeURL)
            return try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: storeURL))
          }
        }
        ---
        final class Restorer {
          private let container: ModelContainer
          private let waitingURL = URL.documentsDirectory.appending(path: "waiting.backup")
          init(container: ModelContainer) { self.container = container }
          func keep(_ backup: URL) throws {
            try FileManager.default.copyItem(at: backup, to: waitingURL)
          }
        }
        ---
        struct Pictures {
          let container: ModelContainer
          func replace(_ picture: URL, in folder: URL) throws {
            _ = try FileManager.default.replaceItemAt(folder.appending(path: "1.jpg"), withItemAt: picture)
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let call = node.as(FunctionCallExprSyntax.self),
      let target = call.replacedFile, let function = call.enclosing(FunctionDeclSyntax.self),
      let body = function.body, body.isHandwritten, call.enclosing(CatchClauseSyntax.self) == nil,
      !body.hasDescendant(where: \.endsOrMakesContainer)
    else { return }
    let types = TypeReader(file: file)
    guard target.isOfOpenStore(types, 4) else { return }
    report(
      "the container still has these files open: what it goes on to write is lost, or mixed with the new file",
      at: file.location(call.nameNode))
  }
}

extension FunctionCallExprSyntax {
  /// The file that is put in the place of what is there.
  fileprivate var replacedFile: ExprSyntax? {
    switch name {
    case "replaceItemAt", "replaceItem": arguments.first?.expression
    case "copyItem", "moveItem": argument("to") ?? argument("toPath")
    default: nil
    }
  }
}

extension Syntax {
  /// `ModelContainer(…)`, `container = nil`
  fileprivate var endsOrMakesContainer: Bool {
    if let call = self.as(FunctionCallExprSyntax.self), call.name == "ModelContainer" {
      return true
    }
    guard let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self), let name = terms[0].lastName?.lowercased()
    else { return false }
    return name.hasSuffix("container")
  }
}

extension ExprSyntax {
  /// Whether the file is one that an open container has: `container.configurations.first!.url`, and `storeURL` of a type
  /// that keeps a container.
  fileprivate func isOfOpenStore(_ types: TypeReader, _ steps: Int) -> Bool {
    guard steps > 0 else { return false }
    if mentions(["configurations"]), mentions(["url"]) { return true }
    var found = false
    let whole = Syntax(self)
    func look(_ node: Syntax) {
      guard !found else { return }
      if let access = node.as(MemberAccessExprSyntax.self), let base = access.base,
        access.declName.baseName.text.isPlaceOfStore
      {
        let owner =
          base.isSelfName
          ? access.ownerName : types.type(of: base)?.name ?? base.dottedName?.lastPart
        found =
          owner.map { keepsContainer($0, access.declName.baseName.text, types, steps) } ?? false
      } else if let name = node.as(DeclReferenceExprSyntax.self), name.isValue {
        if let value = name.localValue {
          found = value.isOfOpenStore(types, steps - 1)
        } else if name.baseName.text.isPlaceOfStore, case .property? = name.nameOrigin,
          let owner = name.ownerName
        {
          found = keepsContainer(owner, name.baseName.text, types, steps)
        }
      }
    }
    look(whole)
    whole.forEachDescendant { node in
      look(node)
      return !found
    }
    return found
  }

  /// Whether objects of a type have a container from their first to their last day, or the property gives the place of
  /// one.
  private func keepsContainer(
    _ owner: String, _ property: String, _ types: TypeReader, _ steps: Int
  ) -> Bool {
    if let value = projectBinding(property, of: owner)?.onlyValue,
      value.mentions(["configurations"])
    {
      return true
    }
    for name in ["container", "modelContainer", "sharedContainer", "store"] {
      guard let binding = projectBinding(name, of: owner), !binding.isOptional else { continue }
      let type =
        binding.typeAnnotation.flatMap { WrittenType($0.type)?.name }
        ?? binding.initializer?.value.call?.name
      if type == "ModelContainer", binding.accessorBlock == nil { return true }
    }
    return false
  }
}

extension String {
  fileprivate var isPlaceOfStore: Bool {
    let small = lowercased()
    return small.contains("store")
      && ["url", "path", "file", "location"].contains(where: small.contains)
      || ["databaseurl", "dburl", "databasepath"].contains(small)
  }
}
