internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A button of a form that says that it cancels and does nothing but close the view, whose controls write into
  /// a stored object.
  struct Cancel: Sendable, Codable {
    var object: String
    var entity: String
    /// Whether it takes back what is new.
    var isForNew: Bool
    /// Whether it is an object of Core Data's, which whatever saves the context next stores.
    var isManaged = false
    /// The view with the button.
    var view = ""
    var location: Location
  }

  /// An object that a button inserts before the form that it is to be filled in by is shown: `context.insert(note)`,
  /// `edited = note`, `.sheet(item: $edited) { NoteForm(note: $0) }`.
  struct EarlyInsert: Sendable, Codable {
    var object: String
    var entity: String
    /// Whether it is an object of Core Data's, which is in its context once it is made.
    var isManaged = false
    /// The views that are shown for it.
    var views: Set<String>
    var location: Location
  }

  /// A view for an object of Core Data's whose button says that it cancels and does nothing but close the view.
  struct Closing: Sendable, Codable {
    var view: String
    /// The class of the object.
    var entity: String
  }
}

extension FlowReader {
  /// `Button("Cancel") { dismiss() }` of a view that is given an object of Core Data's.
  mutating func noteClosing(_ view: StructDeclSyntax) {
    guard !file.isTest, file.imports.contains("SwiftUI"),
      view.inheritanceClause?.mentions(["View"]) ?? false, view.memberBlock.isReadable,
      let (name, entity) = view.givenObject(types), !view.memberBlock.mentions(Self.undoing),
      !view.memberBlock.insertsOrDeletes(name)
    else { return }
    let closes = view.memberBlock.hasDescendant { node in
      guard let action = node.as(FunctionCallExprSyntax.self)?.cancelAction else { return false }
      let steps = action.ownSteps(in: view).map { $0.cancelStep(name) }
      return !steps.isEmpty && steps.allSatisfy { $0 == .close }
    }
    if closes { flows.closings.append(.init(view: view.name.text, entity: entity)) }
  }

  /// `Button("Cancel") { dismiss() }` beside `TextField("Title", text: $note.title)`
  mutating func noteCancel(_ view: StructDeclSyntax) {
    guard !file.isTest, view.inheritanceClause?.mentions(["View"]) ?? false,
      view.memberBlock.isReadable,
      let (name, entity, isManaged) = view.boundObject(types),
      !view.memberBlock.mentions(Self.undoing), view.memberBlock.binds(name)
    else { return }
    var found: (button: FunctionCallExprSyntax, isForNew: Bool)?
    view.memberBlock.forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self),
        let action = call.cancelAction
      {
        let steps = action.ownSteps(in: view).map { $0.cancelStep(name) }
        if !steps.isEmpty, !steps.contains(.other), steps.contains(.close) {
          found = (call, steps.contains(.deletesNew))
        }
      }
      return found == nil
    }
    guard let (button, isForNew) = found,
      isForNew || !view.memberBlock.insertsOrDeletes(name)
    else { return }
    flows.cancels.append(
      .init(
        object: name, entity: entity, isForNew: isForNew, isManaged: isManaged,
        view: view.name.text, location: file.location(button)))
  }

  /// `let note = Note(); context.insert(note); edited = note` in a view with `.sheet(item: $edited) { … }`
  mutating func noteEarlyInsert(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, call.name == "insert", let (entity, _) = call.changedModel(types),
      let object = call.arguments.onlyElement?.expression.as(DeclReferenceExprSyntax.self),
      object.localValue?.call?.calledExpression.dottedName?.lastPart == entity,
      let item = call.enclosing(CodeBlockItemSyntax.self),
      let items = item.parent?.as(CodeBlockItemListSyntax.self),
      let view = call.enclosingType?.as(StructDeclSyntax.self),
      view.inheritanceClause?.mentions(["View"]) ?? false, view.memberBlock.isReadable,
      let state = items.target(of: object.baseName.text)
    else { return }
    let views = view.memberBlock.presentedViews(for: state)
    guard !views.isEmpty else { return }
    flows.earlyInserts.append(
      .init(
        object: object.baseName.text, entity: entity, views: views,
        location: file.location(call.nameNode)))
  }

  /// `let note = Note(context: context); edited = note` in a view with `.sheet(item: $edited) { … }`
  mutating func noteEarlyObject(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, file.imports.contains("SwiftUI"), call.makesManaged,
      let entity = ExprSyntax(call).madeClass,
      let item = call.enclosing(CodeBlockItemSyntax.self), let object = item.madeObject?.name,
      let items = item.parent?.as(CodeBlockItemListSyntax.self),
      let view = call.enclosingType?.as(StructDeclSyntax.self),
      view.inheritanceClause?.mentions(["View"]) ?? false, view.memberBlock.isReadable,
      !view.memberBlock.mentions(Self.undoing.union(["onDismiss"])),
      let state = items.target(of: object) ?? view.stateTarget(object)
    else { return }
    let views = view.memberBlock.presentedViews(for: state)
    guard !views.isEmpty else { return }
    flows.earlyInserts.append(
      .init(
        object: object, entity: entity, isManaged: true, views: views,
        location: file.location(call.nameNode)))
  }

  /// What says that the view knows of a way back.
  private static let undoing: Set = [
    "refresh", "reset", "rollback", "undo", "undoManager",
  ]

  /// `context.model(for: id)` outside of actors: an object in a context that was made for it.
  mutating func noteScratch(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, call.name == "model", call.arguments.onlyElement?.label?.text == "for",
      call.enclosing(ActorDeclSyntax.self) == nil,
      // The main context saves by itself.
      call.receiver?.lastName != "mainContext"
    else { return }
    flows.scratch.insert(file.location(call.nameNode))
  }
}

