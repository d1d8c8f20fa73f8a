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

  /// The code that runs before the store changes, or after it, as far as it is in the file: the closure's
  /// own statements, or those of the function that is named, and those of functions that are handed the
  /// context.
  func code(isBefore: Bool, in tree: SourceFileSyntax) -> [CodeBlockItemListSyntax] {
    guard let closure = isBefore ? will : did else {
      let name = isBefore ? willName : didName
      return name.flatMap { tree.onlyFunction($0)?.body }.map { [$0.statements] } ?? []
    }
    var said: Set<SyntaxIdentifier> = []
    let bodies = closure.callsWithContext.compactMap { $0.helper(in: tree) }
    return [closure.statements] + bodies.filter { said.insert($0.id).inserted }
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

extension FunctionCallExprSyntax {
  /// The body of the function that is handed a context, or of the one that is called of an object which is
  /// made with it: `Backfill(context: context).run()`.
  func helper(in tree: SourceFileSyntax) -> CodeBlockItemListSyntax? {
    if name.first?.isLowercase ?? false { return tree.onlyFunction(name)?.body?.statements }
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.isCalled,
      access.base?.id == ExprSyntax(self).id, let type = calledExpression.dottedName?.lastPart
    else { return nil }
    return tree.function(access.declName.baseName.text, of: type)?.body?.statements
  }
}

extension ClosureExprSyntax {
  /// The calls that hand the closure's context on.
  var callsWithContext: [FunctionCallExprSyntax] {
    let context = firstParameter
    var found: [FunctionCallExprSyntax] = []
    statements.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        call.arguments.contains(where: {
          $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == context
        })
      {
        found.append(call)
      }
      return true
    }
    return found
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
        } else if let type = call.typeBesideContext {
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

extension FunctionCallExprSyntax {
  /// The class whose objects a function is to work on in a context: `each(SchemaV1.Note.self, in: context)`,
  /// `context.all(SchemaV1.Note.self)`.
  fileprivate var typeBesideContext: String? {
    guard name.first?.isLowercase ?? false,
      let type = arguments.lazy.compactMap({ $0.expression.metatypeName }).first
    else { return nil }
    let names = arguments.compactMap {
      $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
    let isWithContext = (names + [receiver?.lastName].compactMap(\.self)).contains {
      $0.lowercased().hasSuffix("context")
    }
    return isWithContext ? type : nil
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

extension String {
  /// `SchemaV1` of `SchemaV1.Note`; nil for a bare name.
  var versionPart: String? { lastIndex(of: ".").map { String(self[..<$0]) } }
}
