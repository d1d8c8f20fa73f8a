internal import SwiftSyntax

/// How much a loop takes at a time.
extension Loop {
  /// Whether the loop runs a handful of times, or takes many elements at once on purpose.
  func isSmallOrChunked(_ types: TypeReader) -> Bool {
    if isHandful(types) { return true }
    let value = sequence.unwrapped
    if !isConditional, value.isWrittenOut { return true }
    if value.isListOfType { return true }
    // A model has a few entities.
    if value.mentions(["managedObjectModel", "entitiesByName"]) { return true }
    // Events come one by one, and each of them may be saved as it comes; lines of a file and results
    // of a group are there to be had.
    if isAwaited {
      return !sequence.words.contains(where: \.isInputWord) && !sequence.isInImport
        && !sequence.readsFile
    }
    if sequence.call?.name == "stride",
      sequence.call?.argument("by")?.trimmedDescription == "1"
    {
      return false
    }
    // Whatever they are called, objects are taken one by one.
    if let type = types.type(of: sequence), type.isList, types.isStored(type.name) { return false }
    // `for row in batch`: the elements of one portion are single ones.
    if isWithinPortion { return false }
    let words = (names + sequence.words).map { $0.lowercased() }
    if words.contains(where: { word in Self.chunkWords.contains { word.contains($0) } }) {
      return true
    }
    return words.contains { $0.contains("page") || $0.contains("group") } && !isOfSingles
  }

  /// Members that only lists have.
  private static let listMembers: Set = [
    "allSatisfy", "compactMap", "contains", "count", "enumerated", "filter", "first",
    "flatMap", "forEach", "indices", "isEmpty", "joined", "last", "lowerBound", "map", "reduce",
    "sorted", "upperBound",
  ]

  /// Whether the elements are objects of their own, whatever they are called: the body reads what only
  /// one object has, as in `page.number`, and nothing that may be a list, as `page.items`.
  private var isOfSingles: Bool {
    guard let name, !isConditional, sequence.call == nil else { return false }
    var (readsOwn, goesThrough) = (false, false)
    body.forEachDescendant { node in
      if let loop = Loop(node, calls: Loop.complete), loop.sequence.mentions([name]) {
        goesThrough = true
      }
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name, use.isValue
      else { return !goesThrough }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id
      else { return true }
      let member = access.declName.baseName.text
      let isPlural = member.hasSuffix("s") && !member.hasSuffix("ss") && !member.hasSuffix("us")
      if isPlural || Self.listMembers.contains(member) {
        goesThrough = true
      } else {
        readsOwn = true
      }
      return !goesThrough
    }
    return readsOwn && !goesThrough
  }

  /// Whether the list is one portion of more: its name is the singular of what portions are called.
  private var isWithinPortion: Bool {
    guard !isConditional, let name = sequence.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return false }
    let word = name.lowercased()
    return ["batch", "chunk", "slice", "page"].contains { word.hasSuffix($0) }
      && !names.contains { own in Self.chunkWords.contains { own.lowercased().contains($0) } }
  }

  private static let chunkWords = [
    "chunk", "batch", "stride", "slice", "allcases",
    // Each needs a fetch of its own.
    "types",
    // What a list hands over when the user deletes a row.
    "offsets", "indexset",
  ]
}

extension ExprSyntax {
  /// A list that a type has at hand, and so few: `Kind.allTypes()`, `SampleData.notes(for: folder)`.
  fileprivate var isListOfType: Bool {
    let given = call?.arguments.count ?? 0
    guard
      let member = call?.calledExpression.as(MemberAccessExprSyntax.self)
        ?? self.as(MemberAccessExprSyntax.self),
      let type = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      type.first?.isUppercase ?? false
    else { return false }
    return given == 0
      || ["Mock", "Sample", "Preview", "Demo", "Dummy", "Seed"].contains { type.hasPrefix($0) }
  }

  /// `notes.prefix(3)`: a handful, however many there are.
  var isFirstFew: Bool {
    guard let call, ["prefix", "suffix"].contains(call.name), let count = call.arguments.first,
      count.label == nil,
      let number = Int(
        count.expression.resolved.as(IntegerLiteralExprSyntax.self)?.literal.text ?? "")
    else { return false }
    return number <= 10
  }

  /// The identifiers written in an expression.
  var words: [String] {
    var words: [String] = []
    for token in tokens(viewMode: .sourceAccurate).prefix(64) {
      if case .identifier(let text) = token.tokenKind { words.append(text) }
    }
    return words
  }
}

extension MemberAccessExprSyntax {
  /// `levels` of `self.levels` and `Self.levels`.
  var ownName: DeclReferenceExprSyntax? {
    ["self", "Self"].contains(base?.dottedName ?? "") ? declName : nil
  }
}

extension ExprSyntax {
  /// Whether the function around takes over what is there already: `importRows(_:)`, `performImport(_:)`,
  /// `restore(from:)`.
  fileprivate var isInImport: Bool {
    guard let words = enclosing(FunctionDeclSyntax.self)?.name.text.camelWords,
      let first = words.first
    else { return false }
    return ["backfill", "import", "ingest", "load", "read", "restore", "seed"].contains(first)
      || words.contains("import")
  }

  /// Whether the function around takes over all that a file or a service has: `performImport(_:)`,
  /// `importRows(_:)`, and not `importRow(_:)`.
  var isInBulkImport: Bool {
    guard let words = enclosing(FunctionDeclSyntax.self)?.name.text.camelWords,
      words.contains("import"), let last = words.last
    else { return false }
    return ["all", "backup", "csv", "data", "file", "import", "json"].contains(last)
      || last.hasSuffix("s") && !last.hasSuffix("ss")
  }

  private static let reading: Set = [
    "decode", "import", "load", "parse", "read", "replay", "restore", "scan",
  ]

  /// Whether a function gives the elements by reading what is there: `source.replay(from: url)`.
  fileprivate var readsFile: Bool {
    guard let call, !call.arguments.isEmpty else { return false }
    return call.name.camelWords.first.map(Self.reading.contains) ?? false
      || call.arguments.contains { argument in
        argument.expression.words.contains { word in
          let small = word.lowercased()
          return small.hasSuffix("url") || small.hasSuffix("file") || small.hasSuffix("path")
        }
      }
  }
}

extension String {
  /// Part of what brings many elements that are there already.
  fileprivate var isInputWord: Bool {
    let word = lowercased()
    return ["line", "byte", "character", "group", "row", "record"].contains { word.contains($0) }
  }
}
