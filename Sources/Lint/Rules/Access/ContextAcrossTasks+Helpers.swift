internal import SwiftSyntax

extension ContextAcrossTasks {
  /// Contexts that the type keeps, where the type's own functions use them that code on another thread
  /// calls.
  func checkHelpers(
    of closure: ClosureExprSyntax, _ place: String, _ file: LintFile, _ report: RuleReport
  ) {
    let types = TypeReader(file: file)
    var said: Set<String> = []
    var seen: Set<SyntaxIdentifier> = []
    var waiting: [(code: Syntax, helper: String?)] = [(Syntax(closure.statements), nil)]
    while let (code, helper) = waiting.popLast(), seen.count < 32 {
      code.forEachDescendant { node in
        if node.returnsToMain { return false }
        if let call = node.as(FunctionCallExprSyntax.self),
          let function = call.ownHelper(of: closure, file), let body = function.body,
          seen.insert(body.id).inserted
        {
          waiting.append((Syntax(body), helper ?? function.name.text))
        }
        guard let helper, let name = node.keptContext(types, place), said.insert(name).inserted
        else { return true }
        report(
          "the context '\(name)' is used by '\(helper)', which is called \(place), away from its "
            + "own thread", at: file.location(node))
        return true
      }
    }
  }
}

extension ContextAcrossTasks {
  /// Async functions of no actor that use the main context which their type was given.
  func checkGivenContexts(_ lint: LintContext, _ report: RuleReport) {
    for use in lint.flows.givenContextUses {
      let isMain =
        use.isMain
        || use.fillers.contains { filler in
          ["\(use.type).\(filler)", ".\(filler)"].contains { lint.flows.mainContexts.contains($0) }
        }
      guard isMain else { continue }
      report(
        "the context '\(use.property)' is the main one, and "
          + (use.caller.map { "\($0) calls '\(use.function)', which uses " }
            ?? (use.isTask
              ? "the task of '\(use.function)' uses "
              : "'async' functions such as '\(use.function)' use "))
          + (use.caller == nil ? "it on other threads: " : "it, on a queue of its own: ")
          + "'\(use.type.isEmpty ? use.function : use.type)' is bound to no actor",
        at: use.location,
        help: use.caller != nil
          ? "go to the main actor first, 'Task { @MainActor in … }', or give '\(use.type)' the container and make a "
            + "context in the function"
          : use.type.isEmpty
            ? "write 'Task { @MainActor in', or hand over the container and make a context in the task"
            : "put '@MainActor' before '\(use.type)', or give it the container and make a @ModelActor of it"
      )
    }
  }
}

extension FunctionCallExprSyntax {
  /// The function of the same type that is called, where it runs on no actor and so on its caller's thread,
  /// or on any.
  func ownHelper(
    of closure: ClosureExprSyntax, _ file: LintFile
  ) -> FunctionDeclSyntax? {
    guard receiver?.isSelfName ?? true, let function = functionOfFile,
      let type = function.enclosingType, let owner = type.typeName, owner == closure.ownerName,
      !type.is(ActorDeclSyntax.self), function.body?.isHandwritten ?? false,
      // Without 'await' it runs there, whatever its type is.
      awaiting == nil && !function.isBoundToActor
        && !(type.asProtocol((any WithAttributesSyntax).self)?.isBoundToActor ?? false)
        || function.isOnNoActor(file)
    else { return nil }
    return function
  }
}

extension FunctionDeclSyntax {
  /// Whether neither the function nor its type is bound to an actor, as far as the file says.
  func isOnNoActor(_ file: LintFile) -> Bool {
    guard !isBoundToActor else { return false }
    if modifiers.contains(where: { $0.name.text == "nonisolated" }) { return true }
    guard file.ask(.isMainByDefault).isEmpty else { return false }
    guard let type = enclosingType else { return true }
    guard let name = type.typeName else { return false }
    guard let declaration = file.tree.type(name)?.parent else {
      // An extension in a file of its own.
      return type.is(ExtensionDeclSyntax.self) && !file.ask(.isOnNoActor(name)).isEmpty
        && !(type.asProtocol((any WithAttributesSyntax).self)?.isBoundToActor ?? true)
        && type.as(ExtensionDeclSyntax.self)?.inheritanceClause == nil
    }
    return [type, declaration].allSatisfy { (part: Syntax) in
      guard !part.is(ActorDeclSyntax.self), !part.is(ProtocolDeclSyntax.self),
        let group = part.asProtocol((any DeclGroupSyntax).self),
        !(part.asProtocol((any WithAttributesSyntax).self)?.isBoundToActor ?? true)
      else { return false }
      return group.inheritanceClause?.inheritedTypes.allSatisfy { inherited in
        inherited.type.dottedName.map { file.isPlain($0) } ?? true
      } ?? true
    }
  }
}

extension WithAttributesSyntax {
  /// `@MainActor`, `@SyncActor`
  var isBoundToActor: Bool {
    attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.simpleName.hasSuffix("Actor") && attribute.simpleName != "ModelActor"
    }
  }
}

