internal import Diagnostics
internal import SwiftSyntax

/// Objects of one context that meet another one, which Core Data refuses.
extension ContextAcrossTasks {
  /// `note.folder = folder` with objects of two contexts.
  func checkLink(_ sequence: SequenceExprSyntax, _ file: LintFile, _ report: RuleReport) {
    let terms = Array(sequence.elements)
    guard !file.isTest, terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
      let target = terms[0].as(MemberAccessExprSyntax.self), let owner = target.base
    else { return }
    checkLink(of: terms[2], with: owner, file, report)
  }

  /// `folder.addToNotes(note)` with objects of two contexts, and `editor.delete(note)` with one of another
  /// context than `editor`.
  func checkForeign(_ call: FunctionCallExprSyntax, _ file: LintFile, _ report: RuleReport) {
    guard !file.isTest, let receiver = call.receiver?.unwrapped,
      let argument = call.arguments.onlyElement, argument.label == nil
    else { return }
    if call.name.isAccessorOfToMany {
      return checkLink(of: argument.expression, with: receiver, file, report)
    }
    guard call.name == "delete", let own = receiver.knownContext(file),
      let other = argument.expression.contextOfOrigin()?.knownContext(file),
      own.differs(from: other),
      !call.isTaken(argument.expression)
    else { return }
    let object = file.text(argument.expression)
    report(
      "'\(own.text)' deletes '\(object)', an object of '\(other.text)': that throws",
      at: file.location(argument.expression),
      help: "delete '\(own.text).object(with: \(object).objectID)'")
  }

  private func checkLink(
    of object: ExprSyntax, with owner: ExprSyntax, _ file: LintFile, _ report: RuleReport
  ) {
    guard let owner = owner.unwrapped.as(DeclReferenceExprSyntax.self),
      let other = object.unwrapped.as(DeclReferenceExprSyntax.self),
      let first = ExprSyntax(owner).contextOfOrigin()?.knownContext(file),
      let second = ExprSyntax(other).contextOfOrigin()?.knownContext(file),
      first.differs(from: second), !object.isTaken(ExprSyntax(owner)),
      !object.isTaken(ExprSyntax(other))
    else { return }
    report(
      "'\(owner.baseName.text)' is an object of '\(first.text)' and '\(other.baseName.text)' "
        + "one of '\(second.text)': a relationship between them throws",
      at: file.location(other),
      help:
        "take the object over with 'object(with: \(other.baseName.text).objectID)' of the other's "
        + "context")
  }
}

/// A context, as far as it tells itself apart from others.
private struct KnownContext {
  var text: String
  var name: String
  var queue: ContextQueue
  var isMadeAnew: Bool
  var isOfContainer: Bool

  /// Two names may stand for one context where both are of one kind.
  func differs(from other: Self) -> Bool {
    guard name != other.name else { return false }
    return queue != other.queue || isMadeAnew && (other.isMadeAnew || other.isOfContainer)
      || isOfContainer && other.isMadeAnew
  }
}

extension SyntaxProtocol {
  /// Whether a block takes the object, or the list it is of, from outside onto its queue, of which more is
  /// said elsewhere.
  fileprivate func isTaken(_ object: ExprSyntax) -> Bool {
    guard let closure = workAround else { return false }
    guard let name = object.unwrapped.as(DeclReferenceExprSyntax.self) else { return true }
    let list = name.originInCode?.as(ExprSyntax.self)?.unwrapped.as(DeclReferenceExprSyntax.self)
    return [name, list].contains { $0?.comesFromOutside(of: Syntax(closure)) ?? false }
  }
}

extension SyntaxProtocol {
  /// The closure around that runs on the queue of a context, or on another thread.
  fileprivate var workAround: ClosureExprSyntax? {
    var node = parent
    for _ in 0..<256 {
      guard let next = node, !next.is(FunctionDeclSyntax.self) else { return nil }
      if let closure = next.as(ClosureExprSyntax.self), let user = closure.userCall,
        user.isPerform || user.otherThread != nil
      {
        return closure
      }
      node = next.parent
    }
    return nil
  }
}

extension String {
  /// `addToNotes`, `removeFromNotes`
  fileprivate var isAccessorOfToMany: Bool {
    ["addTo", "removeFrom"].contains { prefix in
      hasPrefix(prefix) && (dropFirst(prefix.count).first?.isUppercase ?? false)
    }
  }
}

extension ExprSyntax {
  fileprivate func knownContext(_ file: LintFile) -> KnownContext? {
    let context = throughBindings
    guard let name = context.lastName, let queue = file.queue(of: context) else { return nil }
    return KnownContext(
      text: file.text(self), name: name, queue: queue, isMadeAnew: context.isMadeAnew,
      isOfContainer: name == "viewContext")
  }

