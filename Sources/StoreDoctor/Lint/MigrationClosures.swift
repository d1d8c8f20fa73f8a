internal import StoreModel
internal import SwiftSyntax

/// The closures of a custom stage, as written in the plan.
struct MigrationClosures {
  /// The versions as written: `SchemaV1`.
  let from: String
  let to: String
  let will: ClosureExprSyntax?
  let did: ClosureExprSyntax?

  /// The functions whose names stand where a closure is expected: `didMigrate: fillTitles`.
  let willName: String?
  let didName: String?

  var all: [ClosureExprSyntax] { [will, did].compactMap(\.self) }

  /// Nil for anything but `MigrationStage.custom(fromVersion:toVersion:…)`.
  init?(_ call: FunctionCallExprSyntax) {
    guard call.name == "custom",
      let from = call.argument("fromVersion")?.metatypeName,
      let to = call.argument("toVersion")?.metatypeName
    else { return nil }
    self.from = from
    self.to = to
    let extra = call.additionalTrailingClosures.first { $0.label.text == "didMigrate" }?.closure
    let named = call.argument("willMigrate")
    // The first trailing closure has no label: it is the first one not given in brackets.
    will =
      named?.as(ClosureExprSyntax.self) ?? (named == nil ? call.trailingClosure : nil)
    willName = named.flatMap { $0.is(ClosureExprSyntax.self) ? nil : $0.lastName }
    didName = call.argument("didMigrate").flatMap {
      $0.is(ClosureExprSyntax.self) ? nil : $0.lastName
    }
    did =
      call.argument("didMigrate")?.as(ClosureExprSyntax.self) ?? extra
      ?? (named == nil ? nil : call.trailingClosure)
  }

  /// The code that runs before the store changes, as far as it is in the file.
  func willCode(in tree: SourceFileSyntax) -> [CodeBlockItemListSyntax] {
    Self.code(will, or: willName, in: tree)
  }

  /// The code that runs after the store has changed, as far as it is in the file.
  func didCode(in tree: SourceFileSyntax) -> [CodeBlockItemListSyntax] {
    Self.code(did, or: didName, in: tree)
  }

  /// The closure's own statements, or those of the function that is named, and those of functions
  /// that are handed the context.
  private static func code(
    _ closure: ClosureExprSyntax?, or name: String?, in tree: SourceFileSyntax
  ) -> [CodeBlockItemListSyntax] {
    guard let closure else {
      return name.flatMap { tree.onlyFunction($0)?.body }.map { [$0.statements] } ?? []
    }
    let context = closure.firstParameter
    var found = [closure.statements]
    var said: Set<String> = []
    closure.statements.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        call.arguments.contains(where: {
          $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == context
        }), said.insert(call.name).inserted, let body = tree.onlyFunction(call.name)?.body
      {
        found.append(body.statements)
      }
      return true
    }
    return found
  }

  /// The closure of a stage that a node stands in, in whichever of the two.
  static func around(_ node: some SyntaxProtocol) -> ClosureExprSyntax? {
    var closure = node.enclosing(ClosureExprSyntax.self)
    for _ in 0..<16 {
      guard let next = closure else { return nil }
      if let call = next.enclosing(FunctionCallExprSyntax.self),
        let stage = MigrationClosures(call), stage.all.contains(where: { $0.id == next.id })
      {
        return next
      }
      closure = next.enclosing(ClosureExprSyntax.self)
    }
    return nil
  }
}

/// A place where code works on a model class in a context: a fetch, an insert, a batch delete.
struct ModelUse {
  /// The class as written: `SchemaV1.Note`.
  let type: String
  let node: Syntax

  /// `SchemaV1`; nil for a bare name.
  var version: String? { type.versionPart }

