internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds code that takes objects out of a list whose owner they are deleted with, and leaves them in
/// the store.
struct ChildrenLeftBehind: SourceRule, ProjectRule {
  static let info = RuleInfo(
    id: "children-left-behind", group: .dataAccess, severity: .warning,
    summary: "objects are taken out of a list and stay in the store",
    why:
      "'.cascade' deletes them with their owner; an object that is only taken out of the list loses "
      + "its owner and stays, where nobody finds it again",
    fix: "delete the objects with 'context.delete', which takes them out of the list as well",
    limits:
      "silent where the function deletes anything, or adds to a list objects that it has not made; lists without "
      + "'.cascade' count where no code fetches or deletes their objects and nothing else leads to them",
    examples: [RuleExample].texts(
      in: models,
      flagged: """
        func clear(_ album: Album) { album.photos.↓removeAll() }
        ---
        func replace(in album: Album, _ names: [String]) {
          album.↓photos = []
          for name in names { album.photos.append(Photo(name)) }
        }
        ---
        extension Album {
          func drop(_ places: IndexSet) { photos.↓remove(atOffsets: places) }
        }
        ---
        func drop(_ photo: Photo, of album: Album) { album.photos.↓removeAll { $0 == photo } }
        ---
        func dropFirst(of album: Album, named name: String) {
          if let index = album.photos.firstIndex(where: { $0.name == name }) {
            withAnimation { _ = album.photos.↓remove(at: index) }
          }
        }
        ---
        func keep(_ count: Int, of album: Album) {
          album.↓photos = Array(album.photos.sorted { $0.name < $1.name }.prefix(count))
        }
        ---
        func shorten(_ shelf: Shelf) { shelf.↓photos = shelf.photos?.filter { $0.name != "" } ?? [] }
        ---
        func rename(_ album: Album, _ name: String) {
          album.photos.↓removeAll { $0.name != name }
          let photo = Photo(name)
          if album.photos.isEmpty { album.photos.append(photo) }
        }
        ---
        struct AlbumEditor {
          let album: Album
          var names: [String]
          mutating func fill() { names = album.photos.map(\\.name) }
          func save() { album.↓photos = names.map { Photo($0) } }
        }
        ---
        func updatePhotos(of shelf: Shelf, _ names: Set<String>) {
          shelf.↓photos = names.map { name in
            let photo = Photo(name)
            photo.name += "!"
            return photo
          }
        }
        ---
        // file: AlbumView.swift
        import SwiftUI

        struct AlbumView: View {
          @State var album: Album
          let photo: Photo
          var body: some View {
            Button("Drop") { withAnimation { album.photos.↓removeAll { $0 == photo } } }
            Button("Delete") { deletePhoto() }
          }
          private func deletePhoto() {}
        }
        """,
      clean: """
        func clear(_ album: Album, _ context: ModelContext) {
          for photo in album.photos { context.delete(photo) }
          album.photos.removeAll()
        }
        ---
        func move(_ photo: Photo, from album: Album, to other: Album) {
          album.photos.removeAll { $0 == photo }
          other.photos.append(photo)
        }
        ---
        func bring(_ photo: Photo, from album: Album, to other: Album) {
          album.photos = album.photos.filter { $0 != photo }
          other.photos.append(photo)
        }
        ---
        func sort(_ album: Album, _ other: Album) {
          album.photos = album.photos.sorted { $0.name < $1.name }
          album.photos = other.photos.filter { $0.name != "" }
        }
        ---
        struct AlbumMaker {
          var album = Album()
          var title: Int { album.photos.count }
          func fill(_ names: [String]) { album.photos = names.map { Photo($0) } }
        }
        ---
        func fill(_ album: Album, _ names: [String]) { album.photos = names.map { Photo($0) } }
        ---
        struct AlbumEditor {
          let album: Album
          func save(_ names: [String]) {
            let known = album.photos
            album.photos = names.map { name in known.first { $0.name == name } ?? Photo(name) }
          }
          func start(_ names: [String]) {
            if album.photos.isEmpty { album.photos = names.map { Photo($0) } }
          }
        }
        ---
        func clear(_ album: Album) { album.marks.removeAll(); album.notes = [] }
        ---
        func link(_ album: Album, to photos: [Photo]) {
          album.photos.removeAll()
          for photo in photos { album.photos.append(photo) }
        }
        ---
        extension Photo {
          func leave() {
            if let album, let index = album.photos.firstIndex(of: self) { album.photos.remove(at: index) }
            shelf?.photos?.removeAll { $0 == self }
          }
        }
        ---
        func add(_ photo: Photo, to shelf: Shelf) {
          if shelf.photos == nil { shelf.photos = [] }
          shelf.photos?.append(photo)
          let new = Shelf()
          new.photos = []
        }
        ---
        func clear(_ album: Album) { for photo in album.photos { PhotoStore.deletePhoto(photo) }; album.photos = [] }
        ---
        extension Album {
          convenience init(empty: Bool) { self.init(); photos = [] }
          var others: [Photo] { var all = photos; all.removeAll { $0.name == "a" }; return all }
        }
        """) + managed + replacements + rebuilt + unfound)

