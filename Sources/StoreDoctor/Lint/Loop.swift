internal import SwiftSyntax

/// A loop over a collection: `for note in notes { … }` or `notes.forEach { … }`.
struct Loop {
  /// What is looped over.
  let sequence: ExprSyntax
  /// The names that stand for an element.
  let names: Set<String>
  let body: CodeBlockItemListSyntax

  /// Nil for anything else, for `for await`, and for bodies no person wrote.
  ///
  /// - Parameter calls: the methods of a collection that count as loops over it.
  init?(_ node: Syntax, calls: Set<String> = ["forEach"]) {
    if let loop = node.as(ForStmtSyntax.self) {
      guard loop.awaitKeyword == nil else { return nil }
      sequence = loop.sequence
      names = loop.pattern.boundNames
      body = loop.body.statements
    } else if let call = node.as(FunctionCallExprSyntax.self), calls.contains(call.name),
      let receiver = call.receiver,
      let closure = call.trailingClosure
        ?? call.arguments.first?.expression.as(ClosureExprSyntax.self)
    {
      sequence = receiver
      names = closure.signature == nil ? ["$0"] : Set(closure.parameterNames)
      body = closure.statements
    } else {
      return nil
    }
    guard body.isHandwritten else { return nil }
  }

  /// The name of the element, when it has exactly one.
  var name: String? { names.count == 1 ? names.first : nil }

  /// Whether the loop runs a handful of times, or takes many elements at once on purpose.
  var isSmallOrChunked: Bool {
    let value = sequence.unwrapped
    if value.is(ArrayExprSyntax.self) || value.is(DictionaryExprSyntax.self)
      || value.is(SequenceExprSyntax.self)
    {
      return true
    }
    return (names + sequence.words).contains { word in
      let word = word.lowercased()
      return Self.chunkWords.contains { word.contains($0) }
    }
  }

  private static let chunkWords = [
    "chunk", "batch", "stride", "page", "slice", "allcases", "group",
    // What a list hands over when the user deletes a row.
    "offsets", "indexset",
  ]

  /// Whether other work of an iteration, such as a download, takes longer than any fetch.
  var waits: Bool {
    body.hasDescendant { node in
      guard let wait = node.as(AwaitExprSyntax.self) else { return false }
      return !["fetch", "fetchCount", "save"].contains(wait.expression.call?.name ?? "")
    }
  }

  /// The element's names, and what the body makes of them.
  var changingNames: Set<String> {
    var result = names
    body.forEachDescendant { node in
      if let binding = node.as(PatternBindingSyntax.self), let name = binding.name,
        binding.initializer?.mentions(result) ?? false
      {
        result.insert(name)
      } else if let binding = node.as(OptionalBindingConditionSyntax.self),
        binding.initializer?.mentions(result) ?? false
      {
        result.formUnion(binding.pattern.boundNames)
      }
      return true
    }
    return result
  }

  /// The calls that run in every iteration: not those of inner loops and of closures that are kept
  /// for later.
  func forEachCall(_ visit: (FunctionCallExprSyntax) -> Void) {
    body.forEachDescendant { node in
      if node.is(ForStmtSyntax.self) || node.is(FunctionDeclSyntax.self)
        || node.is(WhileStmtSyntax.self) || node.is(RepeatStmtSyntax.self)
        || node.is(ClosureExprSyntax.self)
      {
        return false
      }
      if let call = node.as(FunctionCallExprSyntax.self) { visit(call) }
      return true
    }
  }

  /// The fetches and counts whose condition follows the element.
  func changingFetches(named name: String) -> [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    forEachCall { call in
      if call.name == name, call.isOnContext { found.append(call) }
    }
    guard !found.isEmpty else { return [] }
    let changing = changingNames
    return found.filter { call in
      guard let argument = call.arguments.first?.expression else { return false }
      if let name = argument.as(DeclReferenceExprSyntax.self) {
        return changing.contains(name.baseName.text)
          && name.localValue?.call?.name == "FetchDescriptor"
      }
      return argument.call?.name == "FetchDescriptor" && argument.mentions(changing)
    }
  }
}

extension PatternSyntax {
  /// The names a pattern binds: two of `(index, note)`.
  var boundNames: Set<String> {
    if let name = self.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
    var names: Set<String> = []
    forEachDescendant { node in
      if let name = node.as(IdentifierPatternSyntax.self) { names.insert(name.identifier.text) }
      return true
    }
    return names
  }
}

extension ExprSyntax {
  /// The identifiers written in an expression.
  var words: [String] {
    var words: [String] = []
    for token in tokens(viewMode: .sourceAccurate).prefix(64) {
      if case .identifier(let text) = token.tokenKind { words.append(text) }
    }
    return words
  }
}
