internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// What a migration closure does, as far as its text tells.
struct StageCode: Sendable {
  /// Every name written in it, with its first place.
  private(set) var names: [String: Location] = [:]
  /// Where it reads properties, by their names: the first place of each.
  private(set) var reads: [String: Location] = [:]
  /// Functions that it calls by their bare names, which may read in its stead.
  private var calls: Set<String> = []
  /// Whether it passes its context to code elsewhere, which then may do anything.
  var handsOnContext: Bool

  /// Whether the closure, or code it calls, may work on something of that name.
  func mayTouch(_ name: String) -> Bool { handsOnContext || names[name] != nil }

  init(_ closure: ClosureExprSyntax, in source: SourceText) {
    self.init(Syntax(closure.statements), context: closure.firstParameter, in: source)
  }

  private init(_ body: Syntax, context: String?, in source: SourceText) {
    handsOnContext = false
    var waiting = [body]
    while let node = waiting.popLast() {
      if let token = node.as(TokenSyntax.self), case .identifier(let name) = token.tokenKind {
        Self.note(name, source.location(token), in: &names)
      } else if let argument = node.as(LabeledExprSyntax.self),
        argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == context
      {
        handsOnContext = true
      } else if let call = node.as(FunctionCallExprSyntax.self) {
        calls.insert(call.name)
      } else if let access = node.as(MemberAccessExprSyntax.self), !access.isAssigned {
        Self.note(access.declName.baseName.text, source.location(access.declName), in: &reads)
      } else if let key = node.as(KeyPathPropertyComponentSyntax.self) {
        Self.note(key.declName.baseName.text, source.location(key.declName), in: &reads)
      }
      waiting += node.children(viewMode: .sourceAccurate)
    }
  }
}

extension StageCode {
  private static func note(
    _ name: String, _ place: Location, in places: inout [String: Location]
  ) {
    if let known = places[name],
      (known.line ?? 0, known.column ?? 0) <= (place.line ?? 0, place.column ?? 0)
    {
      return
    }
    places[name] = place
  }

  /// Takes over what a function reads that the code calls.
  fileprivate mutating func follow(_ functions: [String: StageCode]) {
    for name in calls.sorted() {
      for (property, place) in functions[name]?.reads ?? [:] where reads[property] == nil {
        reads[property] = place
      }
    }
  }

  /// The closures of all custom stages by their places. A stage that is given a function by name
  /// has no entry.
  static func read(
    _ histories: [SchemaHistory], files: [SourceFile]
  ) -> [Location: StageCode] {
    let places = Set(
      histories.flatMap(\.stages).flatMap { stage -> [Location?] in
        guard case .custom(let will, let did) = stage.kind else { return [] }
        return [will, did]
      }.compactMap(\.self))
    let paths = Set(places.map(\.path))
    let parts = ParsePool.map(files.filter { paths.contains($0.path) }) { source, tree in
      var found: [Location: StageCode] = [:]
      var functions: [String: StageCode] = [:]
      var waiting = [Syntax(tree)]
      while let node = waiting.popLast() {
        if let closure = node.as(ClosureExprSyntax.self),
          places.contains(source.location(closure))
        {
          found[source.location(closure)] = StageCode(closure, in: source)
          continue
        }
        if let function = node.as(FunctionDeclSyntax.self), let body = function.body {
          functions[function.name.text] = StageCode(Syntax(body), context: nil, in: source)
        }
        waiting += node.children(viewMode: .sourceAccurate)
      }
      for place in found.keys { found[place]?.follow(functions) }
      return found
    }
    return parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }
}

extension MemberAccessExprSyntax {
  /// Whether it stands before a plain `=`, which writes and does not read.
  fileprivate var isAssigned: Bool {
    guard let list = parent?.as(ExprListSyntax.self),
      let place = list.index(of: ExprSyntax(self)), place == list.startIndex,
      let next = list.dropFirst().first
    else { return false }
    return next.is(AssignmentExprSyntax.self)
  }
}