extension CodeBlockItemListSyntax {
  /// The variable that is given an object among these statements: `edited` of `edited = note`.
  fileprivate func target(of object: String) -> String? {
    for item in self {
      guard let terms = item.item.onlyExpression?.as(SequenceExprSyntax.self)?.elements.map(\.self),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        terms[2].as(DeclReferenceExprSyntax.self)?.baseName.text == object
      else { continue }
      return terms[0].lastName
    }
    return nil
  }
}

extension MemberBlockSyntax {
  /// The views that sheets make of what stands in a variable: `NoteForm` of `.sheet(item: $edited) { NoteForm(note: $0) }`.
  fileprivate func presentedViews(for state: String) -> Set<String> {
    var found: Set<String> = []
    forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        ["fullScreenCover", "popover", "sheet"].contains(call.name),
        call.argument("item")?.trimmedDescription == "$\(state)", let content = call.lastClosure
      else { return true }
      content.statements.forEachDescendant { node in
        if let made = node.as(FunctionCallExprSyntax.self), made.receiver == nil,
          made.name.first?.isUppercase ?? false
        {
          found.insert(made.name)
        }
        return true
      }
      return true
    }
    return found
  }
}

extension StructDeclSyntax {
  /// The variable of the view itself that is given the object where it is made: `edited = Note(context: context)`.
  fileprivate func stateTarget(_ object: String) -> String? {
    memberBlock.members.contains { member in
      let variable = member.decl.as(VariableDeclSyntax.self)
      return variable?.attribute("State") != nil && variable?.bindings.onlyElement?.name == object
    } ? object : nil
  }

  /// The property that is given an object of Core Data's.
  fileprivate func givenObject(_ types: TypeReader) -> (name: String, entity: String)? {
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        variable.attributes.isEmpty || variable.attribute("ObservedObject") != nil,
        let binding = variable.bindings.onlyElement, binding.isStored, binding.initializer == nil,
        let name = binding.name,
        let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }),
        !type.isList, types.isManaged(type.name)
      else { continue }
      return (name, type.name)
    }
    return nil
  }

  /// The property with `@Bindable` that holds an object of SwiftData's, or with `@ObservedObject` one of Core
  /// Data's.
  fileprivate func boundObject(_ types: TypeReader)
    -> (name: String, entity: String, isManaged: Bool)?
  {
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let wrapper = variable.attribute("Bindable") ?? variable.attribute("ObservedObject"),
        let binding = variable.bindings.onlyElement,
        // One that begins with a new object is for new ones.
        binding.initializer == nil, let name = binding.name,
        let type = binding.typeAnnotation.flatMap({ WrittenType($0.type) }), !type.isList
      else { continue }
      let isManaged = wrapper.simpleName == "ObservedObject"
      guard isManaged ? types.isManaged(type.name) : types.isModel(type) else { continue }
      return (name, type.name, isManaged)
    }
    return nil
  }
}

