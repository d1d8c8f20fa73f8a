internal import Diagnostics
internal import SwiftSyntax

/// The same done by hand: `for tag in note.tags { context.delete(tag) }` before `context.delete(note)`.
extension CascadeToShared: SourceRule {
  static let nodes: [SyntaxKind] = Loop.nodes

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let list = DeletedOneByOne.deletedList(node),
      let access = list.listBehind.as(MemberAccessExprSyntax.self),
      let object = access.base?.unwrapped, let body = node.enclosingBody, body.isHandwritten,
      body.deletes(object.trimmedDescription),
      let owner = TypeReader(file: file).model(of: object),
      case let name = access.declName.baseName.text,
      file.ask(.relationship(name, of: owner)) == ["to-many"],
      let other = file.ask(.destination(name, of: owner)).first,
      let inverse = file.ask(.inverse(name, of: owner)).first,
      file.ask(.relationship(inverse, of: other)) == ["to-many"]
    else { return }
    report(
      "each '\(other)' in '\(owner).\(name)' is deleted with its '\(owner)', also those that others have",
      at: file.location(list), entity: owner, property: name,
      help: "delete those alone whose '\(inverse)' holds nothing else")
  }

  static let byHand: [RuleExample] = .texts(
    in: shelves,
    flagged: """
      func remove(_ note: Note, _ context: ModelContext) {
        for tag in ↓note.tags { context.delete(tag) }
        context.delete(note)
      }
      ---
      struct NoteList: View {
        @Environment(\\.modelContext) private var modelContext
        @Query private var notes: [Note]
        var body: some View {
          List {
            ForEach(notes) { Text($0.title) }.onDelete { places in
              for place in places {
                let note = notes[place]
                ↓note.tags.forEach { modelContext.delete($0) }
                modelContext.delete(note)
              }
            }
          }
        }
      }
      ---
      func remove(_ note: Note, _ context: ModelContext) {
        let tags = note.tags
        context.delete(note)
        ↓tags.forEach { context.delete($0) }
      }
      ---
      @ModelActor actor Library {
        func remove(_ id: PersistentIdentifier) throws {
          guard let note = self[id, as: Note.self] else { return }
          for tag in ↓note.tags {
            modelContext.delete(tag)
          }
          modelContext.delete(note)
          try modelContext.save()
        }
      }
      """,
    clean: """
      func remove(_ note: Note, _ context: ModelContext) {
        for tag in note.tags where tag.notes.count == 1 { context.delete(tag) }
        context.delete(note)
      }
      ---
      func remove(_ note: Note, _ context: ModelContext) {
        for picture in note.pictures { context.delete(picture) }
        context.delete(note)
      }
      ---
      func clear(_ note: Note, _ context: ModelContext) {
        for tag in note.tags { context.delete(tag) }
      }
      """)

  private static func shelves(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI

    @Model final class Note {
      var title = ""
      @Relationship(inverse: \\Tag.notes) var tags: [Tag] = []
      @Relationship(deleteRule: .cascade, inverse: \\Picture.note) var pictures: [Picture] = []
      init() {}
    }
    @Model final class Tag { var name = ""; var notes: [Note] = []; init() {} }
    @Model final class Picture { var name = ""; var note: Note?; init() {} }
    \(text)
    """
  }
}

extension ExprSyntax {
  /// `note.tags` of `note.tags ?? []`, also where that was given to a constant.
  fileprivate var listBehind: ExprSyntax {
    var value = unwrapped
    for _ in 0..<4 {
      if let first = value.otherwiseDefault {
        value = first.unwrapped
      } else if let given = value.as(DeclReferenceExprSyntax.self)?.localValue {
        value = given.unwrapped
      } else {
        break
      }
    }
    return value
  }
}

extension Syntax {
  /// Whether an object is deleted: `context.delete(note)`.
  fileprivate func deletes(_ object: String) -> Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "delete", call.isOnContext
      else { return false }
      return call.arguments.onlyElement?.expression.unwrapped.trimmedDescription == object
    }
  }
}
