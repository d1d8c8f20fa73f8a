internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds forms in which a value can be taken away, and whose save then leaves the stored one as it was.
struct RemovalNotStored: SourceRule {
  static let info = RuleInfo(
    id: "removal-not-stored", group: .dataAccess, severity: .warning,
    summary: "what the user takes away in a form stays in the store",
    why:
      "the form has no value any more, and its save keeps the stored one where there is none: the picture or date "
      + "that was removed is back when the object is shown again",
    fix: "assign the form's value as it is, nil included",
    limits:
      "only optional attributes that the same type copies into a property of its own, sets to nil in a button or in "
      + "a function that is there to remove it, and writes back where there is a value",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        @Model final class Show { var title = ""; var cover: String?; init() {} }
        struct ShowForm: View {
          let show: Show
          @State private var cover: String?
          init(show: Show) {
            self.show = show
            _cover = State(initialValue: show.cover)
          }
          var body: some View {
            Button("Remove") { cover = nil }
            Button("Save") { save() }
          }
          private func save() { show.cover = ↓cover ?? show.cover }
        }
        ---
        @Model final class Show { var title = ""; var cover: String?; init() {} }
        @MainActor final class ShowEditor {
          let show: Show
          var picture: String?
          init(show: Show) {
            self.show = show
            self.picture = show.cover
          }
          func removePicture() { picture = nil }
          func save() {
            if let text = ↓picture { self.show.cover = text }
          }
        }
        ---
        @Model final class Show { var title = ""; var until: Date?; init() {} }
        @MainActor final class DateEditor {
          let show: Show
          var until: Date?
          init(show: Show) {
            self.show = show
            until = show.until
          }
          func clearDate() { until = nil }
          func save() { show.until = ↓until ?? show.until }
        }
        """,
      clean: """
        @Model final class Show { var title = ""; var until: Date?; init() {} }
        @MainActor final class DateEditor {
          let show: Show
          var until: Date?
          init(show: Show) {
            self.show = show
            until = show.until
          }
          func clearDate() { until = nil }
          func save() { show.until = until }
        }
        ---
        @Model final class Show { var title = ""; var cover: String?; init() {} }
        struct ShowForm: View {
          let show: Show
          @State private var cover: String?
          init(show: Show) {
            self.show = show
            _cover = State(initialValue: show.cover)
          }
          var body: some View {
            Button("Remove") { cover = nil }
            Button("Save") { show.cover = cover }
          }
        }
        ---
        @Model final class Show { var title = ""; var cover: String?; init() {} }
        @MainActor final class ShowEditor {
          let show: Show
          var picture: String?
          var chosen: String?
          init(show: Show) {
            self.show = show
            self.picture = show.cover
          }
          func removePicture() {
            picture = nil
            show.cover = nil
          }
          func save() {
            if let text = picture { show.cover = text }
            if let text = chosen { show.cover = text }
            chosen = nil
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.sequenceExpr, .ifExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData else { return }
    let types = TypeReader(file: file)
    guard let write = node.writeWhereValue, let entity = types.model(of: write.object),
      case let kinds = file.ask(.attribute(write.property, of: entity)), !kinds.isEmpty,
      kinds.allSatisfy({ $0.last == "?" }), let owner = node.ownerName,
      case let blocks = file.tree.memberBlocks(of: owner), blocks.allSatisfy(\.isReadable),
      blocks.contains(where: { $0.hasStored(write.value) }),
      blocks.contains(where: { $0.copies(write.property, into: write.value) }),
      let removal = blocks.lazy.compactMap({ $0.removal(of: write.value, writing: write.property) })
        .first
    else { return }
    report(
      "line \(file.location(removal).line ?? 0) takes '\(write.value)' away, and here '\(entity).\(write.property)' "
        + "then keeps its old value", at: file.location(write.place), entity: entity,
      property: write.property)
  }
}

/// `show.cover = cover ?? show.cover`
private struct Write {
  var object: ExprSyntax
  var property: String
  /// The name of the property that is written where it has a value.
  var value: String
  var place: ExprSyntax
}

extension Syntax {
  fileprivate var writeWhereValue: Write? {
    if let terms = self.as(SequenceExprSyntax.self).map({ Array($0.elements) }) {
      guard terms.count == 5, terms[1].is(AssignmentExprSyntax.self),
        terms[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
        terms[0].trimmedDescription == terms[4].trimmedDescription,
        let target = terms[0].as(MemberAccessExprSyntax.self), let object = target.base,
        let value = terms[2].ownPropertyName
      else { return nil }
      return Write(
        object: object, property: target.declName.baseName.text, value: value, place: terms[2])
    }
    guard let choice = self.as(IfExprSyntax.self), choice.elseBody == nil,
      let binding = choice.conditions.onlyElement?.condition.as(
        OptionalBindingConditionSyntax.self),
      let name = binding.pattern.boundNames.onlyElement, choice.body.isHandwritten
    else { return nil }
    let place = binding.initializer?.value
    guard let value = place.map(\.ownPropertyName) ?? name else { return nil }
    for item in choice.body.statements {
      guard
        let terms = item.item.as(ExprSyntax.self)?.as(SequenceExprSyntax.self).map({
          Array($0.elements)
        }), terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        terms[2].as(DeclReferenceExprSyntax.self)?.baseName.text == name,
        let target = terms[0].as(MemberAccessExprSyntax.self), let object = target.base,
        !object.isSelfName
      else { continue }
      let shown = place ?? ExprSyntax(fromProtocol: terms[2])
      return Write(
        object: object, property: target.declName.baseName.text, value: value, place: shown)
    }
    return nil
  }
}

extension ExprSyntax {
  /// `cover` and `self.cover`.
  fileprivate var ownPropertyName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    guard let access = self.as(MemberAccessExprSyntax.self), access.base?.isSelfName ?? false else {
      return nil
    }
    return access.declName.baseName.text
  }
}

extension MemberBlockSyntax {
  private static let removing: Set = ["clear", "delete", "discard", "remove", "reset"]

  fileprivate func hasStored(_ name: String) -> Bool {
    guard case .property(let binding, _)? = property(name, owner: "") else { return false }
    return binding.isStored && binding.isOptional
  }

  /// `cover = show.cover`, `_cover = State(initialValue: show?.cover)`
  fileprivate func copies(_ property: String, into name: String) -> Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        let target = terms[0].ownPropertyName
      else { return false }
      var value = terms[2]
      if target == "_\(name)" {
        guard let made = value.call, made.name == "State",
          let first = made.arguments.first?.expression
        else { return false }
        value = first
      } else if target != name {
        return false
      }
      return value.as(MemberAccessExprSyntax.self)?.declName.baseName.text == property
    }
  }

