internal import Diagnostics
internal import SwiftSyntax

/// Lists that are given what an editor's copy of them has left.
extension ExprSyntax {
  /// Whether it is made of a list that the type around has filled from this one and takes objects out of, which no
  /// code of the type deletes.
  func isRebuilt(from list: ExprSyntax, in file: LintFile) -> Bool {
    var base = unwrapped
    while let call = base.call, Self.keeping.contains(call.name), let receiver = call.receiver {
      base = receiver.unwrapped
    }
    guard let target = list.unwrapped.as(MemberAccessExprSyntax.self),
      let copy = base.as(DeclReferenceExprSyntax.self)
        ?? base.as(MemberAccessExprSyntax.self).flatMap({
          $0.base?.isSelfName ?? false ? $0.declName : nil
        }), let owner = ownerName, let binding = file.tree.binding(copy.baseName.text, of: owner),
      binding.isStored,
      copy.nameOrigin.map({ if case .property = $0 { true } else { false } }) ?? true
    else { return false }
    let (name, property) = (copy.baseName.text, target.declName.baseName.text)
    var (isFilled, isShortened, isDeleted) = (false, false, false)
    for block in file.tree.memberBlocks(of: owner) {
      block.forEachDescendant { node in
        if let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }) {
          // `photos = album.photos.sorted { … }`
          let isFill =
            terms.count > 2 && terms[1].is(AssignmentExprSyntax.self) && terms[0].lastName == name
            && terms.dropFirst(2).contains { $0.reads(property) }
          isFilled = isFilled || isFill
        }
        guard let call = node.as(FunctionCallExprSyntax.self) else { return !isDeleted }
        if call.name.lowercased().has("delete") { isDeleted = true }
        if Self.shortening.contains(call.name), call.receiver?.lastName == name {
          isShortened = true
        }
        return !isDeleted
      }
    }
    return isFilled && isShortened && !isDeleted
  }

  /// Whether it names a property of another object.
  private func reads(_ property: String) -> Bool {
    hasDescendant { node in
      guard let access = node.as(MemberAccessExprSyntax.self) else { return false }
      return access.declName.baseName.text == property && !(access.base?.isSelfName ?? true)
    }
  }

  private static let keeping: Set = ["compactMap", "enumerated", "filter", "map", "sorted"]
  private static let shortening: Set = ["remove", "removeAll", "removeSubrange"]
}

extension ChildrenLeftBehind {
  /// Those of 'isRebuilt'.
  static let rebuilt: [RuleExample] = .texts(
    in: models,
    flagged: """
      final class AlbumEditor {
        let album: Album
        var photos: [Photo]
        init(_ album: Album) {
          self.album = album
          self.photos = album.photos.sorted { $0.name < $1.name }
        }
        func drop(_ places: IndexSet) { photos.remove(atOffsets: places) }
        func save() {
          album.↓photos = photos.enumerated().map { place, photo in
            photo.name = "\\(place)"
            return photo
          }
        }
      }
      """,
    clean: """
      final class AlbumEditor {
        let album: Album
        let context: ModelContext
        var photos: [Photo]
        init(_ album: Album, _ context: ModelContext) {
          self.album = album
          self.context = context
          self.photos = album.photos
        }
        func drop(_ places: IndexSet) {
          for place in places { context.delete(photos[place]) }
          photos.remove(atOffsets: places)
        }
        func save() { album.photos = photos }
      }
      ---
      final class AlbumSorter {
        let album: Album
        var photos: [Photo]
        init(_ album: Album) {
          self.album = album
          self.photos = album.photos
        }
        func move(_ from: IndexSet, _ to: Int) { photos.move(fromOffsets: from, toOffset: to) }
        func save() { album.photos = photos }
      }
      """)
}
