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
    /// Whether it is a scene without a container, beside one that has one.
    var isBare = false
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

  /// `Settings { SettingsView() }` in an app whose other scenes are given a container.
  mutating func noteBareScene(_ call: FunctionCallExprSyntax) {
    guard FunctionCallExprSyntax.scenes.contains(call.name), call.name != "DocumentGroup",
      !file.isTest,
      file.meansSwiftData, call.isHandwritten,
      let body = call.enclosing(PatternBindingSyntax.self), body.name == "body",
      let app = body.enclosingType, body.mentions(["modelContainer"]),
      app.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.mentions(["App"]) ?? false,
      !call.givesContainer
    else { return }
    // What stands around a scene, or is put on it, may give it one.
    var node = Syntax(call)
    while let next = node.parent, next.id != Syntax(body).id {
      if let outer = next.as(FunctionCallExprSyntax.self), outer.receiver?.call == nil {
        return
      }
      if let modifier = next.as(FunctionCallExprSyntax.self),
        !Self.sceneModifiers.contains(modifier.name)
      {
        return
      }
      node = next
    }
    let views = Syntax(call).viewsMade
    guard !views.isEmpty else { return }
    flows.contained.append(
      .init(
        types: [], views: views, isPreview: false, isBare: true,
        location: file.location(call.nameNode)))
  }

  static let sceneModifiers: Set = [
    "commands", "commandsRemoved", "defaultPosition", "defaultSize", "environment",
    "environmentObject",
    "handlesExternalEvents", "immersionStyle", "keyboardShortcut", "menuBarExtraStyle", "onChange",
    "windowLevel", "windowManagerRole", "windowResizability", "windowStyle", "windowToolbarStyle",
  ]

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
  var viewsMade: [String] {
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
  /// Whether the code in it may give what it shows a container, by whatever modifier.
  var givesContainer: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.receiver != nil else {
        return false
      }
      let small = call.name.lowercased()
      return call.name == "modifier" || call.mentions(["modelContext"])
        || ["container", "context", "data", "inject", "model", "persist", "preview", "store"]
          .contains { small.contains($0) }
    }
  }

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
