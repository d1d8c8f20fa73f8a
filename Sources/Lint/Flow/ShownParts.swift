internal import SwiftSyntax

extension MemberBlockSyntax {
  /// Small enough to be looked through for each of its members.
  var isReadable: Bool { totalLength.utf8Length < 120_000 }

  /// The body of a view with the members it uses, directly or through others; of anything else nothing.
  var shownParts: [Syntax] { FileMemo.current?.shownParts(of: self) ?? partsThatShow }

  var partsThatShow: [Syntax] {
    let bodies = bodiesByName
    guard let body = bodies.parts["body"] else { return [] }
    return reach(from: body, known: ["body"], bodies)
  }

  /// What the sheets, destinations and bars of a view show, which are drawn as the view itself is, only later.
  var presentedParts: [Syntax] {
    var starts: [Syntax] = []
    for part in shownParts {
      part.forEachDescendant { node in
        guard node.isLater else { return true }
        if let presented = node.presentedView { starts.append(presented) }
        return false
      }
    }
    return starts.isEmpty ? [] : reach(from: starts, known: ["body"], bodiesByName)
  }

  /// What a view does when it appears, with the members that it uses for that: of a row, once for each.
  var appearingParts: [Syntax] {
    var starts: [Syntax] = []
    for part in shownParts {
      part.forEachDescendant { node in
        guard node.isLater else { return true }
        if let closure = node.as(ClosureExprSyntax.self),
          ["onAppear", "task"].contains(closure.userCall?.name)
        {
          starts.append(Syntax(closure.statements))
        }
        return false
      }
    }
    return starts.isEmpty ? [] : reach(from: starts, known: ["body"], bodiesByName)
  }

  private typealias Bodies = (parts: [String: [Syntax]], functions: Set<String>)

  private var bodiesByName: Bodies {
    var parts: [String: [Syntax]] = [:]
    var functions: Set<String> = []
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        for binding in variable.bindings {
          if let name = binding.name, let body = binding.accessorBlock?.readCode {
            parts[name, default: []].append(body)
          }
        }
      } else if let function = member.decl.as(FunctionDeclSyntax.self), let body = function.body {
        parts[function.name.text, default: []].append(Syntax(body))
        functions.insert(function.name.text)
      }
    }
    return (parts, functions)
  }

  /// Some code with the members that it uses at once, directly or through others.
  private func reach(from starts: [Syntax], known: Set<String>, _ bodies: Bodies) -> [Syntax] {
    var (waiting, reached, result) = (starts, known, [Syntax]())
    while let part = waiting.popLast() {
      result.append(part)
      part.forEachDescendant { node in
        if node.isLater { return false }
        if let name = node.as(DeclReferenceExprSyntax.self), case let use = name.baseName.text,
          let used = bodies.parts[use], name.isOfOwnView, !name.isHandedOver,
          name.isCalled || !bodies.functions.contains(use), reached.insert(use).inserted
        {
          waiting += used
        }
        return true
      }
    }
    return result
  }
}

extension Syntax {
  private static let presenting: Set = [
    "fullScreenCover", "inspector", "navigationDestination", "popover", "sheet", "toolbar",
  ]

  /// What code that runs later shows then: the content of a sheet, and not what is done when it is closed.
  fileprivate var presentedView: Syntax? {
    if let argument = self.as(LabeledExprSyntax.self) {
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      return argument.label?.text == "destination" && call?.name == "NavigationLink"
        ? Syntax(argument.expression) : nil
    }
    guard let closure = self.as(ClosureExprSyntax.self), let call = closure.userCall,
      Self.presenting.contains(call.name) || call.name == "NavigationLink",
      !(parent?.as(LabeledExprSyntax.self)?.label?.text.hasPrefix("on") ?? false),
      !(parent?.as(MultipleTrailingClosureElementSyntax.self)?.label.text.hasPrefix("on") ?? false)
    else { return nil }
    return Syntax(closure.statements)
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

  /// Whether it may be a member of the view around: `rows.onMove(perform: onMove)` calls what all views have.
  fileprivate var isOfOwnView: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id,
      let base = access.base
    else { return true }
    // `Self.title`
    return base.isSelfName
      || base.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false
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
        ["Query", "FetchRequest", "init"].contains(call.name)
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
