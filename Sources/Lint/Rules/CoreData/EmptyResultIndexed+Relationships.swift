internal import Diagnostics
internal import SwiftSyntax

/// Lists of a relationship that code takes an object of without asking whether there is one.
extension EmptyResultIndexed {
  /// `trip.stops.first!`, `trip.stops.sorted { … }[0]`, `trip.stops.max { … }!`
  func checkRelationship(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.meansSwiftData, node.enclosing(MacroExpansionExprSyntax.self) == nil,
      let (list, place) = node.takenOne,
      let body = node.enclosingBody, body.isHandwritten
    else { return }
    let types = TypeReader(file: file)
    guard let (entity, property) = list.relationship(types, file), !body.asks(for: property) else {
      return
    }
    report(
      "the app ends here for a '\(entity)' whose '\(property)' is empty", at: file.location(place),
      entity: entity,
      property: property, certainty: Self.doubt)
  }

  static let relationships: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      func first(_ folder: Folder) -> String { folder.notes.sorted { $0.rank < $1.rank }.↓first!.title }
      ---
      struct FolderRow: View {
        let folder: Folder
        var body: some View { Text(folder.notes.filter { $0.rank > 0 }↓[0].title) }
      }
      ---
      extension Folder {
        var best: Note { notes.↓max { $0.rank < $1.rank }! }
      }
      """,
    clean: """
      func first(_ folder: Folder) -> String? { folder.notes.sorted { $0.rank < $1.rank }.first?.title }
      ---
      struct FolderRow: View {
        let folder: Folder
        var body: some View {
          if folder.notes.isEmpty { Text("") } else { Text(folder.notes.sorted { $0.rank < $1.rank }[0].title) }
        }
      }
      ---
      func tags(_ words: [String]) -> String { words.sorted().first! }
      """)
}

extension Syntax {
  /// The list that one object is taken of, and where.
  fileprivate var takenOne: (ExprSyntax, Syntax)? {
    if let index = self.as(SubscriptCallExprSyntax.self) {
      guard
        index.arguments.onlyElement?.expression.as(IntegerLiteralExprSyntax.self)?.literal.text
          == "0"
      else {
        return nil
      }
      return (index.calledExpression, Syntax(index.leftSquare))
    }
    guard let forced = self.as(ForceUnwrapExprSyntax.self) else { return nil }
    if let access = forced.expression.as(MemberAccessExprSyntax.self), let list = access.base,
      ["first", "last"].contains(access.declName.baseName.text)
    {
      return (list, Syntax(access.declName))
    }
    guard let call = forced.expression.as(FunctionCallExprSyntax.self),
      ["max", "min"].contains(call.name),
      let list = call.receiver
    else { return nil }
    return (list, call.nameNode)
  }

  /// Whether the code asks whether a list has anything, or loops over it.
  fileprivate func asks(for list: String) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self) else { return false }
      return ["count", "isEmpty"].contains(access.declName.baseName.text)
        && (access.base?.mentions([list]) ?? false || access.base?.lastName == list)
    }
  }
}

extension ExprSyntax {
  /// The relationship that a list comes of: `notes` of `folder.notes.sorted { … }.filter { … }`.
  fileprivate func relationship(_ types: TypeReader, _ file: LintFile) -> (
    entity: String, name: String
  )? {
    var list = unwrapped
    for _ in 0..<8 {
      guard let call = list.as(FunctionCallExprSyntax.self),
        ["filter", "sorted", "reversed", "shuffled"].contains(call.name),
        let receiver = call.receiver
      else { break }
      list = receiver.unwrapped
    }
    let owner: String?
    let name: String
    if let access = list.as(MemberAccessExprSyntax.self), let base = access.base {
      owner = base.isSelfName ? access.ownerName : types.model(of: base)
      name = access.declName.baseName.text
    } else if let own = list.as(DeclReferenceExprSyntax.self), own.nameOrigin.isMemberOrNothing {
      (owner, name) = (own.ownerName, own.baseName.text)
    } else {
      return nil
    }
    guard let owner, file.ask(.relationship(name, of: owner)) == ["to-many"], types.isModel(owner)
    else { return nil }
    return (owner, name)
  }
}
