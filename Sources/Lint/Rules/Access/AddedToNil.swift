internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that are appended to an optional relationship which nothing has ever given a list.
struct AddedToNil: ProjectRule {
  static let info = RuleInfo(
    id: "added-to-nil", group: .dataAccess, severity: .warning,
    summary: "an object is appended to an optional relationship that no code gives a list",
    why:
      "an optional relationship without a value of its own is nil in a new object: '?.append' does nothing then, "
      + "without an error, and what was to be added is lost",
    fix:
      "give the relationship an empty list where it is declared, '= []', or set the other side: 'note.folder = folder'",
    limits:
      "only relationships of SwiftData's that neither their declaration, an initializer nor any other code gives a list",
    examples: .texts(
      flagged: """
        import SwiftData
        @Model final class Album { var title = ""; var songs: [Song]?; init() {} }
        @Model final class Song { var title = ""; var album: Album?; init() {} }
        func add(_ song: Song, to album: Album) { album.songs?.↓append(song) }
        ---
        import SwiftData
        import SwiftUI
        @Model final class Album {
          var title: String
          @Relationship(deleteRule: .cascade, inverse: \\Song.album) var songs: [Song]? = nil
          init(title: String) { self.title = title }
        }
        @Model final class Song { var title = ""; var album: Album?; init() {} }
        struct AlbumView: View {
          let album: Album
          @Environment(\\.modelContext) private var modelContext
          var body: some View {
            Button("Add") {
              let song = Song()
              modelContext.insert(song)
              album.songs?.↓append(song)
            }
          }
        }
        ---
        import SwiftData
        @Model final class Album {
          var songs: [Song]?
          init() {}
          func add(_ more: [Song]) { songs?.↓append(contentsOf: more) }
        }
        @Model final class Song { var album: Album?; init() {} }
        """,
      clean: """
        import SwiftData
        @Model final class Album { var title = ""; var songs: [Song]? = []; init() {} }
        @Model final class Song { var title = ""; var album: Album?; init() {} }
        func add(_ song: Song, to album: Album) { album.songs?.append(song) }
        ---
        import SwiftData
        @Model final class Album {
          var songs: [Song]?
          init() { songs = [] }
        }
        @Model final class Song { var album: Album?; init() {} }
        func add(_ song: Song, to album: Album) { album.songs?.append(song) }
        ---
        import SwiftData
        @Model final class Album { var songs: [Song]?; init() {} }
        @Model final class Song { var album: Album?; init() {} }
        func add(_ song: Song, to album: Album) {
          if album.songs == nil { album.songs = [song] } else { album.songs?.append(song) }
        }
        ---
        // file: Album.swift
        import SwiftData
        @Model final class Album { var songs: [Song]?; init() {} }
        @Model final class Song { var album: Album?; init() {} }
        // file: Adding.swift
        import SwiftData
        func add(_ song: Song, to album: Album) { album.songs?.append(song) }
        // file: Making.swift
        import SwiftData
        func made() -> Album {
          let album = Album()
          album.songs = []
          return album
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    var given: [String: Bool] = [:]
    for added in lint.flows.addedToNil {
      let key = "\(added.entity).\(added.property)"
      let isGiven =
        given[key]
        ?? !lint.answer(.isGivenAtBirth(key)).isEmpty || lint.gives(added.property)
      given[key] = isGiven
      guard !isGiven else { continue }
      report(
        "no code gives '\(key)' a list, and while it is nil this adds nothing",
        at: added.location, entity: added.entity, property: added.property,
        certainty: .inferred("an object that was saved before may have an empty list"))
    }
  }
}

extension LintContext {
  /// Whether a line of any file assigns something but nil to a property of that name: `album.songs = []`.
  fileprivate func gives(_ property: String) -> Bool {
    let files = allFiles()
    return WordsOfFiles.positions(of: [property], in: files).contains { position in
      String(decoding: files[position].bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        .contains { $0.gives(property) }
    }
  }
}

extension Substring {
  fileprivate func gives(_ property: String) -> Bool {
    ranges(of: property).contains { range in
      let (before, after) = (self[..<range.lowerBound], self[range.upperBound...])
      // `let songs = album.songs ?? []` is another one.
      if before.last.map({ $0.isLetter || $0.isNumber || $0 == "_" }) ?? false { return false }
      let words = before.split(separator: " ")
      let isDeclared = ["let", "var"].contains(words.last)
      guard !isDeclared || after.first == ":" else { return false }
      var rest = after
      if isDeclared {
        rest = rest.prefix { $0 != ";" }
        guard let sign = rest.firstIndex(of: "=") else { return false }
        rest = rest[sign...]
      }
      rest = rest.drop { $0 == " " }
      if rest.hasPrefix("??=") { return true }
      guard rest.hasPrefix("="), !rest.hasPrefix("==") else { return false }
      return !rest.dropFirst().drop { $0 == " " }.hasPrefix("nil")
    }
  }
}

extension FlowReader {
  /// `album.songs?.append(song)` of a to-many relationship.
  mutating func noteAddedToNil(_ call: FunctionCallExprSyntax) {
    guard !file.isTest, file.meansSwiftData, ["append", "insert"].contains(call.name),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      let list = access.base?.as(OptionalChainingExprSyntax.self)?.expression
    else { return }
    let entity: String?
    let property: String
    if let member = list.as(MemberAccessExprSyntax.self), let object = member.base?.unwrapped {
      entity = object.isSelfName ? member.ownerName : types.model(of: object)
      property = member.declName.baseName.text
    } else if let own = list.as(DeclReferenceExprSyntax.self), own.nameOrigin.isMemberOrNothing {
      (entity, property) = (own.ownerName, own.baseName.text)
    } else {
      return
    }
    guard let entity, !file.ask(.isOptionalToMany(property, of: entity)).isEmpty else { return }
    flows.addedToNil.append(
      .init(entity: entity, property: property, location: file.location(call.nameNode)))
  }
}
