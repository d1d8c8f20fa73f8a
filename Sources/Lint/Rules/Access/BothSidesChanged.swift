internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds code that keeps both sides of a relationship by hand, where that costs something.
struct BothSidesChanged: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "both-sides-changed", group: .dataAccess, severity: .note,
    summary: "both sides of a relationship are changed by hand",
    why:
      "SwiftData sets the other side itself: the second change adds nothing. In a loop, adding to "
      + "the list loads all of it and writes it anew each time",
    fix: "set the to-one side and leave the list to SwiftData",
    limits:
      "only loops over objects that all get the same owner: elsewhere the second change costs nothing",
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
        func gather(_ notes: [Note], in folder: Folder) {
          notes.forEach { note in
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
        """,
      clean: """
        func move(_ notes: [Note], to folder: Folder) { for note in notes { note.folder = folder } }
        ---
        @Model final class User {
          var name = ""
          var followers: [User]? = []
          @Relationship(inverse: \\User.followers) var following: [User]? = []
          init() {}
          func follow(_ user: User) {
            following?.append(user)
            user.followers?.append(self)
          }
        }
        let mirrored = try ModelContainer(
          for: User.self, configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.notes")))
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
        import Testing
        func fill(_ folder: Folder, _ notes: [Note]) {
          for note in notes {
            note.folder = folder
            folder.notes.append(note)
          }
        }
        ---
        // Nothing says that these two are a pair.
        @Model final class Page { var shots: Album; init(shots: Album) { self.shots = shots } }
        @Model final class Album { @Relationship(deleteRule: .cascade) var pages: [Page] = []; init() {} }
        func fill(_ album: Album, _ context: ModelContext) {
          for _ in 0..<3 {
            let page = Page(shots: album)
            album.pages.append(page)
            context.insert(page)
          }
        }
        ---
        func add(_ note: Note, to folder: Folder, _ list: Trip) {
          folder.notes.append(note)
          note.title = folder.name
        }
        """))

  static let nodes: [SyntaxKind] = [.codeBlockItemList]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let items = node.as(CodeBlockItemListSyntax.self), items.isHandwritten,
      file.meansSwiftData
    else { return }
    for pair in items.twoSided(in: file)
    where [pair.link, pair.other].contains(where: { items.repeats($0) }) {
      report(
        Self.message(pair.link.title, pair.other.title), at: file.location(pair.link.place),
        entity: pair.entity, property: pair.link.property)
    }
  }

  /// Functions that loops call, with the same owner in each turn.
  func check(_ lint: LintContext, report: RuleReport) {
    guard !lint.flows.twoSided.isEmpty else { return }
    let calls = lint.flows.calls.filter { $0.loop != nil && !$0.fixed.isEmpty }
    for pair in lint.flows.twoSided {
      let isRepeated = calls.contains { call in
        call.fixed.contains(pair.owner)
          && lint.code.inheritedFunctions(of: call).contains { $0.location == pair.function }
      }
      guard isRepeated else { continue }
      report(
        Self.message(pair.change, pair.cause), at: pair.location, entity: pair.entity,
        property: pair.property)
    }
  }

  private static func message(_ change: String, _ cause: String) -> String {
    "'\(change)' follows from the change of '\(cause)' by itself"
  }
}

extension CodeBlockItemListSyntax {
  /// Changes of one side of a relationship, each with that of the other side before it.
  func twoSided(in file: LintFile) -> [(
    link: RelationshipLink, other: RelationshipLink, entity: String
  )] {
    let links = compactMap { RelationshipLink($0) }
    guard let first = links.first else { return [] }
    let types = TypeReader(file: file)
    var found: [(RelationshipLink, RelationshipLink, String)] = []
    // An object that was made for the owner: `let note = Note(folder: folder)`.
    if first.isAdded || links.count > 1 {
      for link in links where link.isAdded {
        guard let made = link.made(in: self),
          let entity = link.ownType ?? types.type(of: link.expression)?.name,
          let back = file.ask(.certainInverse(link.property, of: entity)).first,
          let argument = made.argument(back), argument.lastName == link.owner,
          types.isModel(made.name)
        else { continue }
        found.append((link, RelationshipLink(setting: back, for: link), entity))
      }
    }
    guard links.count > 1 else { return found }
    for (position, link) in links.enumerated() {
      for other in links[..<position]
      where other.owner == link.value && other.value == link.owner && other.owner != other.value {
        guard let entity = link.ownType ?? types.type(of: link.expression)?.name,
          file.ask(.certainInverse(link.property, of: entity)) == [other.property]
        else { continue }
        found.append((link, other, entity))
      }
    }
    return found
  }
}

extension CodeBlockItemListSyntax {
  /// Whether the items are the body of a loop in which each element is added to one and the same list,
  /// that of an object which was there before.
  fileprivate func repeats(_ link: RelationshipLink) -> Bool {
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
