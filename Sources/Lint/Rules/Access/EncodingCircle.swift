internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds models that encode each other over both sides of a relationship.
struct EncodingCircle: ProjectRule {
  static let info = RuleInfo(
    id: "encoding-circle", group: .dataAccess, severity: .error,
    summary: "objects encode those they are related to, and these encode them again",
    why:
      "an album encodes its songs, and each song its album: the encoder goes round in a circle until the app runs out "
      + "of stack and crashes",
    fix: "encode the way down alone, or the id of the other object on the way back",
    limits:
      "only 'encode(to:)' of SwiftData's models that encode the relationships themselves; functions that ask 'userInfo' "
      + "are left alone",
    examples: .texts(
      flagged: """
        \(models)
        \(encoding("Album", "songs", "try container.encode(songs, forKey: .songs)"))
        \(encoding("Song", "album", "try container.↓encodeIfPresent(album, forKey: .album)"))
        ---
        \(models)
        \(encoding("Album", "songs", "if !songs.isEmpty { try container.encode(self.songs, forKey: .songs) }"))
        // file: Song+Encodable.swift
        import SwiftData
        \(encoding("Song", "album", "if let album { try container.↓encode(album, forKey: .album) }"))
        ---
        import SwiftData
        @Model final class Person: Encodable {
          var name = ""
          var partner: Person?
          init() {}
          enum CodingKeys: String, CodingKey { case name, partner }
          func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.↓encode(partner, forKey: .partner)
          }
        }
        """,
      clean: """
        \(models)
        \(encoding("Album", "songs", "try container.encode(songs, forKey: .songs)"))
        \(encoding("Song", "album", "try container.encode(album?.title, forKey: .album)"))
        ---
        \(models)
        \(encoding("Album", "songs", "try container.encode(songs.count, forKey: .songs)"))
        \(encoding("Song", "album", "try container.encodeIfPresent(album, forKey: .album)"))
        ---
        \(models)
        \(encoding("Album", "songs", "if encoder.userInfo.isEmpty { try container.encode(songs, forKey: .songs) }"))
        \(encoding("Song", "album", "try container.encodeIfPresent(album, forKey: .album)"))
        """))

  private static let models = """
    import SwiftData
    @Model final class Album {
      var title = ""
      @Relationship(inverse: \\Song.album) var songs: [Song] = []
      init() {}
    }
    @Model final class Song { var title = ""; var album: Album?; init() {} }
    """

  private static func encoding(_ type: String, _ key: String, _ line: String) -> String {
    """
    extension \(type): Encodable {
      enum CodingKeys: String, CodingKey { case title, \(key) }
      func encode(to encoder: Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        \(line)
      }
    }
    """
  }

  func check(_ lint: LintContext, report: RuleReport) {
    // Each class with the classes that it encodes, and where.
    var steps: [String: [(to: String, encoded: ObjectFlows.Forced)]] = [:]
    for encoded in lint.flows.encodedLinks.sorted(by: { $0.location.precedes($1.location) }) {
      guard let other = lint.answer(.destination(encoded.property, of: encoded.entity)).first
      else { continue }
      steps[encoded.entity, default: []].append((other, encoded))
    }
    let classes = steps.mapValues { $0.map(\.to) }
    var said: Set<String> = []
    // It is the way back to the one object that has to go; where all lead to many, any of them.
    for isLast in [false, true] {
      for (entity, links) in steps.sorted(by: { $0.key < $1.key }) {
        for (other, encoded) in links {
          let circle = Self.reached(from: other, by: classes)
          guard circle.contains(entity), said.isDisjoint(with: circle),
            isLast || other == entity
              || lint.answer(.relationship(encoded.property, of: entity)) == ["to-one"]
          else { continue }
          said.insert(entity)
          report(
            other == entity
              ? "each '\(entity)' encodes '\(encoded.property)', which encodes it again"
              : "a '\(entity)' encodes its '\(other)' here, and that encodes its '\(entity)' again: this never ends",
            at: encoded.location, entity: entity, property: encoded.property)
        }
      }
    }
  }

  /// The classes whose objects are encoded on the way, the first one included.
  private static func reached(from start: String, by steps: [String: [String]]) -> Set<String> {
    var found: Set<String> = []
    var waiting = [start]
    while let next = waiting.popLast() {
      guard found.insert(next).inserted else { continue }
      waiting += steps[next] ?? []
    }
    return found
  }
}

extension FlowReader {
  /// `try container.encode(songs, forKey: .songs)` in `encode(to:)` of a model.
  mutating func noteEncoded(_ function: FunctionDeclSyntax) {
    guard !file.isTest, file.meansSwiftData, function.name.text == "encode",
      function.signature.parameterClause.parameters.onlyElement?.firstName.text == "to",
      let owner = function.ownerName, types.isModel(owner), let body = function.body,
      body.isHandwritten, !body.mentions(["userInfo"])
    else { return }
    body.forEachDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self),
        ["encode", "encodeIfPresent"].contains(call.name), call.argument("forKey") != nil,
        let value = call.arguments.first?.expression.unwrapped
      else { return true }
      let name =
        value.as(DeclReferenceExprSyntax.self)
        ?? value.as(MemberAccessExprSyntax.self).flatMap {
          $0.base?.isSelfName ?? false ? $0.declName : nil
        }
      guard let property = name?.baseName.text,
        !file.ask(.relationship(property, of: owner)).isEmpty
      else { return true }
      flows.encodedLinks.append(
        .init(entity: owner, property: property, location: file.location(call.nameNode)))
      return true
    }
  }
}
