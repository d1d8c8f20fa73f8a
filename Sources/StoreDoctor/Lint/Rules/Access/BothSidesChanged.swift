internal import Diagnostics
internal import SwiftSyntax

/// Finds code that keeps both sides of a relationship by hand, where that costs something.
struct BothSidesChanged: SourceRule {
  static let info = RuleInfo(
    id: "both-sides-changed", group: .dataAccess, severity: .note,
    summary: "both sides of a relationship are changed by hand",
    why:
      "SwiftData sets the other side itself: the second change adds nothing. In a loop, adding to "
      + "the list loads all of it and writes it anew each time, and in stores that are synchronised an "
      + "object may get into it twice",
    fix: "set the to-one side and leave the list to SwiftData",
    limits: "only loops over objects that all get the same owner, and models that CloudKit mirrors",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        func move(_ notes: [Note], to folder: Folder) {
          for note in notes {
            note.folder = folder
            ↓folder.notes.append(note)
          }
        }
        ---
        func add(_ places: [String], to trip: Trip) {
          places.forEach { place in
            let stop = Stop()
            trip.stops?.append(stop)
            stop.place = place
            ↓stop.trip = trip
          }
        }
        ---
        @Model final class User {
          var name = ""
          var followers: [User]? = []
          @Relationship(inverse: \\User.followers) var following: [User]? = []
          init() {}
          func follow(_ user: User) {
            following?.append(user)
            ↓user.followers?.append(self)
          }
        }
        let mirrored = try ModelContainer(
          for: User.self, configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.notes")))
        """,
      clean: """
        func move(_ notes: [Note], to folder: Folder) { for note in notes { note.folder = folder } }
        ---
        func move(_ note: Note, to folder: Folder) {
          note.folder = folder
          folder.notes.append(note)
        }
        ---
        func copy(_ notes: [Note], _ context: ModelContext) {
          let folder = Folder()
          for note in notes {
            note.folder = folder
            folder.notes.append(note)
          }
          context.insert(folder)
        }
        ---
        func add(_ note: Note, to first: Folder, or second: Folder) {
          note.folder = first
          second.notes.append(note)
        }
        ---
        func add(_ note: Note, to folder: Folder, _ list: Trip) {
          folder.notes.append(note)
          note.title = folder.name
        }
        """))

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten,
      file.meansSwiftData
    else { return }
    let links = items.compactMap { Link($0) }
    guard links.count > 1 else { return }
    let types = TypeReader(file: file)
    for (position, link) in links.enumerated() {
      for other in links[..<position]
      where other.owner == link.value && other.value == link.owner && other.owner != other.value {
        guard let entity = types.type(of: link.expression)?.name ?? link.ownType,
          file.ask(.inverse(link.property, of: entity)) == [other.property],
          [link, other].contains(where: { items.repeats($0) })
            || !file.ask(.isMirrored(entity)).isEmpty
        else { continue }
        report(
          "'\(link.owner).\(link.property)' follows from the change of "
            + "'\(other.owner).\(other.property)' by itself", at: file.location(link.place),
          entity: entity, property: link.property)
      }
    }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the items are the body of a loop in which each element is added to one and the same list,
  /// that of an object which was there before.
  fileprivate func repeats(_ link: Link) -> Bool {
    guard link.isAdded,
      let loop = parent?.parent.flatMap({ Loop($0) })
        ?? parent?.as(ClosureExprSyntax.self)?.userCall.flatMap({ Loop(Syntax($0)) }),
      loop.body.id == id, !loop.changingNames.contains(link.owner)
    else { return false }
    guard let owner = link.expression.as(DeclReferenceExprSyntax.self) else { return true }
    switch owner.nameOrigin {
    case .local(_, let value?):
      // A new object has no list in the store yet.
      let isNew = value.call?.name.first?.isUppercase ?? false
      return !isNew && !contains(Syntax(value))
    case .local(_, nil), .element, .content: return false
    default: return true
    }
  }
}

/// `owner.property = value` and `owner.property.append(value)`.
private struct Link {
  let owner: String
  let property: String
  let value: String
  let expression: ExprSyntax
  let place: Syntax
  /// Whether it adds to a list.
  let isAdded: Bool
  /// The class around it, for what is not written before a dot.
  let ownType: String?

  init?(_ item: CodeBlockItemSyntax) {
    guard case .expr(let statement) = item.item else { return nil }
    let target: ExprSyntax
    let given: ExprSyntax
    isAdded = statement.call != nil
    if let call = statement.call {
      guard call.name == "append", let receiver = call.receiver,
        let argument = call.arguments.first, argument.label == nil
      else { return nil }
      target = receiver
      given = argument.expression
    } else {
      guard let terms = statement.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let first = terms.first, let last = terms.last
      else { return nil }
      target = first
      given = last
    }
    guard let value = given.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let name = target.lastName
    else { return nil }
    var plain = target
    while let inner = plain.wrapped { plain = inner }
    if let access = plain.as(MemberAccessExprSyntax.self), let base = access.base,
      let text = base.lastName, base.dottedName == text
    {
      owner = text
      expression = base.unwrapped
    } else if plain.is(DeclReferenceExprSyntax.self) {
      owner = "self"
      expression = plain
    } else {
      return nil
    }
    property = name
    self.value = value
    place = Syntax(statement.unwrapped)
    ownType = owner == "self" ? statement.ownerName : nil
  }
}
