internal import ModelSource
internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The function that is called, in this file or, read again from its text, in another one: that of the
  /// type of what stands before the dot, or of the only type that adopts the protocol it is.
  var calledFunction: FunctionDeclSyntax? {
    if let own = functionOfFile { return own }
    // Only what itself asks or changes a store is worth reading another file for.
    return functionElsewhere(where: { $0.mayAsk(name + "()") })
  }

  /// The function that is called, whatever it does: for the few calls that are worth reading another file.
  var meantFunction: FunctionDeclSyntax? { functionOfFile ?? functionElsewhere { _ in true } }

  /// The function that is called, where it sends code to another thread.
  var sendingFunction: FunctionDeclSyntax? {
    if let own = functionOfFile { return own }
    guard FileMemo.current?.file.maySend(name) ?? false || mayRequest else { return nil }
    return functionElsewhere { _ in true }
  }

  /// Whether the name may be that of a function which asks another machine, and answers when that does.
  private var mayRequest: Bool { name.camelWords.first.map(Self.requests.contains) ?? false }

  private static let requests: Set = [
    "download", "fetch", "get", "load", "post", "request", "search", "send", "upload",
  ]

  /// The function of another file that is called, where its name says that it may open a store.
  var openingFunction: FunctionDeclSyntax? {
    let small = name.lowercased()
    guard Self.openers.contains(where: { small.has($0) }),
      receiver.map({ !$0.isSelfName }) ?? false
    else { return nil }
    return functionElsewhere { _ in true }
  }

  private static let openers: [StaticString] = [
    "container", "coredata", "database", "load", "open", "persist", "stack", "store",
  ]

  /// - Parameter isWorth: whether another file is read for the function.
  private func functionElsewhere(where isWorth: (LintFile) -> Bool) -> FunctionDeclSyntax? {
    guard name.first?.isLowercase ?? false, let memo = FileMemo.current else { return nil }
    let mayBeForeign = isWorth(memo.file)
    for owner in owners(memo.types) {
      if let own = sourceFile?.function(self, of: owner) { return own }
      if mayBeForeign || owner == "Collection" || owner == "Sequence",
        let found = memo.foreignFunction(name, of: owner)
          ?? (trailingClosure == nil
            ? memo.foreignFunction(name, of: owner, labels: plainLabels) : nil)
      {
        return found
      }
    }
    return nil
  }

  /// The types that may declare the function, the nearest first.
  private func owners(_ types: TypeReader) -> [String] {
    guard let receiver, !receiver.isSelfName else { return ownerName.map { [$0] } ?? [] }
    if let type = receiver.dottedName?.lastPart, type.first?.isUppercase ?? false { return [type] }
    guard let type = types.type(of: receiver) else {
      return isOnContext ? ["ModelContext", "NSManagedObjectContext"] : []
    }
    if type.isList { return ["Array", "Collection", "Sequence"] }
    return [type.name] + types.onlyAdopter(of: type.name)
  }
}

extension TypeReader {
  private static let standIns: Set = [
    "dummy", "fake", "mock", "noop", "preview", "sample", "spy", "stub", "test", "tests",
  ]

  /// The only type that adopts a protocol, beside those that stand in for it in tests and previews; else none.
  func onlyAdopter(of name: String) -> [String] {
    let adopting = file.ask(.adopting(name))
    guard adopting.count > 1 else { return adopting }
    let real = adopting.filter { Self.standIns.isDisjoint(with: $0.camelWords) }
    return real.count == 1 ? real : []
  }
}

extension FileMemo {
  /// The function of a type that another file declares.
  ///
  /// - Parameter labels: those of the arguments, where several functions have the name.
  func foreignFunction(
    _ name: String, of owner: String, labels: [String]? = nil
  ) -> FunctionDeclSyntax? {
    let suffix = labels.map { "(" + $0.map { "\($0):" }.joined() + ")" } ?? ""
    let key = "\(owner).\(name)\(suffix)"
    if let known = functions[key] { return known }
    var found: FunctionDeclSyntax?
    if let text = file.ask(.memberCode(key)).first {
      let tree = ParsePool.tree(of: "extension \(owner) {\n\(text)\n}")
      found = tree.function(name, of: owner)
    }
    functions[key] = found
    return found
  }
}

extension ForeignMembers {
  /// The text of the only function, or of the property or case, of a name that a type has, where it is
  /// short; with labels, `NoteStore.add(_:to:)`, that of the only function that takes such arguments.
  func code(of name: String) -> [String] {
    let parts = name.keyPath
    guard parts.count == 2 else { return [] }
    let texts = answers(to: .memberCode(name), about: parts[0]) { tree in
      let found: Syntax?
      if let bracket = parts[1].firstIndex(of: "(") {
        let labels = parts[1][bracket...].dropFirst().dropLast().split(separator: ":").map(
          String.init)
        let function = tree.function(
          String(parts[1][..<bracket]), of: parts[0], labels: labels)
        found = function?.body == nil ? nil : function.map { Syntax($0) }
      } else if let function = tree.function(parts[1], of: parts[0]) {
        found = function.body == nil ? nil : Syntax(function)
      } else if let property = tree.binding(parts[1], of: parts[0])?.parent?.parent {
        found = property
      } else {
        found = tree.enumCase(parts[1], of: parts[0]).map { Syntax($0) }
      }
      guard let found, found.totalLength.utf8Length < 8_000 else { return [] }
      return [found.trimmedDescription]
    }
    return texts.count == 1 ? texts : []
  }
}

extension SourceFileSyntax {
  /// The declaration of an enum's case.
  func enumCase(_ name: String, of owner: String) -> EnumCaseDeclSyntax? {
    for members in memberBlocks(of: owner) {
      for member in members.members {
        if let found = member.decl.as(EnumCaseDeclSyntax.self),
          found.elements.contains(where: { $0.name.text == name })
        {
          return found
        }
      }
    }
    return nil
  }
}

/// A statement as the code runs it: its own, or one of a function that the code calls.
struct RunStatement {
  var item: CodeBlockItemSyntax
  /// The statement of the code itself.
  var origin: CodeBlockItemSyntax
}

extension CodeBlockItemListSyntax {
  /// The statements with those of the functions in place of their calls.
  func run(_ depth: Int = 2) -> [RunStatement] {
    flatMap { item -> [RunStatement] in
      guard depth > 0, let call = item.item.plainCall, !(call.isContextMethod && call.isOnContext),
        let body = call.calledFunction?.body, body.isHandwritten
      else { return [RunStatement(item: item, origin: item)] }
      return body.statements.run(depth - 1).map { RunStatement(item: $0.item, origin: item) }
    }
  }
}
