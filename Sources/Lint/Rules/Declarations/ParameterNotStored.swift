internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds initializers of models that are given a value for a property and leave it out.
struct ParameterNotStored: SourceRule {
  static let info = RuleInfo(
    id: "parameter-not-stored", group: .declarations, severity: .warning,
    summary: "an initializer of a model is given a value for a property and never uses it",
    why:
      "the property begins with a value of its own, so the compiler is content: each new object has that one, and "
      + "what the caller hands over is lost without a message",
    fix: "set the property, as in 'self.title = title'",
    limits: "parameters that are called as a property of the same class that can be set",
    examples: .texts(
      flagged: """
        @Model final class Note {
          var title: String
          var isPrivate = false
          init(title: String, ↓isPrivate: Bool) { self.title = title }
        }
        ---
        @Model final class Note {
          var title: String = ""
          var text: String?
          init(title: String = "", ↓text: String? = nil) {
            self.title = title
            self.text = ""
          }
        }
        ---
        @Model final class Note {
          var title: String
          private var kindRaw = "plain"
          var kind: Kind {
            get { Kind(rawValue: kindRaw) ?? .plain }
            set { kindRaw = newValue.rawValue }
          }
          init(title: String, ↓kind: Kind = .plain) { self.title = title }
        }
        enum Kind: String { case plain, list }
        ---
        import SwiftData

        enum NotesV2: VersionedSchema {
          static var models: [any PersistentModel.Type] { [Note.self] }
          static let versionIdentifier = Schema.Version(2, 0, 0)
          @Model final class Note {
            var title: String
            var place: String?
            var rank: Int = 0
            init(named title: String, at ↓place: String?, rank: Int = 0) {
              self.title = title
            }
          }
        }
        """,
      clean: """
        @Model final class Note {
          var title: String
          var text: String?
          init(title: String, text: String? = nil) {
            self.title = title
            if let text { self.text = text }
          }
          convenience init(text: String?) { self.init(title: "", text: text) }
        }
        ---
        @Model final class Note {
          var title: String
          private var kindRaw: String
          var kind: Kind {
            get { Kind(rawValue: kindRaw) ?? .plain }
            set { kindRaw = newValue.rawValue }
          }
          var isList: Bool { kind == .list }
          init(title: String, kind: Kind = .plain, isList: Bool = false) {
            self.title = title
            self.kindRaw = kind.rawValue
          }
        }
        enum Kind: String { case plain, list }
        ---
        @Model final class Note {
          var title = ""
          init(isPrivate: Bool) { print("new") }
        }
        ---
        struct Draft {
          var title = ""
          init(title: String) {}
        }
        """))

  static let nodes: [SyntaxKind] = [.initializerDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let start = node.as(InitializerDeclSyntax.self), let body = start.body, !file.isTest,
      let model = start.parent?.parent?.parent?.parent?.as(ClassDeclSyntax.self),
      model.attribute("Model") != nil, file.meansSwiftData
    else { return }
    let stored = model.storedNames
    let lost = start.signature.parameterClause.parameters.map { $0.secondName ?? $0.firstName }
      .filter { stored.contains($0.text) && !body.uses($0.text) }
    guard let first = lost.first else { return }
    let names = lost.map { "'\($0.text)'" }.list(atMost: 6)
    report(
      lost.count == 1
        ? "\(names) is handed over here and never stored: no new '\(model.name.text)' gets it"
        : "\(names) are handed over here and never stored: no new '\(model.name.text)' gets them",
      at: file.location(first), entity: model.name.text, property: first.text,
      help: "set the property, as in 'self.\(first.text) = \(first.text)'")
  }
}

extension ClassDeclSyntax {
  fileprivate var storedNames: Set<String> {
    var names: Set<String> = []
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        variable.attribute("Transient") == nil
      else { continue }
      names.formUnion(variable.bindings.filter { $0.isStored || $0.hasSetter }.compactMap(\.name))
    }
    return names
  }
}

extension PatternBindingSyntax {
  /// `var kind: Kind { get { Kind(rawValue: kindRaw) ?? .plain } set { kindRaw = newValue.rawValue } }`
  fileprivate var hasSetter: Bool {
    guard case .accessors(let accessors)? = accessorBlock?.accessors else { return false }
    return accessors.contains { $0.accessorSpecifier.text == "set" }
  }
}

extension CodeBlockSyntax {
  /// Whether a parameter is read: `title`, and `if let title`, but not `self.title`.
  fileprivate func uses(_ name: String) -> Bool {
    mentions([name])
      && hasDescendant { node in
        if let pattern = node.as(IdentifierPatternSyntax.self) {
          return pattern.identifier.text == name
        }
        guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name else {
          return false
        }
        let access = use.parent?.as(MemberAccessExprSyntax.self)
        return access?.declName.id != use.id
      }
  }
}