extension LintFile {
  /// Whether a class or protocol binds those that name it to no actor, as far as that is known: Apple's for
  /// views do.
  fileprivate func isPlain(_ name: String, _ steps: Int = 4) -> Bool {
    let last = name.lastPart
    guard steps > 0, !last.isBoundByApple else { return false }
    guard let own = tree.type(last)?.parent else {
      return !Self.isNamedAfterUI(last) && ask(.isOnMainActor(last)).isEmpty
    }
    return !(own.asProtocol((any WithAttributesSyntax).self)?.isBoundToActor ?? false)
      && own.inheritedNames.allSatisfy { isPlain($0, steps - 1) }
  }

  /// What other files declare may be bound to the main actor there.
  private static func isNamedAfterUI(_ name: String) -> Bool {
    ["Controller", "Representable", "View", "ViewModel"].contains(where: name.hasSuffix)
  }
}

extension Syntax {
  /// The name of a context that the type keeps and was given, where it is used: `context` of
  /// `context.insert(note)` and of `self.context.save()`.
  func keptContext(_ types: TypeReader, _ place: String) -> String? {
    let name: DeclReferenceExprSyntax
    let whole: ExprSyntax
    if let access = self.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false {
      (name, whole) = (access.declName, ExprSyntax(access))
    } else if let own = self.as(DeclReferenceExprSyntax.self), own.isValue {
      (name, whole) = (own, ExprSyntax(own))
    } else {
      return nil
    }
    let text = name.baseName.text
    if whole.is(DeclReferenceExprSyntax.self) {
      guard case .property? = name.nameOrigin else { return nil }
    }
    guard let owner = ownerName, let binding = sourceFile?.binding(text, of: owner),
      binding.isStored, let block = binding.enclosing(MemberBlockSyntax.self), block.isReadable,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), !variable.isBoundToActor,
      // The container may go anywhere.
      whole.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text != "container",
      binding.isGivenContext(in: block, onlyMain: place.isOwnQueue)
    else { return nil }
    return text
  }
}

extension PatternBindingSyntax {
  /// Whether the property keeps a context that the type has not made for itself.
  ///
  /// - Parameter onlyMain: whether it must be a container's 'mainContext', where a type may have a context for
  ///   its own queue.
  fileprivate func isGivenContext(in block: MemberBlockSyntax, onlyMain: Bool) -> Bool {
    guard let name else { return false }
    let values = [initializer?.value].compactMap(\.self) + Syntax(block).values(of: name)
    if !values.isEmpty, values.allSatisfy({ $0.unwrapped.lastName == "mainContext" }) {
      return true
    }
    guard !onlyMain else { return false }
    if environmentType?.name == "ModelContext" { return true }
    guard let type = typeAnnotation.flatMap({ WrittenType($0.type) }), type.name == "ModelContext"
    else { return false }
    return !values.contains { $0.call?.name == "ModelContext" }
  }
}

extension String {
  /// Whether Apple binds to the main actor what adopts or inherits from a type of this name.
  fileprivate var isBoundByApple: Bool {
    ["App", "Commands", "Scene", "View", "ViewModifier", "Widget"].contains(self)
      || hasPrefix("UI") || hasPrefix("NS") && self != "NSObject"
  }
}

extension Syntax {
  /// The classes and protocols that a type names behind its colon.
  fileprivate var inheritedNames: [String] {
    asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
      .compactMap { $0.type.dottedName?.lastPart } ?? []
  }
}

extension ForeignMembers {
  /// "yes" for a class or protocol that a file binds to an actor, or that inherits from one.
  func isOnMainActor(_ name: String) -> [String] { isOnMainActor(name, 4) }

  private func isOnMainActor(_ name: String, _ steps: Int) -> [String] {
    let found = answers(to: .isOnMainActor(name), about: name) { tree in
      guard let own = tree.type(name)?.parent else { return [] }
      let isBound = own.asProtocol((any WithAttributesSyntax).self)?.isBoundToActor ?? false
      return isBound ? ["yes"] : own.inheritedNames
    }
    let isBound = found.contains { above in
      above == "yes" || above.isBoundByApple
        || steps > 0 && above != name && !isOnMainActor(above, steps - 1).isEmpty
    }
    return isBound ? ["yes"] : []
  }

  /// What binds nothing that adopts it to an actor.
  private static let plain: Set = [
    "Codable", "Decodable", "Encodable", "Equatable", "Hashable", "Identifiable", "Sendable",
  ]

  /// "yes" for a struct, class or enum that the file which declares it binds to no actor.
  func isOnNoActor(_ name: String) -> [String] {
    let found = answers(to: .isOnNoActor(name), about: name) { tree in
      guard let own = tree.type(name)?.parent else { return [] }
      guard !own.is(ActorDeclSyntax.self), !own.is(ProtocolDeclSyntax.self),
        own.asProtocol((any WithAttributesSyntax).self)?.isBoundToActor == false
      else { return ["no"] }
      let inherited = own.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes
      let isPlain =
        inherited?.allSatisfy { Self.plain.contains($0.type.trimmedDescription) } ?? true
      return [isPlain ? "yes" : "no"]
    }
    return found == ["yes"] ? found : []
  }
}
