internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Objects of Core Data that new ones take the place of.
extension ChildrenLeftBehind {
  /// `note.settings = Settings(context: context)`, where the note has settings already.
  func checkReplaced(_ node: Syntax, in file: LintFile, _ report: RuleReport) {
    guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let target = terms.first?.as(MemberAccessExprSyntax.self), let base = target.base,
      let value = terms.last,
      (value.as(DeclReferenceExprSyntax.self)?.localValue ?? value).withoutCast.call?
        .makesManaged ?? false,
      let owner = TypeReader(file: file).managed(base), !owner.isList,
      case let name = target.declName.baseName.text,
      let answer = file.ask(.ownsOne(name, of: owner.name)).first,
      ExprSyntax(target).isKept(from: node), !ExprSyntax(target).isNothing(at: node),
      let code = node.enclosing(FunctionDeclSyntax.self).map({ Syntax($0) }), code.isHandwritten,
      !code.deletes(name), !code.asksForNothing(name, besides: target)
    else { return }
    report(
      "the object that '\(owner.name).\(name)' had before stays in the store"
        + (answer == "required"
          ? ", without the owner that it must have: this save fails" : ", and belongs to nobody"),
      at: file.location(target.declName), entity: owner.name, property: name,
      help: "change the object that is there, or delete it before the new one takes its place",
      certainty: .inferred("there may be none yet, and other code may delete it"))
  }

  static let replacements: [RuleExample] = [
    .flagged(
      """
      // file: Notes.swift
      import CoreData
      final class Editor {
        var note: CDNote?
        var context: NSManagedObjectContext!
        var isLoud: Bool { note?.settings?.isLoud ?? false }
        func silence() {
          let settings = CDSettings(context: context)
          settings.isLoud = false
          note?.↓settings = settings
        }
      }
      \(settings)
      """),
    .clean(
      """
      // file: Notes.swift
      import CoreData
      final class Editor {
        var note: CDNote?
        var context: NSManagedObjectContext!
        var isLoud: Bool { note?.settings?.isLoud ?? false }
        func silence() {
          if note?.settings == nil { note?.settings = CDSettings(context: context) }
          note?.settings?.isLoud = false
        }
        func reset() {
          if let old = note?.settings { context.delete(old) }
          note?.settings = CDSettings(context: context)
        }
        func start(_ title: String) -> CDNote {
          let note = CDNote(context: context)
          note.settings = CDSettings(context: context)
          return note
        }
      }
      \(settings)
      """),
    .flagged(
      """
      // file: Notes.swift
      import CoreData
      func fill(_ folder: CDFolder, _ titles: [String], _ context: NSManagedObjectContext) {
        if let notes = folder.notes { folder.↓removeFromNotes(notes) }
        for title in titles {
          let note = CDNote(context: context)
          note.title = title
          folder.addToNotes(note)
        }
      }
      func all(_ context: NSManagedObjectContext) throws -> [CDNote] {
        try context.fetch(NSFetchRequest<CDNote>(entityName: "Note"))
      }
      \(CoreDataText.model)
      """),
  ]

  private static let settings = """
    // file: Notes.xcdatamodeld/Notes.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Note" representedClassName="CDNote">
      <relationship name="settings" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Settings" inverseName="note" inverseEntity="Note"/>
    </entity>
    <entity name="Settings" representedClassName="CDSettings">
      <attribute name="isLoud" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
      <relationship name="note" maxCount="1" deletionRule="Nullify" destinationEntity="Note" inverseName="settings" inverseEntity="Settings"/>
    </entity>
    </model>
    """
}

extension Syntax {
  /// Whether code deletes what a relationship leads to, by its own name or that of a variable.
  fileprivate func deletes(_ name: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name.removes else { return false }
      guard call.name == "delete", let given = call.arguments.onlyElement?.expression.unwrapped
      else { return true }
      let value = given.as(DeclReferenceExprSyntax.self)?.localValue ?? given
      let text = (value.trimmedDescription + given.trimmedDescription).lowercased()
      if case .local(_, nil)? = given.as(DeclReferenceExprSyntax.self)?.nameOrigin { return true }
      return text.contains(name.lowercased())
    }
  }

  /// Whether code asks at some place whether there is an object yet.
  fileprivate func asksForNothing(_ name: String, besides target: MemberAccessExprSyntax) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self), access.id != target.id,
        access.declName.baseName.text == name
      else { return false }
      let whole = Syntax(access).unwrapping
      return whole.parent?.is(InitializerClauseSyntax.self) ?? false
        || whole.parent?.as(ExprListSyntax.self)?.last?.is(NilLiteralExprSyntax.self) ?? false
    }
  }

  /// Whether all that code adds to a list are objects that it has just made, and there are such.
  fileprivate func makesAll(for list: String) -> (adds: Bool, isNew: Bool) {
    var (adds, isNew) = (false, true)
    let name = "addTo" + list.prefix(1).uppercased() + list.dropFirst()
    forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == name,
        let given = call.arguments.onlyElement?.expression.unwrapped
      else { return true }
      adds = true
      let value = given.as(DeclReferenceExprSyntax.self)?.localValue ?? given
      isNew = isNew && value.withoutCast.call.map { $0.makesManaged || $0.createsForType } ?? false
      return true
    }
    return (adds, isNew)
  }

  func fillsAnew(_ list: String) -> Bool { makesAll(for: list) == (true, true) }
}

extension FunctionCallExprSyntax {
  /// `Page.create(from: text)`
  fileprivate var createsForType: Bool {
    guard ["add", "create", "insert", "make", "new"].contains(name.camelWords.first ?? "") else {
      return false
    }
    return receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false
  }
}