extension MemberBlockSyntax {
  /// Whether a control is bound to a property of the object: `TextField("Title", text: $note.title)`.
  fileprivate func binds(_ object: String) -> Bool {
    hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == "$\(object)",
        use.parent?.is(MemberAccessExprSyntax.self) ?? false,
        var argument = use.enclosing(LabeledExprSyntax.self)
      else { return false }
      // `text: Binding($note.title, replacingNilWith: "")`
      if argument.label == nil, let outer = argument.enclosing(LabeledExprSyntax.self) {
        argument = outer
      }
      return ["isOn", "selection", "text", "value"].contains(argument.label?.text)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The action of a button that says that it cancels: `Button("Cancel") { dismiss() }`.
  fileprivate var cancelAction: ClosureExprSyntax? {
    guard name == "Button", receiver == nil, !isInDialog else { return nil }
    let text = arguments.first.flatMap { $0.label == nil ? $0.expression.literalText : nil }
    let isCancel =
      arguments.contains { argument in
        argument.label?.text == "role" && argument.expression.lastName == "cancel"
      } || text.map { text in Self.cancels.contains { text.lowercased().hasPrefix($0) } } ?? false
    guard isCancel else { return nil }
    return argument("action")?.as(ClosureExprSyntax.self)
      ?? (arguments.contains { $0.label?.text == "action" } ? nil : trailingClosure)
  }

  /// Whether it closes a question, and not the form that asks it.
  private var isInDialog: Bool {
    var next = enclosing(ClosureExprSyntax.self)
    while let closure = next {
      if ["actionSheet", "alert", "confirmationDialog"].contains(closure.userCall?.name) {
        return true
      }
      next = closure.enclosing(ClosureExprSyntax.self)
    }
    return false
  }

  private static let cancels = [
    "abbrechen", "annulla", "annuler", "annuleren", "anuluj", "avbryt", "cancel", "cancelar",
    "отмена", "キャンセル",
    "取消", "취소",
  ]
}

/// What one statement of a button does that cancels.
private enum CancelStep {
  case close, deletesNew, other
}

extension ClosureExprSyntax {
  /// The statements of the action, or of the view's function that is all that it calls.
  fileprivate func ownSteps(in view: StructDeclSyntax) -> [CodeBlockItemSyntax] {
    guard let call = statements.onlyElement?.item.onlyExpression?.call, call.arguments.isEmpty,
      call.name != "dismiss",
      let function = view.memberBlock.members.lazy.compactMap({
        $0.decl.as(FunctionDeclSyntax.self)
      }).first(where: { $0.name.text == call.name }), let body = function.body
    else { return Array(statements) }
    return Array(body.statements)
  }
}

extension CodeBlockItemSyntax {
  fileprivate func cancelStep(_ object: String) -> CancelStep {
    guard let value = item.onlyExpression else { return .other }
    if let call = value.call {
      return call.name == "dismiss" && call.arguments.isEmpty ? .close : .other
    }
    if let choice = value.as(IfExprSyntax.self) {
      // `if isNew { context.delete(note) }`
      let isOfNew =
        choice.elseBody == nil && choice.body.statements.insertOrDelete(object, ["delete"])
      return isOfNew ? .deletesNew : .other
    }
    let terms = value.as(SequenceExprSyntax.self)?.elements
    return terms?.count == 3 && terms?.last?.trimmedDescription == "false" ? .close : .other
  }
}

extension SyntaxProtocol {
  fileprivate func insertsOrDeletes(_ object: String) -> Bool {
    insertOrDelete(object, ["delete", "insert"])
  }

  fileprivate func insertOrDelete(_ object: String, _ names: Set<String>) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), names.contains(call.name) else {
        return false
      }
      return call.arguments.onlyElement?.expression.lastName == object
    }
  }
}
