internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Functions that hand the objects of a background context to a closure, where everybody who calls them makes
/// plain values of the objects at once: no object leaves its queue.
struct MappedCompletions {
  /// What 'context-across-tasks' says of objects that a closure is given.
  static let words = "by a background task, whose context is gone then"

  /// - Parameter files: the Swift files of the input that can be read.
  static func filter(
    _ findings: [Finding], _ source: (String) -> SourceFile?, _ files: [SourceFile]
  ) -> [Finding] {
    let given = findings.filter {
      $0.rule == ContextAcrossTasks.info.id && $0.message.contains(" is given to '")
        && $0.message.contains(words)
    }
    guard !given.isEmpty else { return findings }
    let paths = Set(given.compactMap { $0.location?.path }).sorted()
    let parts = ParsePool.map(paths.compactMap(source)) { text, tree in
      Self.functions(in: tree, text)
    }
    let known = Dictionary(zip(paths, parts), uniquingKeysWith: { first, _ in first })
    func name(_ finding: Finding) -> String? {
      guard let place = finding.location, let line = place.line else { return nil }
      // The innermost one.
      return known[place.path]?.last { $0.lines.contains(line) }?.name
    }
    let wanted = Set(given.compactMap(name))
    let users = WordsOfFiles.positions(of: wanted, in: files).map { files[$0] }
    var isMapped: [String: Bool] = [:]
    for part in ParsePool.map(users, { _, tree in takers(of: wanted, in: tree) }) {
      isMapped.merge(part) { $0 && $1 }
    }
    return findings.filter { finding in
      guard given.contains(finding), let name = name(finding) else { return true }
      return isMapped[name] != true
    }
  }

  private typealias Named = (name: String, lines: ClosedRange<Int>)

  private static func functions(in tree: SourceFileSyntax, _ text: SourceText) -> [Named] {
    var found: [Named] = []
    tree.forEachDescendant { node in
      guard let function = node.as(FunctionDeclSyntax.self) else { return true }
      let first = text.location(node).line ?? 1
      let last =
        text.location(offset: node.endPositionBeforeTrailingTrivia.utf8Offset).line ?? first
      found.append((function.name.text, first...max(first, last)))
      return true
    }
    return found
  }

  /// Whether all calls of each function in a file make plain values of what its closure is given.
  private static func takers(
    of names: Set<String>, in tree: SourceFileSyntax
  ) -> [String: Bool] {
    var found: [String: Bool] = [:]
    tree.forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), names.contains(call.name) else {
        return true
      }
      if let closure = call.lastClosure {
        found[call.name] = (found[call.name] ?? true) && closure.mapsWhatItIsGiven
      } else if call.arguments.contains(where: {
        $0.label?.text.lowercased().contains("completion") ?? false
      }) {
        found[call.name] = false
      }
      return true
    }
    return found
  }
}

extension ClosureExprSyntax {
  /// Whether nothing but plain values of its parameters gets out of it, and none is used later.
  fileprivate var mapsWhatItIsGiven: Bool {
    guard statements.isHandwritten else { return false }
    var names = Set(parameterNames.isEmpty ? ["$0", "$1"] : parameterNames)
    var isMapped = true
    statements.forEachDescendant { node in
      if let closure = node.as(ClosureExprSyntax.self), let user = closure.userCall,
        Syntax(user).returnsToMain || user.otherThread != nil
          || ["Task", "detached"].contains(user.name),
        closure.statements.mentions(names)
      {
        isMapped = false
      }
      if let loop = Loop(node), loop.sequence.mentions(names) { names.formUnion(loop.names) }
      if let binding = node.as(OptionalBindingConditionSyntax.self),
        let value = binding.initializer?.value.as(DeclReferenceExprSyntax.self),
        names.contains(value.baseName.text)
      {
        names.formUnion(binding.pattern.boundNames)
      }
      if let use = node.as(DeclReferenceExprSyntax.self), names.contains(use.baseName.text),
        use.isValue, !use.isMappedHere
      {
        isMapped = false
      }
      return isMapped
    }
    return isMapped
  }
}

extension DeclReferenceExprSyntax {
  /// What gives objects again.
  private static let keeping: Set = [
    "dropFirst", "dropLast", "filter", "first", "last", "prefix", "reversed", "sorted", "suffix",
  ]

  /// Whether an object is only asked for values here, compared with nil, or given to an initializer.
  fileprivate var isMappedHere: Bool {
    let whole = Syntax(self).unwrapping
    guard let parent = whole.parent else { return false }
    if let access = parent.as(MemberAccessExprSyntax.self), access.base?.id.isOf(whole) ?? false {
      return !Self.keeping.contains(access.declName.baseName.text)
    }
    if parent.is(OptionalBindingConditionSyntax.self) || parent.is(ForStmtSyntax.self) {
      return true
    }
    if let value = parent.as(InitializerClauseSyntax.self) {
      return value.parent?.is(OptionalBindingConditionSyntax.self) ?? false
    }
    if let terms = parent.as(ExprListSyntax.self) {
      return terms.count == 3 && terms.last?.is(NilLiteralExprSyntax.self) ?? false
    }
    guard parent.is(LabeledExprSyntax.self),
      let call = parent.parent?.parent?.as(FunctionCallExprSyntax.self)
    else { return false }
    return call.name.first?.isUppercase ?? false
  }
}

extension SyntaxIdentifier {
  fileprivate func isOf(_ node: Syntax) -> Bool { self == node.id }
}
