internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Functions that nothing of an app calls: how they ask the store costs nobody anything.
struct UncalledCode {
  /// A function or a global value that only its name leads to.
  struct Declared: Sendable, Codable {
    var name: String
    /// What its type adopts; of the app's own protocols the name stands there, too.
    var adopted: [String]
    var first: Location
    var last: Int
  }

  private let declared: [String: [Declared]]
  private let files: [SourceFile]

  /// - Parameter files: those of all languages.
  init(_ declared: [Declared], _ files: [SourceFile]) {
    self.declared = Dictionary(grouping: declared, by: \.first.path)
    self.files = files
  }

  /// The functions around findings that nothing calls. Where no app begins, their users may be elsewhere.
  ///
  /// - Parameter isOwn: whether the files declare a type.
  func uncalled(in findings: [Finding], isOwn: (String) -> Bool) -> Set<String> {
    let around = findings.flatMap { finding in
      functions(around: finding).filter { $0.adopted.allSatisfy(isOwn) }
    }
    let names = Set(around.map(\.name))
    guard !names.isEmpty, WordsOfFiles.haveStart(files) else { return [] }
    return Set(WordsOfFiles.counts(of: names, in: files).filter { $0.value == 1 }.keys)
  }

  /// Leaves out what is said of the use of stores in functions that nothing calls.
  func filter(_ findings: [Finding], uncalled: Set<String>) -> [Finding] {
    findings.filter { finding in
      uncalled.isEmpty || !functions(around: finding).contains { uncalled.contains($0.name) }
    }
  }

  private func functions(around finding: Finding) -> [Declared] {
    guard let place = finding.location, let line = place.line,
      LintRules.named[finding.rule]?.group == .dataAccess
    else { return [] }
    return (declared[place.path] ?? []).filter {
      ($0.first.line ?? .max) <= line && line <= $0.last
    }
  }
}

extension LintFile {
  /// The function or global value, where it is known by its name alone: nothing outside of the code can
  /// call it, and no framework knows its type.
  func declared(_ node: Syntax) -> UncalledCode.Declared? {
    let name: TokenSyntax?
    var adopted: [String] = []
    if let function = node.as(FunctionDeclSyntax.self) {
      guard function.body != nil, function.isOnlyForCode else { return nil }
      if let type = function.enclosingType {
        guard let types = type.adopted else { return nil }
        adopted = types
      }
      name = function.name
    } else if let variable = node.as(VariableDeclSyntax.self), variable.isOnlyForCode,
      variable.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    {
      name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    } else {
      return nil
    }
    guard let name, case .identifier = name.tokenKind else { return nil }
    return .init(
      name: name.text, adopted: adopted, first: location(node),
      last: source.location(offset: node.endPositionBeforeTrailingTrivia.utf8Offset).line ?? 0)
  }
}

extension WithModifiersSyntax where Self: WithAttributesSyntax {
  /// Whether neither other modules nor Objective-C nor a superclass see it.
  fileprivate var isOnlyForCode: Bool {
    attributes.isEmpty
      && !modifiers.contains { ["open", "override", "public", "package"].contains($0.name.text) }
  }
}

extension Syntax {
  /// What asks a type for nothing beside what the language does.
  private static var plain: Set<String> {
    [
      "Actor", "Codable", "Equatable", "Hashable", "Identifiable", "ModelActor", "Observable",
      "ObservableObject", "Sendable", "View",
    ]
  }

  /// What a type inherits beside that; nil for protocols and extensions, which do not say all of it.
  fileprivate var adopted: [String]? {
    if self.is(ProtocolDeclSyntax.self) || self.is(ExtensionDeclSyntax.self) { return nil }
    return self.asProtocol((any DeclGroupSyntax).self).map { group in
      (group.inheritanceClause?.inheritedTypes.map { $0.type.dottedName ?? "" } ?? [])
        .filter { !Self.plain.contains($0) }
    }
  }
}
