internal import StoreModel
internal import SwiftSyntax

/// Which container views are given, and what they show at once.
extension ObjectFlows {
  /// Views that are made with a container: `NotesView().modelContainer(for: Note.self)`.
  struct ContainedViews: Sendable, Codable {
    /// The classes that the container is made for, all of them.
    var types: [String]
    var views: [String]
    var isPreview: Bool
    var location: Location
  }

  /// The views that a view shows whenever it is shown itself.
  struct ViewParts: Sendable, Codable {
    var view: String
    var parts: [String]
  }
}

extension FlowReader {
  /// What previews give their views.
  mutating func notePreview(_ node: Syntax) {
    guard node.isPreview, !file.isTest else { return }
    node.forEachDescendant { part in
      if let call = part.as(FunctionCallExprSyntax.self) { noteContained(call, isPreview: true) }
      return true
    }
  }

  /// `NotesView().modelContainer(for: Note.self)`, `WindowGroup { NotesView() }.modelContainer(container)`
  mutating func noteContained(_ call: FunctionCallExprSyntax, isPreview: Bool = false) {
    guard call.name == "modelContainer", !file.isTest, file.meansSwiftData,
      let shown = call.receiver, !shown.mentions(["modelContainer"]), let types = call.heldTypes
    else { return }
    let views = Syntax(shown).viewsMade
    guard !views.isEmpty else { return }
    flows.contained.append(
      .init(
        types: types, views: views, isPreview: isPreview, location: file.location(call.nameNode)))
  }

  /// The views that the body of a view makes, directly or through its own members.
  mutating func noteParts(_ type: StructDeclSyntax) {
    // A view that gives its parts a container has them shown in that one.
    guard !file.isTest, type.inheritanceClause?.mentions(["View"]) ?? false,
      type.memberBlock.isReadable, !type.memberBlock.mentions(["modelContainer"])
    else { return }
    let parts = Set(type.memberBlock.shownParts.flatMap(\.viewsMade))
    guard !parts.isEmpty else { return }
    flows.viewParts.append(.init(view: type.name.text, parts: parts.sorted()))
  }
}

extension Syntax {
  /// The types of the app's views that code makes in any case and shows at once: not in actions, for the
  /// elements of lists and under conditions.
  fileprivate var viewsMade: [String] {
    var found: Set<String> = []
    func note(_ node: Syntax) -> Bool {
      let isOfScene =
        node.as(ClosureExprSyntax.self)?.userCall
        .map { FunctionCallExprSyntax.scenes.contains($0.name) } ?? false
      if node.isLater && !isOfScene || node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self)
      {
        return false
      }
      if let closure = node.as(ClosureExprSyntax.self), closure.loopedList != nil { return false }
      if let name = node.as(FunctionCallExprSyntax.self)?.calledExpression
        .as(DeclReferenceExprSyntax.self)?.baseName.text, name.first?.isUppercase ?? false
      {
        found.insert(name)
      }
      return true
    }
    if note(self) { forEachDescendant(note) }
    return found.sorted()
  }
}

extension FunctionCallExprSyntax {
  /// The classes that a container is made for, where every one of them is written:
  /// `.modelContainer(for: [Note.self, Tag.self])`, or a container that is made so.
  fileprivate var heldTypes: [String]? {
    guard let first = arguments.first else { return nil }
    if first.label?.text == "for" { return listedTypes }
    guard first.label == nil,
      let made = first.expression.meanings(as: "ModelContainer").onlyElement?.value.call,
      made.name == "ModelContainer", made.arguments.first?.label?.text == "for"
    else { return nil }
    return made.listedTypes
  }

  private var listedTypes: [String]? {
    var types: [String] = []
    for (position, argument) in arguments.enumerated() {
      // The types come first, and only the first of them has a label.
      guard position == 0 || argument.label == nil else { break }
      guard let listed = argument.expression.listedTypes else {
        return nil
      }
      types += listed
    }
    return types.isEmpty ? nil : types
  }
}

extension ExprSyntax {
  /// `Note` of `Note.self`, and those of a list or schema of such.
  fileprivate var listedTypes: [String]? {
    if let name = metatypeName { return [name.lastPart] }
    guard let value = meanings().onlyElement?.value else { return nil }
    if let name = value.metatypeName { return [name.lastPart] }
    if let list = value.as(ArrayExprSyntax.self) {
      let names = list.elements.map(\.expression.metatypeName)
      return names.contains(nil) ? nil : names.compactMap { $0?.lastPart }
    }
    guard let schema = value.call, schema.name == "Schema", let first = schema.arguments.first,
      first.label == nil, !first.expression.is(FunctionCallExprSyntax.self)
    else { return nil }
    return first.expression.listedTypes
  }
}