  static func models(_ text: String) -> String {
    """
    import Foundation
    import SwiftData

    @Model final class Album {
      @Relationship(deleteRule: .cascade, inverse: \\Photo.album) var photos: [Photo] = []
      @Relationship(inverse: \\Mark.albums) var marks: [Mark] = []
      var notes: [String] = []
      init() {}
    }
    @Model final class Photo {
      var name = ""
      var album: Album?
      var shelf: Shelf?
      init(_ name: String) { self.name = name }
    }
    @Model final class Mark { var albums: [Album] = []; init() {} }
    @Model final class Shelf {
      @Relationship(deleteRule: .cascade, inverse: \\Photo.shelf) var photos: [Photo]?
      init() {}
    }

    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr, .sequenceExpr]

  private static let removing: Set = [
    "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.meansSwiftData else { return checkManaged(node, in: file, report) }
    guard !file.isTest, let (entity, property, place) = Self.leftBehind(node, in: file),
      !file.ask(.cascades(property, of: entity)).isEmpty
    else { return }
    report(
      "what is taken out of '\(entity).\(property)' stays in the store: '.cascade' deletes it "
        + "only with its owner", at: file.location(place), entity: entity, property: property,
      help: place.sharedRemoval(from: entity).map { name in
        "delete the objects with 'context.delete' where '\(name)' is called to be rid of them; "
          + "where it is called to move them to another list, it is right as it is"
      })
  }

  /// The list of a relationship that code takes objects out of and neither deletes nor puts elsewhere.
  static func leftBehind(
    _ node: Syntax, in file: LintFile
  ) -> (entity: String, property: String, place: Syntax)? {
    if let call = node.as(FunctionCallExprSyntax.self) {
      guard removing.contains(call.name), let list = call.receiver,
        // What is taken out and used goes somewhere.
        node.parent?.is(CodeBlockItemSyntax.self) ?? false
          || node.parent?.as(ExprListSyntax.self)?.first?.is(DiscardAssignmentExprSyntax.self)
            ?? false
      else { return nil }
      let isWhole =
        call.name == "removeAll" && call.arguments.isEmpty
        && call.trailingClosure == nil
      let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName
      return leftBehind(list, at: name.map { Syntax($0) } ?? node, isWhole: isWhole, in: file)
    }
    guard let parts = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      // `shelf.photos = shelf.photos?.filter { … } ?? []`
      parts.count == 3
        || parts.count == 5 && parts[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      parts[1].is(AssignmentExprSyntax.self), case (let list, let value) = (parts[0], parts[2]),
      case let isWhole = value.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false,
      case let isReplaced = value.makesObjects && list.isKept(from: node)
        || value.isRebuilt(from: list, in: file),
      isWhole || isReplaced || value.isPart(of: list)
    else { return nil }
    guard !list.isNothing(at: node), !list.isOfNewObject else { return nil }
    let name = list.unwrapped.as(MemberAccessExprSyntax.self)?.declName
    return leftBehind(
      list, at: name.map { Syntax($0) } ?? Syntax(list), isWhole: isWhole || isReplaced, in: file)
  }

  private static func leftBehind(
    _ list: ExprSyntax, at place: Syntax, isWhole: Bool, in file: LintFile
  ) -> (entity: String, property: String, place: Syntax)? {
    guard let found = list.relationship(in: file), !list.isLocal,
      place.enclosing(InitializerDeclSyntax.self) == nil
    else { return nil }
    // What else a view does on other occasions says nothing of this one.
    let code =
      place.enclosing(FunctionDeclSyntax.self).map { Syntax($0) } ?? place.actionAround
      ?? place.enclosing(VariableDeclSyntax.self).map { Syntax($0) }
    let called = code?.calledNames.map { $0.lowercased() } ?? []
    guard !called.contains(where: { $0.has("delete") || $0.has("orphan") }),
      isWhole ? !(code?.putsBack(into: list) ?? false) : !(code?.addsWhatIsThere ?? false),
      // What takes itself out is deleted or given another owner by those who ask it to.
      !(code?.handsOnItself ?? false)
    else { return nil }
    return (found.entity, found.property, place)
  }
}
