internal import Diagnostics
internal import SwiftSyntax

/// Finds hash values of identifiers that are kept for another launch.
struct IdentifierHashKept: SourceRule {
  static let info = RuleInfo(
    id: "identifier-hash-kept", group: .dataAccess, severity: .warning,
    summary:
      "a hash value is stored, or that of an object's identifier is kept: it is another one at the next launch",
    why:
      "hash values begin with a number that each launch of the app draws anew: what was stored under one, such "
      + "as a notification or a setting, is never found again",
    fix:
      "give the model an 'id' of its own, a UUID, and keep that; or encode the identifier after the object was "
      + "saved",
    limits:
      "only what is stored in an attribute, and what the same file gives to settings, notifications and background "
      + "tasks as a key or an identifier; what tells views apart is left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func remember(_ note: Note) {
          UserDefaults.standard.set(true, forKey: "seen-\\(note.persistentModelID.↓hashValue)")
        }
        ---
        func remind(_ note: Note, _ content: UNNotificationContent) {
          let key = "note-\\(note.persistentModelID.↓hashValue)"
          let request = UNNotificationRequest(identifier: key, content: content, trigger: nil)
          UNUserNotificationCenter.current().add(request)
        }
        ---
        struct Reminders {
          private func key(_ note: Note) -> String { "note-\\(note.id.↓hashValue)" }
          func cancel(_ note: Note) {
            UNUserNotificationCenter.current()
              .removePendingNotificationRequests(withIdentifiers: [key(note)])
          }
        }
        ---
        func select(_ note: Note) {
          UserDefaults.standard.set(note.persistentModelID.↓hashValue, forKey: "selected")
        }
        ---
        func rank(_ note: Note) { note.rank = abs(note.title.lowercased().↓hashValue) }
        ---
        @Model final class Label {
          var key: Int
          init(key: Int) { self.key = key }
        }
        func learn(_ title: String, _ context: ModelContext) throws {
          let key = title.lowercased().↓hashValue
          context.insert(Label(key: key))
          try context.save()
        }
        """,
      clean: """
        struct NoteRow: View {
          let note: Note
          var body: some View { Text(note.title).id("row-\\(note.persistentModelID.hashValue)") }
        }
        ---
        func remember(_ note: Note) {
          UserDefaults.standard.set(true, forKey: "seen-\\(note.title)")
        }
        ---
        func color(_ note: Note) -> Int { abs(note.persistentModelID.hashValue) % 7 }
        func count(_ colors: [Int]) { UserDefaults.standard.set(colors.count, forKey: "colors") }
        ---
        struct Place: Hashable { var id = UUID() }
        func select(_ place: Place) -> Int { place.id.hashValue }
        """))

  static let nodes: [SyntaxKind] = [.memberAccessExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let access = node.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "hashValue"
    else { return }
    if let (entity, property) = Syntax(access).attributeGiven(in: file) {
      report(
        "'\(property)' stores a hash value, which is another one each time the app is launched: nothing that is "
          + "worked out later matches it", at: file.location(access.declName), entity: entity,
        property: property,
        help: "store the value itself, or a digest of it such as 'SHA256.hash(data:)'")
      return
    }
    guard
      let identifier = access.base?.unwrapped.as(MemberAccessExprSyntax.self),
      let object = identifier.base
    else { return }
    switch identifier.declName.baseName.text {
    case "persistentModelID": break
    case "id":
      // A class may have an id of its own, whose hash value lasts no longer, but which others may know.
      guard let model = TypeReader(file: file).model(of: object),
        file.ask(.attribute("id", of: model)).isEmpty
      else { return }
    default: return
    }
    guard Syntax(access).isGivenToKeeper(2) else { return }
    report(
      "this hash value is another one each time the app is launched, and what is kept under it is lost",
      at: file.location(access.declName))
  }
}

extension CodeBlockItemSyntax {
  /// The attribute that is given what the function around gives, where the statement is that:
  /// `func key(_ title: String) -> Int { title.hashValue }`.
  fileprivate func attributeGivenByFunction(
    in file: LintFile, _ steps: Int
  ) -> (entity: String, property: String)? {
    guard item.is(ReturnStmtSyntax.self) || parent?.as(CodeBlockItemListSyntax.self)?.count == 1,
      let function = parent?.parent?.parent?.as(FunctionDeclSyntax.self),
      function.signature.returnClause != nil
    else { return nil }
    var found: (entity: String, property: String)?
    file.tree.forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self),
        call.name == function.name.text
      {
        found = Syntax(call).attributeGiven(in: file, steps)
      }
      return found == nil
    }
    return found
  }
}

extension Syntax {
  /// The attribute that a value is put into, whole or as part of an expression: `key = payee.hashValue`,
  /// `Note(key: abs(title.hashValue))`.
  ///
  /// - Parameter steps: how many local constants and functions to follow.
  fileprivate func attributeGiven(
    in file: LintFile, _ steps: Int = 1
  ) -> (entity: String, property: String)? {
    let types = TypeReader(file: file)
    var node = self
    for _ in 0..<12 {
      guard let next = node.parent, !next.is(ClosureExprSyntax.self),
        !next.is(StringLiteralExprSyntax.self)
      else { return nil }
      if let terms = next.as(ExprListSyntax.self).map(Array.init), terms.count > 2,
        terms[1].is(AssignmentExprSyntax.self), terms[0].position < node.position
      {
        if let access = terms[0].as(MemberAccessExprSyntax.self), let base = access.base,
          let owner = base.isSelfName ? access.ownerName : types.model(of: base)
        {
          let name = access.declName.baseName.text
          return file.ask(.attributes(of: owner)).contains(name) ? (owner, name) : nil
        }
        guard let name = terms[0].as(DeclReferenceExprSyntax.self), let owner = name.ownerName,
          name.nameOrigin.isMemberOrNothing,
          file.ask(.attributes(of: owner)).contains(name.baseName.text)
        else { return nil }
        return (owner, name.baseName.text)
      }
      if let argument = next.as(LabeledExprSyntax.self),
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
        let made = call.calledExpression.dottedName?.lastPart, types.isModel(made),
        let label = argument.label?.text
      {
        return file.ask(.attributes(of: made)).contains(label) ? (made, label) : nil
      }
      if let binding = next.as(PatternBindingSyntax.self), steps > 0, let name = binding.name,
        let body = binding.enclosingBody, body.isHandwritten
      {
        // `let key = title.hashValue`
        var found: (entity: String, property: String)?
        body.forEachDescendant { node in
          if found == nil, let use = node.as(DeclReferenceExprSyntax.self),
            use.baseName.text == name
          {
            found = Syntax(use).attributeGiven(in: file, steps - 1)
          }
          return found == nil
        }
        return found
      }
      if let item = next.as(CodeBlockItemSyntax.self) {
        return steps > 0 ? item.attributeGivenByFunction(in: file, steps - 1) : nil
      }
      node = next
    }
    return nil
  }

  private static let labels: Set = [
    "forKey", "identifier", "taskIdentifier", "threadIdentifier", "withIdentifiers",
  ]

  /// Whether a value ends up as what settings or the system are to know something by, by way of a constant, a
  /// function or a property of the file, too.
  ///
  /// - Parameter steps: how many names to follow.
  fileprivate func isGivenToKeeper(_ steps: Int) -> Bool {
    var node = self
    for _ in 0..<64 {
      guard let next = node.parent else { return false }
      if let argument = next.as(LabeledExprSyntax.self),
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
        Self.labels.contains(argument.label?.text ?? "")
          || call.name == "set" && call.argument("forKey") != nil
      {
        return true
      }
      if next.is(ClosureExprSyntax.self) { return false }
      if let name = next.declaredValueName {
        return steps > 0 && next.isUsedForKeeper(name, steps)
      }
      node = next
    }
    return false
  }

  /// The name under which the rest of the file gets a value that stands inside of this declaration.
  private var declaredValueName: String? {
    if let function = self.as(FunctionDeclSyntax.self) { return function.name.text }
    guard let binding = self.as(PatternBindingSyntax.self) else { return nil }
    return binding.name
  }

  private func isUsedForKeeper(_ name: String, _ steps: Int) -> Bool {
    let scope =
      self.is(PatternBindingSyntax.self)
      ? enclosingBody ?? enclosingType ?? root : enclosingType ?? root
    return scope.hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name else {
        return false
      }
      return Syntax(use).isGivenToKeeper(steps - 1)
    }
  }
}
