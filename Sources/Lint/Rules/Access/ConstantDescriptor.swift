internal import Diagnostics
internal import SwiftSyntax

/// Finds descriptors that are constants and are changed.
struct ConstantDescriptor: SourceRule {
  static let info = RuleInfo(
    id: "constant-descriptor", group: .dataAccess, severity: .error,
    summary: "a property of a fetch descriptor is set, but the descriptor is a constant",
    why: "FetchDescriptor is a struct, so the file does not compile",
    fix: "declare the descriptor with 'var'",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func load(_ context: ModelContext) throws -> [Note] {
          let descriptor = FetchDescriptor<Note>()
          ↓descriptor.fetchLimit = 100
          return try context.fetch(descriptor)
        }
        ---
        func load(_ context: ModelContext) throws -> [Note] {
          let first: FetchDescriptor<Note> = FetchDescriptor(sortBy: [SortDescriptor(\\.title)])
          ↓first.relationshipKeyPathsForPrefetching = [\\.folder]
          return try context.fetch(first)
        }
        ---
        struct Loader {
          func load(_ context: ModelContext, page: Int) throws -> [Note] {
            let request = FetchDescriptor<Note>(predicate: #Predicate { $0.rank > 1 })
            ↓request.fetchOffset = page * 20
            ↓request.fetchLimit = 20
            return try context.fetch(request)
          }
        }
        """,
      clean: """
        func load(_ context: ModelContext) throws -> [Note] {
          var descriptor = FetchDescriptor<Note>()
          descriptor.fetchLimit = 100
          return try context.fetch(descriptor)
        }
        ---
        func load(_ context: ModelContext) throws -> [Note] {
          let all = FetchDescriptor<Note>()
          var some = all
          some.fetchLimit = 3
          return try context.fetch(some)
        }
        ---
        func decoder() -> JSONDecoder {
          let decoder: JSONDecoder = .init()
          decoder.keyDecodingStrategy = .convertFromSnakeCase
          return decoder
        }
        ---
        func load(_ request: NSFetchRequest<NSManagedObject>) {
          let descriptor = request
          descriptor.fetchLimit = 3
        }
        """))

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count > 2,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self),
      let name = target.base?.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin, value.call?.makesDescriptor ?? false,
      let variable = value.enclosing(VariableDeclSyntax.self), variable.isConstant
    else { return }
    report(
      "'\(name.baseName.text)' is a constant, so '\(target.declName.baseName.text)' cannot be set",
      at: file.location(target), edits: variable.bindings.count == 1 ? [edit(variable, file)] : [])
  }

  private func edit(_ variable: VariableDeclSyntax, _ file: LintFile) -> TextEdit {
    let start = variable.bindingSpecifier.positionAfterSkippingLeadingTrivia.utf8Offset
    return TextEdit(path: file.path, range: start..<start + 3, replacement: "var")
  }
}
