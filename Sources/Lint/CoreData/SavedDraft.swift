internal import StoreModel
internal import SwiftSyntax

/// An object of Core Data that a function makes, fills and saves without handing it to anybody before.
struct SavedDraft: Sendable, Codable {
  var type: String
  /// The properties that the function gives a value, on whatever way.
  var members: Set<String>
  var location: Location
  var saveLine: Int
}

extension FunctionCallExprSyntax {
  /// What becomes of the object that this makes; nil where anybody else may fill it.
  func savedDraft(in file: LintFile) -> SavedDraft? {
    guard makesManaged, name != "insertNewObject", !file.isTest, arguments.count == 1,
      let binding = parent?.parent?.as(PatternBindingSyntax.self), let name = binding.name,
      let item = binding.enclosing(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self), list.isHandwritten,
      item.item.is(DeclSyntax.self)
    else { return nil }
    let later = list.filter { $0.position > item.position }
    guard let save = later.lazy.compactMap(\.firstSave).first else { return nil }
    var members: Set<String> = []
    var isHandedOn = false
    for other in later {
      other.forEachDescendant { node in
        guard !isHandedOn else { return false }
        if let key = node.as(KeyPathExprSyntax.self), key.position < save.position { return true }
        guard let use = node.as(DeclReferenceExprSyntax.self), use.baseName.text == name,
          use.isValue
        else { return true }
        if let member = use.filledMember {
          members.insert(member)
        } else if use.position < save.position, !use.isOnlyRead {
          isHandedOn = true
        }
        return true
      }
    }
    return isHandedOn
      ? nil
      : SavedDraft(
        type: self.name, members: members, location: file.location(self),
        saveLine: file.location(save.nameNode).line ?? 0)
  }
}

extension CodeBlockItemSyntax {
  /// The first call that saves, of a context or by a function of that name.
  fileprivate var firstSave: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      if found == nil, let call = node.as(FunctionCallExprSyntax.self),
        call.savesManaged
          || call.name.lowercased().hasPrefix("save") && call.arguments.isEmpty
      {
        found = call
      }
      return found == nil
    }
    return found
  }
}

extension DeclReferenceExprSyntax {
  /// `title` of `note.title = …` and of `note.setValue(…, forKey: "title")`.
  fileprivate var filledMember: String? {
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base?.id == ExprSyntax(self).id
    else { return nil }
    if let call = access.parent?.as(FunctionCallExprSyntax.self), call.name == "setValue" {
      return call.argument("forKey")?.literalText
    }
    guard let terms = access.parent?.as(ExprListSyntax.self),
      terms.first?.id == ExprSyntax(access).id,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false
    else { return nil }
    return access.declName.baseName.text
  }

  /// Whether only a value of the object is looked at, or it is deleted.
  fileprivate var isOnlyRead: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == ExprSyntax(self).id
    {
      guard let call = access.parent?.as(FunctionCallExprSyntax.self) else { return true }
      return call.calledExpression.id != ExprSyntax(access).id
        || access.declName.baseName.text.hasPrefix("addTo")
    }
    let call = parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    return call.map { ["delete", "insert", "print"].contains($0.name) } ?? false
  }
}
