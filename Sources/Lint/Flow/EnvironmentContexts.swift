internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A context that views are given in their environment and that saves nothing by itself.
  struct GivenContext: Sendable, Codable {
    /// The views it is given to; none where it is the app's.
    var views: [String]
    /// Whether it was made for them; else it is the main context, which was told not to save.
    var isMade: Bool
    var location: Location
  }
}

extension ObjectFlows {
  /// A context that is saved without anybody asking for it.
  struct SelfSaving: Sendable, Codable {
    /// Whether it is the main context of a container, and so none that was made by hand.
    var isMain: Bool
    /// The view whose environment it comes from, if it does.
    var view: String?
    var location: Location

    /// Whether that may be the context that some views are given.
    func maySave(_ given: GivenContext, of views: Set<String>) -> Bool {
      if isMain { return !given.isMade }
      return view.map(views.contains) ?? true
    }
  }
}

extension FlowReader {
  /// Notes that a context, which is a part of a call or of an assignment, saves by itself.
  private mutating func noteSelfSaving(_ context: ExprSyntax?, at node: Syntax) {
    let type = node.enclosingType?.asProtocol((any DeclGroupSyntax).self)
    let isOfView =
      context?.lastName.map { $0 == type?.memberBlock.environmentContext } ?? false
      && type?.inheritanceClause?.mentions(["View", "ViewModifier"]) ?? false
    flows.savesByItself.append(
      .init(
        isMain: context?.lastName == "mainContext",
        view: isOfView ? node.enclosingType?.as(StructDeclSyntax.self)?.name.text : nil,
        location: file.location(node)))
  }

  /// `.environment(\.modelContext, ModelContext(container))`, `.modelContext(context)` and
  /// `.modelContainer(for: Note.self, isAutosaveEnabled: false)`.
  mutating func noteGivenContext(_ call: FunctionCallExprSyntax) {
    guard !file.isTest else { return }
    if call.isSave, file.source.bytes.saysWhenAppsEnd {
      noteSelfSaving(call.receiver, at: Syntax(call))
    }
    guard let shown = call.receiver, file.meansSwiftData else { return }
    let isMade: Bool
    switch call.name {
    case "environment":
      guard let key = call.arguments.first?.expression.as(KeyPathExprSyntax.self),
        key.components.last?.trimmedDescription.hasSuffix("modelContext") ?? false,
        call.arguments.count == 2,
        call.arguments.last?.expression.isUnsavingContext ?? false
      else { return }
      isMade = true
    case "modelContext":
      guard let given = call.arguments.onlyElement, given.label == nil,
        given.expression.isUnsavingContext
      else { return }
      isMade = true
    case "modelContainer":
      guard call.argument("isAutosaveEnabled")?.trimmedDescription == "false" else { return }
      isMade = false
    default: return
    }
    // What a view gives its parts; anybody else makes a whole window.
    let isOfView =
      call.enclosingType?.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?
      .mentions(["View", "ViewModifier"]) ?? false
    let views = isOfView ? Syntax(shown).viewNames : []
    guard !isOfView || !views.isEmpty else { return }
    flows.givenContexts.append(
      .init(views: views, isMade: isMade, location: file.location(call.nameNode)))
  }

  /// `container.mainContext.autosaveEnabled = false`, and any that is told to save by itself.
  mutating func noteAutosave(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    guard !file.isTest, terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
      let target = terms[0].as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "autosaveEnabled"
    else { return }
    guard terms[2].trimmedDescription == "false" else {
      noteSelfSaving(target.base, at: Syntax(sequence))
      return
    }
    flows.scratch.insert(file.location(target))
    guard target.base?.lastName == "mainContext", sequence.enclosing(FunctionDeclSyntax.self) == nil
    else { return }
    flows.givenContexts.append(.init(views: [], isMade: false, location: file.location(target)))
  }