  /// Where a button, or a function that is there for it, takes a value away and leaves the stored one.
  fileprivate func removal(of name: String, writing property: String) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      guard found == nil, let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        terms[2].is(NilLiteralExprSyntax.self), terms[0].ownPropertyName == name
      else { return found == nil }
      let function = node.enclosing(FunctionDeclSyntax.self)
      let isRemoval =
        function?.name.text.camelWords.contains(where: Self.removing.contains)
        ?? node.isInButton
      // What is taken off the object at once is gone.
      let code =
        function.map { Syntax($0) } ?? node.enclosing(ClosureExprSyntax.self).map { Syntax($0) }
      if isRemoval, !(code?.setsToNil(property) ?? true) { found = node }
      return found == nil
    }
    return found
  }
}

extension Syntax {
  fileprivate var isInButton: Bool {
    var node = self
    for _ in 0..<16 {
      guard let closure = node.enclosing(ClosureExprSyntax.self) else { return false }
      if closure.userCall?.name == "Button" { return true }
      node = Syntax(closure)
    }
    return false
  }

  /// `show.cover = nil`
  fileprivate func setsToNil(_ property: String) -> Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count == 3, terms[1].is(AssignmentExprSyntax.self),
        let target = terms[0].as(MemberAccessExprSyntax.self), !(target.base?.isSelfName ?? true)
      else { return false }
      return target.declName.baseName.text == property && terms[2].is(NilLiteralExprSyntax.self)
    }
  }
}
