internal import StoreModel
internal import SwiftSyntax

/// What a form does with its own copies of an object's values.
struct FormFields {
  /// Those that are filled from an attribute of an object.
  var copied: [String: (entity: String, property: String)] = [:]
  /// Where a control edits them.
  var bound: [String: DeclReferenceExprSyntax] = [:]
  /// Those that an assignment to an attribute names.
  var stored: Set<String> = []
  /// Those that are used for anything but being filled and edited.
  var used: Set<String> = []

  private static let controls: Set = [
    "ColorPicker", "DatePicker", "Picker", "SecureField", "Slider", "Stepper", "TextEditor",
    "TextField", "Toggle",
  ]

  init(_ blocks: [Syntax], _ states: Set<String>, _ types: TypeReader) {
    var targets: Set<SyntaxIdentifier> = []
    for block in blocks {
      block.forEachDescendant { node in
        if let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
          terms.count > 2,
          terms[1].is(AssignmentExprSyntax.self)
        {
          note(terms, states, types, &targets)
        }
        if let pattern = node.as(IdentifierPatternSyntax.self),
          states.contains(pattern.identifier.text),
          pattern.parent?.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) != true
        {
          // `if let text { … }`, and another variable of the name.
          used.insert(pattern.identifier.text)
        }
        guard let name = node.as(DeclReferenceExprSyntax.self), !name.isMemberOfOther else {
          return true
        }
        let text = name.baseName.text
        if text.hasPrefix("$"), case let state = String(text.dropFirst()), states.contains(state) {
          // A view of the app's own may do more with it than to edit it.
          if let control = name.parent?.parent?.parent?.as(FunctionCallExprSyntax.self),
            name.parent?.is(LabeledExprSyntax.self) ?? false, Self.controls.contains(control.name),
            bound[state] == nil
          {
            bound[state] = name
          } else {
            used.insert(state)
          }
        } else if states.contains(text), !targets.contains(name.id) {
          used.insert(text)
        }
        return true
      }
    }
  }

  private mutating func note(
    _ terms: [ExprSyntax], _ states: Set<String>, _ types: TypeReader,
    _ targets: inout Set<SyntaxIdentifier>
  ) {
    if let target = terms[0].as(MemberAccessExprSyntax.self), let object = target.base?.unwrapped,
      !object.isSelfName, types.type(of: object).map({ types.isModel($0) && !$0.isList }) ?? false
    {
      for term in terms.dropFirst(2) {
        stored.formUnion(states.filter { term.mentions([$0]) })
      }
      return
    }
    let own =
      terms[0].as(DeclReferenceExprSyntax.self)
      ?? terms[0].as(MemberAccessExprSyntax.self).flatMap {
        $0.base?.isSelfName ?? false ? $0.declName : nil
      }
    guard let own else { return }
    var value = terms[2].unwrapped
    var state = own.baseName.text
    if state.hasPrefix("_"), let made = value.call, made.name == "State",
      let first = made.arguments.first?.expression
    {
      (state, value) = (String(state.dropFirst()), first.unwrapped)
    }
    // `text = show.text ?? ""`
    if let first = value.as(SequenceExprSyntax.self)?.elements.first { value = first.unwrapped }
    guard states.contains(state), let access = value.as(MemberAccessExprSyntax.self),
      let object = access.base?.unwrapped, let type = types.type(of: object), !type.isList,
      types.isModel(type)
    else { return }
    targets.insert(own.id)
    copied[state] = (type.name, access.declName.baseName.text)
  }
}

extension DeclReferenceExprSyntax {
  /// `text` of `show.text`, which is no name of the type around.
  fileprivate var isMemberOfOther: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id else {
      return false
    }
    return !(access.base?.isSelfName ?? false)
  }
}
