internal import SwiftSyntax

/// Where the objects behind a member that is read are needed.
struct Needs {
  private(set) var toOne: Syntax?
  private(set) var toMany: Syntax?
  /// Whether nothing but `id` of the one object is read.
  private(set) var isOfID = false

  /// - Parameters:
  ///   - node: `note.folder`.
  ///   - name: `folder` in it.
  init(_ node: Syntax, _ name: Syntax) {
    let whole = node.unwrapping
    guard let parent = whole.parent, !whole.isStandIn else { return }
    if let access = parent.as(MemberAccessExprSyntax.self),
      access.base?.id == whole.as(ExprSyntax.self)?.id
    {
      let member = access.declName.baseName.text
      // The reference itself is in the object's own row.
      if !["persistentModelID", "objectID", "map", "flatMap"].contains(member) {
        toOne = Syntax(access.declName)
        isOfID = member == "id"
      }
      if !["append", "insert", "removeAll", "persistentModelID"].contains(member) { toMany = name }
      return
    }
    if let binding = parent.as(InitializerClauseSyntax.self)?.parent {
      if let bound = binding.as(OptionalBindingConditionSyntax.self),
        let given = bound.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      {
        let scope = bound.parent?.parent?.parent
        // What a guard binds is used after it.
        let rest = scope?.is(GuardStmtSyntax.self) ?? false ? scope?.parent?.parent : scope
        toOne = rest.flatMap { $0.memberUse(of: given) }
      } else if let given = binding.as(PatternBindingSyntax.self)?.name {
        toOne = binding.parent?.parent?.parent?.parent.flatMap { $0.memberUse(of: given) }
      }
      toMany = name
      return
    }
    if parent.is(LabeledExprSyntax.self) || parent.is(ForStmtSyntax.self) { toMany = name }
    // `notes.flatMap { $0.tags }`
    if let item = parent.as(CodeBlockItemSyntax.self), item.isResultOfFlatMap { toMany = name }
    // `switch note.folder { case let folder?: folder.name … }`
    if let choice = parent.as(SwitchExprSyntax.self) {
      toMany = name
      for case .switchCase(let part) in choice.cases {
        guard case .case(let label) = part.label else { continue }
        for item in label.caseItems {
          for given in item.pattern.boundNames.sorted() where toOne == nil {
            toOne = Syntax(part.statements).memberUse(of: given)
          }
        }
      }
    }
    // `note.tags ?? []`, but not `note.tags == nil` and `note.tags = …`.
    if let terms = parent.as(ExprListSyntax.self).map(Array.init), let first = terms.first,
      terms.count > 2, first.id == whole.as(ExprSyntax.self)?.id,
      terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
        || terms[1].is(UnresolvedAsExprSyntax.self)
    {
      toMany = name
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether it is all that the closure of a `flatMap` does.
  fileprivate var isResultOfFlatMap: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
    return list.parent?.as(ClosureExprSyntax.self)?.userCall?.name == "flatMap"
  }
}

extension MemberAccessExprSyntax {
  /// Whether it stands behind `??`: it is read only where there is nothing before.
  fileprivate var isBehindDefault: Bool {
    var node = Syntax(self)
    for _ in 0..<12 {
      guard let next = node.parent, !next.is(CodeBlockItemSyntax.self) else { return false }
      if let terms = next.as(ExprListSyntax.self).map(Array.init),
        let place = terms.firstIndex(where: { Syntax($0).id == node.id })
      {
        let isBehind = terms[..<place].contains {
          $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
        }
        if isBehind { return true }
      }
      node = next
    }
    return false
  }
}

extension Syntax {
  /// Whether it is read only where the value before it is missing: `note.date ?? note.folder?.date`.
  fileprivate var isStandIn: Bool {
    var node = self
    for _ in 0..<8 {
      // `date ?? (note.folder?.date as? Date)`
      guard let parent = node.parent,
        parent.is(ExprSyntax.self) || parent.is(ExprListSyntax.self)
          || parent.is(LabeledExprSyntax.self)
            && parent.parent?.parent?.is(TupleExprSyntax.self) ?? false
          || parent.is(LabeledExprListSyntax.self)
            && parent.parent?.is(TupleExprSyntax.self) ?? false
      else { return false }
      if let terms = parent.as(ExprListSyntax.self).map(Array.init),
        let place = terms.firstIndex(where: { Syntax($0).id == node.id }), place > 1,
        terms[place - 1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
      {
        return true
      }
      node = parent
    }
    return false
  }

  /// The first member, other than an identifier, that is read of a name.
  fileprivate func memberUse(of name: String) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      if found == nil, let access = node.as(MemberAccessExprSyntax.self),
        access.base?.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        !["persistentModelID", "objectID", "id"].contains(access.declName.baseName.text),
        !access.isBehindDefault
      {
        found = Syntax(access.declName)
      }
      return found == nil
    }
    return found
  }

  /// Code that does not run when the view around it is shown: actions, destinations, sheets.
  var isLater: Bool {
    if let closure = self.as(ClosureExprSyntax.self) {
      return closure.userCall.map { closure.isLater(in: $0) }
        ?? (closure.isNamedAction || closure.isChoice)
    }
    if let argument = self.as(LabeledExprSyntax.self) {
      return ClosureExprSyntax.isAction(argument.label?.text ?? "")
    }
    return self.is(FunctionDeclSyntax.self)
  }
}