  /// `editor` of the type, after `guard let editor = editor` and `let own = editor`.
  private var throughBindings: ExprSyntax {
    var node = unwrapped
    for _ in 0..<4 {
      guard let name = node.as(DeclReferenceExprSyntax.self),
        case .local(_, let value?)? = name.nameOrigin
      else { return node }
      let next = value.unwrapped
      guard next.is(DeclReferenceExprSyntax.self) || next.is(MemberAccessExprSyntax.self) else {
        return node
      }
      node = next
    }
    return node
  }

  /// Whether it is a variable or a property that holds a context which is made for it.
  private var isMadeAnew: Bool {
    if let call = self.as(DeclReferenceExprSyntax.self)?.localValue?.call {
      return call.makesNewContext
    }
    let values = valuesOfProperty ?? []
    return !values.isEmpty && values.allSatisfy { $0.unwrapped.call?.makesNewContext ?? false }
  }

  /// All that a property of the type around is given; nil where code may put more into a list, or compute it.
  private var valuesOfProperty: [ExprSyntax]? {
    let access = self.as(MemberAccessExprSyntax.self)
    guard access?.base?.isSelfName ?? true,
      let name = access?.declName ?? self.as(DeclReferenceExprSyntax.self),
      let owner = name.ownerName,
      let blocks = sourceFile?.memberBlocks(of: owner), blocks.allSatisfy(\.isHandwritten),
      let binding = sourceFile?.binding(name.baseName.text, of: owner), binding.accessorBlock == nil
    else { return nil }
    if access == nil {
      switch name.nameOrigin {
      case .property, nil: break
      default: return nil
      }
    }
    let isFilled = blocks.contains { block in
      block.hasDescendant { node in
        guard let call = node.as(FunctionCallExprSyntax.self),
          ["append", "insert"].contains(call.name)
        else { return false }
        return call.receiver?.lastName == name.baseName.text
      }
    }
    guard !isFilled else { return nil }
    let assigned = blocks.flatMap { Syntax($0).assignments(to: name.baseName.text) }
    let values =
      [binding.initializer?.value].compactMap(\.self)
      + assigned.compactMap { $0.dropFirst(2).first }
    return values.filter { !$0.isEmptyValue }
  }

  /// `nil`, `[]`
  private var isEmptyValue: Bool {
    self.is(NilLiteralExprSyntax.self) || self.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false
  }

  /// The context that an object, or a list of some, was made or fetched in, as far as the code says so.
  fileprivate func contextOfOrigin(_ steps: Int = 8) -> ExprSyntax? {
    guard steps > 0 else { return nil }
    var value = unwrapped.withoutCast.unwrapped
    value = value.otherwiseDefault?.unwrapped.withoutCast.unwrapped ?? value
    if let name = value.as(DeclReferenceExprSyntax.self) {
      switch name.nameOrigin {
      case .local: return name.localValue?.contextOfOrigin(steps - 1)
      case .element(let list): return list.contextOfOrigin(steps - 1)
      case .property, nil: break
      default: return nil
      }
      return value.contextOfProperty(steps)
    }
    if let item = value.as(SubscriptCallExprSyntax.self) {
      return item.calledExpression.contextOfOrigin(steps - 1)
    }
    if let access = value.as(MemberAccessExprSyntax.self) {
      if access.base?.isSelfName ?? false { return value.contextOfProperty(steps) }
      return ["first", "last"].contains(access.declName.baseName.text)
        ? access.base?.contextOfOrigin(steps - 1) : nil
    }
    guard let call = value.call else { return nil }
    if let given = call.argument("context"), call.arguments.count == 1,
      call.name.first?.isUppercase ?? false
    {
      return given.unwrapped
    }
    if let given = call.argument("insertInto") ?? call.argument("into") { return given.unwrapped }
    // A lazy property: `{ … return try context.fetch(request) }()`
    if let closure = call.calledExpression.as(ClosureExprSyntax.self) {
      return closure.statements.onlyResult?.contextOfOrigin(steps - 1)
    }
    guard ["fetch", "existingObject", "object"].contains(call.name) else { return nil }
    return call.receiver?.unwrapped
  }

  private func contextOfProperty(_ steps: Int) -> ExprSyntax? {
    guard let values = valuesOfProperty, !values.isEmpty else { return nil }
    let contexts = values.map { $0.contextOfOrigin(steps - 1) }
    guard let first = contexts[0], contexts.allSatisfy({ $0?.lastName == first.lastName }) else {
      return nil
    }
    return first
  }
}

extension FunctionCallExprSyntax {
  fileprivate var makesNewContext: Bool {
    name == "NSManagedObjectContext" || Self.makers.contains(name)
  }
}
