internal import SwiftSyntax

/// What has been worked out about the file that a thread is reading. Many rules ask the same of the same
/// nodes, and some questions about a node need the types of other files.
///
/// `@unchecked Sendable`: `reading` makes each for one thread and one file, and nothing keeps it longer.
final class FileMemo: @unchecked Sendable {
  let file: LintFile
  let types: TypeReader
  private var locals: [SyntaxIdentifier: LocalValues] = [:]
  /// Functions of other files, by `Owner.name`.
  var functions: [String: FunctionDeclSyntax?] = [:]
  /// Properties of other files, by the same.
  var bindings: [String: PatternBindingSyntax?] = [:]
  /// Cases of enums in other files, by the same.
  var cases: [String: EnumCaseDeclSyntax?] = [:]
  private var own: [String: [FunctionDeclSyntax]]?
  private var origins: [SyntaxIdentifier: NameOrigin?] = [:]
  private var contexts: [SyntaxIdentifier: Bool] = [:]
  private var shown: [SyntaxIdentifier: [Syntax]] = [:]
  private var steps: [SyntaxIdentifier: [Syntax]] = [:]
  private var users: [SyntaxIdentifier: NameUsers] = [:]
  private var failures: [SyntaxIdentifier: (depth: Int, outcome: FailureReader.Outcome?)] = [:]
  /// The texts of all tokens of the file.
  private(set) lazy var words = Set(file.tree.tokens(viewMode: .sourceAccurate).map(\.text))

  @TaskLocal static var current: FileMemo?

  private init(_ file: LintFile) {
    self.file = file
    types = TypeReader(file: file)
  }

  /// Has the questions that `work` asks about the file's nodes answered from here.
  static func reading<Result>(_ file: LintFile, _ work: () -> Result) -> Result {
    $current.withValue(FileMemo(file), operation: work)
  }

  func locals(of body: Syntax) -> LocalValues {
    if let known = locals[body.id] { return known }
    let read = LocalValues(body)
    locals[body.id] = read
    return read
  }

  /// The functions of the file outside of bodies, by their names.
  func functions(named name: String) -> [FunctionDeclSyntax] {
    if let own { return own[name] ?? [] }
    var read: [String: [FunctionDeclSyntax]] = [:]
    file.tree.forEachDescendant { node in
      if let function = node.as(FunctionDeclSyntax.self) {
        read[function.name.text, default: []].append(function)
      }
      return !node.is(CodeBlockSyntax.self) && !node.is(AccessorBlockSyntax.self)
    }
    own = read
    return read[name] ?? []
  }

  func origin(of name: DeclReferenceExprSyntax, _ read: () -> NameOrigin?) -> NameOrigin? {
    if let known = origins[name.id] { return known }
    let found = read()
    origins[name.id] = .some(found)
    return found
  }

  func isOnContext(_ call: FunctionCallExprSyntax, _ read: () -> Bool) -> Bool {
    if let known = contexts[call.id] { return known }
    let found = read()
    contexts[call.id] = found
    return found
  }

  func steps(of item: CodeBlockItemSyntax, _ read: () -> [Syntax]) -> [Syntax] {
    if let known = steps[item.id] { return known }
    let found = read()
    steps[item.id] = found
    return found
  }

  /// What a body gives where a fetch fails; of one that calls itself, what it gives without that call.
  func failure(
    of body: CodeBlockItemListSyntax, depth: Int, _ read: () -> FailureReader.Outcome?
  ) -> FailureReader.Outcome? {
    // Who looked less deep has not seen that there is nothing.
    if let known = failures[body.id], known.outcome != nil || known.depth >= depth {
      return known.outcome
    }
    failures[body.id] = (.max, nil)
    let found = read()
    failures[body.id] = (depth, found)
    return found
  }

  func users(in body: Syntax) -> NameUsers {
    if let known = users[body.id] { return known }
    let read = NameUsers(body)
    users[body.id] = read
    return read
  }

  func shownParts(of block: MemberBlockSyntax) -> [Syntax] {
    if let known = shown[block.id] { return known }
    let read = block.partsThatShow
    shown[block.id] = read
    return read
  }
}

/// The values that the variables of one body are given, in the order of the text.
struct LocalValues {
  /// Where a variable of the name begins; nil without a value, and for parameters of closures.
  private(set) var first: [String: [ExprSyntax?]] = [:]
  /// What it is given later.
  private(set) var later: [String: [ExprSyntax]] = [:]

  init(_ body: Syntax) {
    body.forEachDescendant { node in
      switch node.as(SyntaxEnum.self) {
      case .exprList(let terms):
        if terms.count > 2, let name = terms.first?.as(DeclReferenceExprSyntax.self),
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false, let value = terms.last
        {
          later[name.baseName.text, default: []].append(value)
        }
      case .patternBinding(let binding):
        if let name = binding.name { first[name, default: []].append(binding.initializer?.value) }
      case .optionalBindingCondition(let binding):
        if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
          first[name, default: []].append(binding.initializer?.value)
        }
      case .closureShorthandParameter(let parameter):
        first[parameter.name.text, default: []].append(nil)
      case .closureParameter(let parameter):
        first[parameter.firstName.text, default: []].append(nil)
      default: break
      }
      return true
    }
  }
}