  /// The uses below a node that name their class, in the order of the text.
  static func uses(in body: some SyntaxProtocol) -> [ModelUse] {
    var found: [ModelUse] = []
    body.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self) {
        if call.name == "FetchDescriptor", let type = call.genericArgument {
          found.append(ModelUse(type: type, node: node))
        } else if ["delete", "enumerate"].contains(call.name),
          let type = call.argument("model")?.metatypeName
        {
          found.append(ModelUse(type: type, node: node))
        } else if call.name == "insert", let object = call.arguments.first?.expression,
          let made = object.as(FunctionCallExprSyntax.self) ?? constant(object, in: body),
          let type = made.calledExpression.dottedName
        {
          found.append(ModelUse(type: type, node: Syntax(object)))
        }
      } else if let type = node.as(IdentifierTypeSyntax.self), type.name.text == "FetchDescriptor",
        let name = type.genericArgumentClause?.onlyName
      {
        found.append(ModelUse(type: name, node: node))
      }
      return true
    }
    return found
  }

  /// The call whose result a name stands for, when the code gives that name only once.
  private static func constant(
    _ expression: ExprSyntax, in body: some SyntaxProtocol
  ) -> FunctionCallExprSyntax? {
    guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    var values: [ExprSyntax?] = []
    body.forEachDescendant { node in
      if let pattern = node.as(IdentifierPatternSyntax.self), pattern.identifier.text == name {
        values.append(pattern.parent?.as(PatternBindingSyntax.self)?.initializer?.value)
      }
      return true
    }
    return values.count == 1 ? values[0]?.as(FunctionCallExprSyntax.self) : nil
  }
}

extension SyntaxProtocol {
  /// The names of the types around the code.
  var typesAround: [String] {
    var found: [String] = []
    var node = Syntax(self)
    for _ in 0..<256 {
      guard let next = node.parent else { break }
      if let name = next.typeName { found.append(name) }
      node = next
    }
    return found
  }
}

extension LintFile {
  /// The uses of classes that other versions of a plan list and the given one does not.
  func strays(in code: [CodeBlockItemListSyntax], without own: String) -> [ModelUse] {
    code.flatMap { body in
      ModelUse.uses(in: body).compactMap { use in
        StrayModels(ask: ask).meaning(of: use.type, around: body.typesAround, without: own)
          .map { ModelUse(type: $0, node: use.node) }
      }
    }
  }
}

/// Tells which classes a version of a plan does not have.
struct StrayModels {
  let ask: (ModelQuestion) -> [String]

  /// The full name of a class that other versions list and the given one does not; nil for its own.
  func meaning(of type: String, around: [String], without own: String) -> String? {
    if let version = type.versionPart {
      return ask(.isStray(type, version: version, other: own)).isEmpty ? nil : type
    }
    // A bare name means a class of the type around the code, or an alias of any version's class.
    for outer in around {
      if outer == own.lastPart { return nil }
      let nested = "\(outer).\(type)"
      guard ask(.isStray(nested, version: outer, other: own)).isEmpty else { return nested }
    }
    let names = ask(.fullName(type))
    guard names.count == 1, let full = names.first else { return nil }
    guard full != type else { return ask(.isLiveStray(full, other: own)).isEmpty ? nil : type }
    guard let version = full.versionPart,
      !ask(.isStray(full, version: version, other: own)).isEmpty
    else { return nil }
    return full
  }

  /// Those that functions of other files work on, which stages hand their context.
  static func calls(
    _ lint: LintContext, before: Bool, _ visit: (String, ObjectFlows.StageCall, Location) -> Void
  ) {
    let code = CalledCode(lint.flows)
    let strays = StrayModels(ask: lint.answer)
    for stage in lint.flows.stageCalls where stage.isBefore == before {
      for model in code.inheritedFunctions(of: stage.call).flatMap(\.models) {
        if let meant = strays.meaning(
          of: model.type, around: model.around, without: before ? stage.from : stage.to)
        {
          visit(meant, stage, model.location)
        }
      }
    }
  }
}

extension String {
  /// `SchemaV1` of `SchemaV1.Note`; nil for a bare name.
  var versionPart: String? { lastIndex(of: ".").map { String(self[..<$0]) } }
}