extension ClosureExprSyntax {
  fileprivate static let later: Set = [
    "onTapGesture", "onLongPressGesture", "onAppear", "onDisappear", "task", "refreshable",
    "onChange", "onReceive", "onSubmit", "onDelete", "onMove", "onInsert", "swipeActions",
    "contextMenu", "sheet", "fullScreenCover", "popover", "alert", "confirmationDialog",
    "navigationDestination", "toolbar", "onDrag", "onDrop", "dropDestination", "draggable",
    "gesture", "onEnded", "onChanged", "simultaneousGesture", "Task", "detached", "async",
    "asyncAfter", "withAnimation", "fileImporter", "fileExporter", "Button", "NavigationLink",
    "inspector", "commands", "dialog", "accessibilityAction", "run",
    // Buttons of alerts and action sheets.
    "cancel", "default", "destructive",
  ]

  /// Views that show what their closure makes whenever they are shown.
  fileprivate static let containers: Set = [
    "VStack", "HStack", "ZStack", "LazyVStack", "LazyHStack", "LazyVGrid", "LazyHGrid", "Grid",
    "GridRow", "Group", "Section", "ScrollView", "ScrollViewReader", "List", "ForEach", "Form",
    "Table", "TableColumn", "TableRow", "Chart", "Label", "LabeledContent", "GroupBox",
    "DisclosureGroup", "OutlineGroup", "Menu", "Picker", "GeometryReader", "NavigationStack",
    "NavigationView", "NavigationSplitView", "TabView", "Tab", "ViewThatFits", "ControlGroup",
    "TimelineView", "AnyView", "Dictionary", "Set", "Array", "BarMark", "LineMark", "Toggle",
  ]

  /// Modifiers that show what their closure makes at once.
  private static let shown: Set = [
    "background", "badge", "chartBackground", "chartOverlay", "listRowBackground", "mask",
    "overlay",
    "safeAreaInset", "tabItem",
  ]

  /// Whether an argument of that label is what a view does when it is asked to.
  static func isAction(_ label: String) -> Bool {
    ["action", "completion", "destination", "perform"].contains(label)
      || label.hasSuffix("Action") || label.hasSuffix("Handler")
      || label.hasPrefix("on") && label.dropFirst(2).first?.isUppercase ?? false
  }

  /// `let assign: () -> Void = { … }`: what gives nothing back is not shown, but done later.
  fileprivate var isNamedAction: Bool {
    guard let binding = parent?.as(InitializerClauseSyntax.self)?.parent,
      let type = binding.as(PatternBindingSyntax.self)?.typeAnnotation?.type
        .as(FunctionTypeSyntax.self)
    else { return false }
    return ["Void", "()"].contains(type.returnClause.type.trimmedDescription)
  }

  /// `canSave ? { save() } : nil`, `onSave ?? { save() }`: one of several to be handed on, which nobody runs here.
  fileprivate var isChoice: Bool {
    guard let parent = Syntax(self).unwrapping.parent else { return false }
    if parent.is(UnresolvedTernaryExprSyntax.self) || parent.is(TernaryExprSyntax.self) {
      return true
    }
    return parent.as(ExprListSyntax.self)?.contains { term in
      term.is(UnresolvedTernaryExprSyntax.self)
        || term.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    } ?? false
  }

  fileprivate func isLater(in call: FunctionCallExprSyntax) -> Bool {
    if let label = parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text,
      Self.isAction(label)
    {
      return true
    }
    let name = call.name
    guard Self.later.contains(name) else {
      if isKept(by: call) { return true }
      // What a view of one's own, or a modifier such as 'onPick', does with a closure is not known.
      if name.first?.isUppercase ?? false { return !Self.containers.contains(name) }
      // `.init(title: "Done") { … }`: a value that is made of it.
      if let made = call.calledExpression.as(MemberAccessExprSyntax.self), made.base == nil {
        return true
      }
      if name.hasPrefix("on"), name.dropFirst(2).first?.isUppercase ?? false { return true }
      return call.modifiesView && !Self.shown.contains(name)
    }
    guard name == "Button" || name == "NavigationLink" else { return true }
    if let label = parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text {
      return label != "label"
    }
    if let label = parent?.as(LabeledExprSyntax.self)?.label?.text { return label != "label" }
    // The trailing closure is the label where the action or destination is given before it.
    return !call.arguments.contains {
      ["action", "destination", "value"].contains($0.label?.text ?? "")
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it is a modifier of a view that is made here: `Text(note.title).padding()`, or that has another one:
  /// `list.sheet(isPresented: $isShown) { … }.padding()`.
  fileprivate var modifiesView: Bool {
    var next = receiver?.call
    for _ in 0..<32 {
      guard let call = next else { return false }
      if call.receiver == nil { return call.name.first?.isUppercase ?? false }
      if ClosureExprSyntax.later.contains(call.name) { return true }
      next = call.receiver?.call
    }
    return false
  }
}

extension NameOrigin? {
  /// A member of the type around the code, wherever it is declared.
  var isMemberOrNothing: Bool {
    switch self {
    case .property, nil: true
    default: false
    }
  }
}

extension PatternSyntax {
  /// The name of the element in `note` and in `(index, note)`.
  var elementName: String? {
    if let name = self.as(IdentifierPatternSyntax.self) { return name.identifier.text }
    guard let parts = self.as(TuplePatternSyntax.self)?.elements, parts.count == 2 else {
      return nil
    }
    return parts.last?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}
