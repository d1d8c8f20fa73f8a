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
    guard let parent = whole.parent else { return }
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

extension Syntax {
  /// The first member, other than an identifier, that is read of a name.
  fileprivate func memberUse(of name: String) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      if found == nil, let access = node.as(MemberAccessExprSyntax.self),
        access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        !["persistentModelID", "objectID", "id"].contains(access.declName.baseName.text)
      {
        found = Syntax(access.declName)
      }
      return found == nil
    }
    return found
  }

  /// Code that does not run when the view around it is shown: actions, destinations, sheets.
  var isLater: Bool {
    if let closure = self.as(ClosureExprSyntax.self), let call = closure.userCall {
      return closure.isLater(in: call)
    }
    if let argument = self.as(LabeledExprSyntax.self) {
      return ["action", "destination", "perform", "onDismiss"].contains(argument.label?.text ?? "")
    }
    return self.is(FunctionDeclSyntax.self)
  }
}

extension ClosureExprSyntax {
  private static let later: Set = [
    "onTapGesture", "onLongPressGesture", "onAppear", "onDisappear", "task", "refreshable",
    "onChange", "onReceive", "onSubmit", "onDelete", "onMove", "onInsert", "swipeActions",
    "contextMenu", "sheet", "fullScreenCover", "popover", "alert", "confirmationDialog",
    "navigationDestination", "toolbar", "onDrag", "onDrop", "dropDestination", "draggable",
    "gesture", "onEnded", "onChanged", "simultaneousGesture", "Task", "detached", "async",
    "asyncAfter", "withAnimation", "fileImporter", "fileExporter", "Button", "NavigationLink",
    "inspector", "commands", "dialog", "accessibilityAction", "run",
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

  fileprivate func isLater(in call: FunctionCallExprSyntax) -> Bool {
    let name = call.name
    guard Self.later.contains(name) else {
      // What a view of one's own, or a modifier such as 'onPick', does with a closure is not known.
      if name.first?.isUppercase ?? false { return !Self.containers.contains(name) }
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
  /// Whether it is a modifier of a view that is made here: `Text(note.title).padding()`.
  fileprivate var modifiesView: Bool {
    var next = receiver?.call
    for _ in 0..<32 {
      guard let call = next else { return false }
      if call.receiver == nil { return call.name.first?.isUppercase ?? false }
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

extension MemberBlockSyntax {
  /// Small enough to be looked through for each of its members.
  var isReadable: Bool { totalLength.utf8Length < 120_000 }

  /// The body of a view with the members it uses, directly or through others; of anything else all.
  var shownParts: [Syntax] {
    var parts: [String: [Syntax]] = [:]
    var functions: Set<String> = []
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          if let name = binding.name, let body = binding.accessorBlock {
            parts[name, default: []].append(Syntax(body))
          }
        }
      } else if let function = member.decl.as(FunctionDeclSyntax.self), let body = function.body {
        parts[function.name.text, default: []].append(Syntax(body))
        functions.insert(function.name.text)
      }
    }
    guard parts["body"] != nil else { return [] }
    var waiting = ["body"]
    var reached: Set<String> = ["body"]
    var result: [Syntax] = []
    while let name = waiting.popLast() {
      for part in parts[name] ?? [] {
        result.append(part)
        part.forEachDescendant { node in
          if node.isLater { return false }
          if let name = node.as(DeclReferenceExprSyntax.self), case let use = name.baseName.text,
            parts[use] != nil, !name.isHandedOver, name.isCalled || !functions.contains(use),
            reached.insert(use).inserted
          {
            waiting.append(use)
          }
          return true
        }
      }
    }
    return result
  }
}

extension DeclReferenceExprSyntax {
  /// `load()`, `self.load()`: without brackets it is for others to call.
  fileprivate var isCalled: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id {
      return access.isCalled
    }
    return parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id
  }

  /// Whether a function is handed to a modifier, which runs it when it likes:
  /// `rows().refreshing(with: load)`.
  fileprivate var isHandedOver: Bool {
    guard
      let call = parent?.as(LabeledExprSyntax.self)?.parent?.parent?
        .as(FunctionCallExprSyntax.self)
    else { return false }
    return call.receiver?.call != nil
  }
}

extension AttributeSyntax {
  /// Whether a query is known to load its objects without limit and without what they lead to.
  func loadsPlainly(_ name: String, in block: MemberBlockSyntax) -> Bool {
    let labels = argumentList?.map { $0.label?.text ?? "" } ?? []
    if labels.contains("") || labels.contains("fetchRequest") { return false }
    // `_notes = Query(descriptor)` in the initializer.
    var isPlain = true
    block.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self),
        ["Query", "FetchRequest"].contains(call.name)
      {
        if call.arguments.contains(where: { $0.label == nil || $0.label?.text == "fetchRequest" }),
          call.parent?.as(ExprListSyntax.self)?.first?.lastName == "_" + name
        {
          isPlain = false
        }
      }
      return isPlain
    }
    return isPlain
  }
}
