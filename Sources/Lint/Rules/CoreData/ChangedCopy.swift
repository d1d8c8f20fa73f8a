internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds changes of what an object of Core Data's keeps in a list that the object never gets.
struct ChangedCopy: SourceRule {
  static let info = RuleInfo(
    id: "changed-copy", group: .dataAccess, severity: .warning,
    summary: "a copy of an object's list is changed, or the list itself behind Core Data's back",
    why:
      "'adding(_:)' gives a new set and leaves the old one as it is, a 'Set' in a variable is a copy, and an array "
      + "that is changed in place is no change that Core Data knows of: nothing is saved, and nothing says so",
    fix:
      "call 'addToNotes(_:)' of the object or change 'mutableSetValue(forKey:)'; set a transformable attribute to a "
      + "changed copy",
    limits:
      "relationships to many objects and attributes of classes of the model file; variables that are only changed and "
      + "never read",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        func move(_ note: CDNote, to folder: CDFolder) { _ = folder.notes?.↓adding(note) }
        ---
        extension CDFolder {
          func empty() { self.notes?.↓addingObjects(from: []) }
        }
        ---
        func move(_ note: CDNote, to folder: CDFolder, _ context: NSManagedObjectContext) throws {
          var notes = folder.notes as? Set<CDNote> ?? []
          notes.↓insert(note)
          try context.save()
        }
        ---
        func move(_ note: CDNote, to folder: CDFolder) {
          if var notes = folder.notes as? Set<CDNote> {
            notes.↓remove(note)
          }
        }
        ---
        func move(_ note: CDNote, to folder: CDFolder) {
          guard let notes = folder.notes as? NSMutableSet else { return }
          notes.↓add(note)
        }
        ---
        func move(_ note: CDNote, to folder: CDFolder) { (folder.notes as? NSMutableSet)?.↓add(note) }
        """,
      clean: """
        func move(_ note: CDNote, to folder: CDFolder) {
          folder.notes = folder.notes?.adding(note) as NSSet?
          folder.mutableSetValue(forKey: "notes").add(note)
          let more = folder.notes?.adding(note)
          print(more?.count ?? 0)
        }
        ---
        func move(_ note: CDNote, to folder: CDFolder) {
          var notes = folder.notes as? Set<CDNote> ?? []
          notes.insert(note)
          folder.notes = notes as NSSet
        }
        ---
        func rest(_ note: CDNote, of folder: CDFolder) -> Int {
          var notes = folder.notes as? Set<CDNote> ?? []
          notes.remove(note)
          return notes.count
        }
        ---
        func move(_ note: CDNote, to folder: CDFolder) {
          guard let notes = folder.notes?.mutableCopy() as? NSMutableSet else { return }
          notes.add(note)
          folder.notes = notes
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let giving: Set = ["adding", "addingObjects", "appending"]
  private static let changing: Set = [
    "add", "addObjects", "append", "formUnion", "insert", "remove", "removeAll", "removeObject",
    "setObject", "subtract", "update",
  ]
  private static let mutable: Set = [
    "NSMutableArray", "NSMutableDictionary", "NSMutableOrderedSet", "NSMutableSet",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      let receiver = call.receiver
    else { return }
    if Self.giving.contains(call.name), call.isDropped,
      let (owner, name) = receiver.keptList(file)
    {
      report(
        "this gives a new list, which nobody takes: '\(owner).\(name)' stays as it is",
        at: file.location(call.nameNode), entity: owner, property: name)
      return
    }
    guard Self.changing.contains(call.name) else { return }
    // `(note.tags as? NSMutableSet)?.add(tag)`
    if let (value, type) = receiver.unwrapped.castParts, Self.mutable.contains(type),
      let (owner, name) = value.keptList(file)
    {
      return reportInPlace(call, owner, name, file, report)
    }
    guard let variable = receiver.unwrapped.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = variable.nameOrigin,
      let source = value.listCopied, let (list, type) = source.castParts,
      let (owner, name) = list.keptList(file)
    else { return }
    if Self.mutable.contains(type) {
      guard !variable.isGivenOn else { return }
      return reportInPlace(call, owner, name, file, report)
    }
    guard type == "Set" || type == "Array", variable.isOnlyChanged(Self.changing) else { return }
    report(
      "'\(variable.baseName.text)' is a copy, and '\(owner).\(name)' is never set to it",
      at: file.location(call.nameNode), entity: owner, property: name)
  }

  private func reportInPlace(
    _ call: FunctionCallExprSyntax, _ owner: String, _ name: String, _ file: LintFile,
    _ report: RuleReport
  ) {
    report(
      "Core Data does not notice that what '\(owner).\(name)' holds is changed in place",
      at: file.location(call.nameNode), entity: owner, property: name)
  }
}

extension FunctionCallExprSyntax {
  /// Whether nobody takes what it gives: it is a statement by itself, or `_ =` stands before it.
  fileprivate var isDropped: Bool {
    var node = Syntax(self)
    while let next = node.parent,
      next.is(OptionalChainingExprSyntax.self) || next.is(TryExprSyntax.self)
    {
      node = next
    }
    if let item = node.parent?.as(CodeBlockItemSyntax.self) {
      // The only expression of a body is what it gives.
      guard let items = item.parent?.as(CodeBlockItemListSyntax.self) else { return false }
      return items.count > 1
        || (items.parent?.parent?.as(FunctionDeclSyntax.self)).map {
          $0.signature.returnClause == nil
        } ?? false
    }
    let terms = node.parent?.as(ExprListSyntax.self)
    return terms?.count == 3 && terms?.first?.is(DiscardAssignmentExprSyntax.self) ?? false
  }
}

extension ExprSyntax {
  /// Value and type of `folder.notes as? Set<Note>`, in brackets or before `??`.
  fileprivate var castParts: (value: ExprSyntax, type: String)? {
    guard let terms = unwrapped.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count >= 3, terms[1].is(UnresolvedAsExprSyntax.self),
      let type = terms[2].as(TypeExprSyntax.self)?.type
    else { return nil }
    let name = type.is(ArrayTypeSyntax.self) ? "Array" : WrittenType(type)?.listKind(type)
    return name.map { (terms[0], $0) }
  }

  /// The cast of which a variable is made: `folder.notes as? Set<Note> ?? []`.
  fileprivate var listCopied: ExprSyntax? {
    castParts == nil ? nil : self
  }

  /// The class and the name of a property that keeps a list: a relationship to many objects, or an attribute
  /// that is no number and no text.
  fileprivate func keptList(_ file: LintFile) -> (owner: String, name: String)? {
    let types = TypeReader(file: file)
    let node = unwrapped
    let owner: String?
    let name: String
    if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
      name = access.declName.baseName.text
      owner =
        base.isSelfName
        ? access.declName.ownerName.flatMap { types.isManaged($0) ? $0 : nil }
        : types.managed(base).flatMap { $0.isList ? nil : $0.name }
    } else if let own = node.as(DeclReferenceExprSyntax.self), types.isManaged(own.ownerName ?? "")
    {
      name = own.baseName.text
      switch own.nameOrigin {
      case nil, .property?: owner = own.ownerName
      default: owner = nil
      }
    } else {
      return nil
    }
    guard let owner else { return nil }
    let isList = file.ask(.relationship(name, of: owner)) == ["to-many"]
    return isList || !file.ask(.isEncoded(name, of: owner)).isEmpty ? (owner, name) : nil
  }
}

extension WrittenType {
  /// `Set` of `Set<Note>`, `NSMutableSet`.
  fileprivate func listKind(_ type: TypeSyntax) -> String? {
    type.as(IdentifierTypeSyntax.self)?.name.text
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the variable is used for nothing but changes of what it holds.
  fileprivate func isOnlyChanged(_ changing: Set<String>) -> Bool {
    guard let body = enclosingBody, body.isHandwritten else { return false }
    return !body.hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == baseName.text,
        use.isValue
      else { return false }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self),
        access.base?.id == ExprSyntax(use).id
      else { return true }
      return !changing.contains(access.declName.baseName.text)
    }
  }

  /// Whether the variable itself goes elsewhere, as back into a property.
  fileprivate var isGivenOn: Bool {
    guard let body = enclosingBody, body.isHandwritten else { return true }
    return body.hasDescendant { node in
      guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == baseName.text,
        use.isValue
      else { return false }
      guard let access = use.parent?.as(MemberAccessExprSyntax.self) else { return true }
      return access.base?.id != ExprSyntax(use).id
    }
  }
}