  /// What a view does with the context of its environment.
  mutating func noteViewContext(_ type: StructDeclSyntax) {
    guard !file.isTest, file.meansSwiftData, type.memberBlock.isReadable,
      type.inheritanceClause?.mentions(["View", "ViewModifier"]) ?? false
    else { return }
    var found = ObjectFlows.OwnContext(
      owner: type.name.text, isModelActor: false, mayBeSaved: type.memberBlock.callsSave)
    found.isOfView = true
    let block = Syntax(type.memberBlock)
    if let name = type.memberBlock.environmentContext { note(uses: name, in: block, to: &found) }
    if found.change == nil, let bound = type.memberBlock.boundObject(types) {
      found.change = file.location(bound)
    }
    if found.change != nil || found.mayBeSaved { flows.contexts.append(found) }
    // A view that gives its parts a context has them work on that one.
    guard !block.mentions(["modelContainer"]) else { return }
    let parts = block.viewNames.filter { $0 != type.name.text }
    if !parts.isEmpty { flows.viewMakes.append(.init(view: type.name.text, parts: parts)) }
  }
}

extension ExprSyntax {
  /// Whether the context was made by hand, so that it saves nothing unless it is told to.
  fileprivate var isUnsavingContext: Bool {
    if makesNewContext() { return true }
    guard let made = meanings(as: "ModelContext").onlyElement?.value.call else { return false }
    return made.calledExpression.dottedName == "ModelContext" && made.arguments.count == 1
  }
}

extension Syntax {
  /// The types that code makes views of.
  fileprivate var viewNames: [String] {
    var found: Set<String> = []
    func note(_ node: Syntax) {
      if let name = node.as(FunctionCallExprSyntax.self)?.calledExpression
        .as(DeclReferenceExprSyntax.self)?.baseName.text, name.first?.isUppercase ?? false
      {
        found.insert(name)
      }
    }
    note(self)
    forEachDescendant { node in
      note(node)
      return true
    }
    return found.sorted()
  }
}

extension MemberBlockSyntax {
  /// The property with `@Environment(\.modelContext)`.
  fileprivate var environmentContext: String? {
    members.lazy.compactMap { member -> String? in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let binding = variable.bindings.onlyElement,
        binding.environmentType?.name == "ModelContext"
      else { return nil }
      return binding.name
    }.first
  }

  /// Whether anything else than the type's own functions is called that may save.
  fileprivate var callsSave: Bool {
    let own = Set(members.compactMap { $0.decl.as(FunctionDeclSyntax.self)?.name.text })
    return hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
      let isOwn = own.contains(call.name) && call.receiver.map(\.isSelfName) ?? true
      let small = call.name.lowercased()
      return !isOwn && ["save", "commit", "persist", "flush"].contains(where: small.contains)
    }
  }

  /// The first place where a control changes an object at once: `TextField("", text: $note.title)`.
  fileprivate func boundObject(_ types: TypeReader) -> Syntax? {
    let names = Set(
      members.compactMap { member -> String? in
        guard let variable = member.decl.as(VariableDeclSyntax.self),
          variable.attribute("Bindable") != nil, let binding = variable.bindings.onlyElement,
          let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), types.isModel(type)
        else { return nil }
        return binding.name.map { "$" + $0 }
      })
    guard !names.isEmpty else { return nil }
    var found: Syntax?
    forEachDescendant { node in
      if found == nil, let use = node.as(DeclReferenceExprSyntax.self),
        names.contains(use.baseName.text), use.parent?.is(MemberAccessExprSyntax.self) ?? false
      {
        found = node
      }
      return found == nil
    }
    return found
  }
}

extension [UInt8] {
  /// Whether a file does something when the app leaves the screen, which may be to save.
  fileprivate var saysWhenAppsEnd: Bool {
    let words: [StaticString] = [
      "scenePhase", "willResignActive", "didEnterBackground", "willTerminate",
    ]
    return words.contains { has($0) }
  }
}
