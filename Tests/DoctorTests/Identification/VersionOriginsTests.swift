import StoreEngine
import StoreModel
import TestSupport
import Testing

@testable import StoreDoctor

/// Histories made up at random, in which one version is edited or missing: the answer names what was
/// done, or all that explains the store as well, and never another version alone.
@Suite struct VersionOriginsTests {
  private static func attribute(_ name: String, _ type: AttributeType = .string) -> Attribute {
    Attribute(name: name, type: type, isOptional: true)
  }

  private static func model(_ place: Int, _ entities: [Entity]) -> DataModel {
    DataModel(
      name: place == 0 ? "App" : "App \(place + 1)", entities: entities, source: .xcodeModel)
  }

  /// Versions that each add something of their own to what the one before has.
  private static func history(_ count: Int, seed: UInt64) -> [DataModel] {
    var random = Seeded(seed)
    var entities = (0..<4).map { index in
      Entity(name: "E\(index)", attributes: (0..<4).map { attribute("a\($0)") })
    }
    for index in 0..<3 {
      let (there, back) = ("to\(index)", "from\(index)")
      entities[index].relationships.append(
        Relationship(
          name: there, destination: "E\(index + 1)", inverse: back, maxCount: 1, isOptional: true))
      entities[index + 1].relationships.append(
        Relationship(
          name: back, destination: "E\(index)", inverse: there, maxCount: 0, isOptional: true))
    }
    return (0..<count).map { place in
      for step in 0..<(place == 0 ? 0 : Int.random(in: 1...3, using: &random)) {
        let chosen = Int.random(in: 0..<4, using: &random)
        entities[chosen].attributes.append(attribute("v\(place)s\(step)"))
      }
      return model(place, entities)
    }
  }

  private static let edits: [String: @Sendable (inout [Entity]) -> Void] = [
    "attribute added": { $0[1].attributes.append(attribute("edited")) },
    "attribute removed": { $0[2].attributes.removeFirst() },
    "attribute renamed": { $0[2].attributes[0].name = "anew" },
    "type changed": { $0[0].attributes[1].type = .double },
    "required": { $0[3].attributes[2].isOptional = false },
    "relationship removed": {
      $0[0].relationships.removeAll { $0.name == "to0" }
      $0[1].relationships.removeAll { $0.name == "from0" }
    },
    "inverse dropped": {
      for entity in 0...1 {
        for index in $0[entity].relationships.indices
        where ["to0", "from0"].contains($0[entity].relationships[index].name) {
          $0[entity].relationships[index].inverse = nil
        }
      }
    },
    "unique": { $0[1].uniquenessConstraints = [["a0"]] },
    "entity added": {
      $0.append(Entity(name: "New", attributes: [attribute("x"), attribute("y")]))
    },
    "entity removed": {
      $0.removeLast()
      $0[2].relationships.removeAll { $0.destination == "E3" }
    },
    "entity renamed": {
      $0[3].name = "Renamed"
      for index in $0[2].relationships.indices where $0[2].relationships[index].destination == "E3"
      {
        $0[2].relationships[index].destination = "Renamed"
      }
    },
    "two edits": {
      $0[1].attributes[0].type = .date
      $0[3].attributes.append(attribute("edited"))
    },
  ]

  private static func store(_ model: DataModel, carriesModel: Bool) -> StoreSchema {
    var own = model
    own.source = .storeCache
    return StoreSchema(
      entityHashes: ModelHashes(of: model).entities, model: carriesModel ? own : nil)
  }

  private static func identify(
    _ model: DataModel, _ versions: [DataModel], carriesModel: Bool = true
  ) -> Identification {
    Identifier.identify(
      store(model, carriesModel: carriesModel),
      among: [
        SchemaHistory(
          name: "App", versions: versions.sorted { $0.name < $1.name },
          currentVersion: versions.last?.name)
      ])
  }

  @Test(arguments: edits.keys.sorted(), [true, false])
  func anEditIsFoundWhereverItIs(_ edit: String, _ carriesModel: Bool) throws {
    let change = try #require(Self.edits[edit])
    for seed in UInt64(1)...6 {
      let shipped = Self.history(3 + Int(seed % 3), seed: seed)
      for place in shipped.indices {
        var versions = shipped
        change(&versions[place].entities)
        let answer = Self.identify(shipped[place], versions, carriesModel: carriesModel)
        let names = answer.suspects.map(\.version.name)
        #expect(answer.match == nil)
        let isInside = place > 0 && place < shipped.count - 1
        switch answer.mismatch {
        case .edited(let edited):
          // Only what stands between two others can be proven to be the odd one.
          #expect(
            isInside && edited.version.name == shipped[place].name, "\(edit) \(place) \(names)")
        case .unsettled(let open):
          // With the model at hand it is that version alone; hashes tell less, and say so.
          let isNamed = names.contains(shipped[place].name)
          #expect(
            carriesModel
              ? isNamed && names.count == 1 : isNamed || names.count > 1 || open.gap != nil,
            "\(edit) \(seed) \(place): \(open.text)")
          #expect(!open.isGapLikelier || !carriesModel, "\(edit) \(seed) \(place): \(open.text)")
        default: Issue.record("\(edit) \(seed) \(place): \(answer.mismatch as Any)")
        }
        if isInside, carriesModel {
          #expect(answer.mismatch?.name == "edited", "\(edit) \(seed) \(place): \(names)")
        }
      }
    }
  }

  /// With two versions, an edit of one is an edit of the other, unless one differs in more.
  @Test func ofTwoVersionsAsNearBothAreNamed() throws {
    let shipped = [Self.model(0, Self.history(1, seed: 1)[0].entities)]
    var second = shipped[0].entities
    second[0].attributes.append(Self.attribute("second"))
    let versions = [shipped[0], Self.model(1, second)]
    for place in 0...1 {
      var edited = versions
      edited[place].entities[3].attributes.append(Self.attribute("edited"))
      let answer = Self.identify(versions[place], edited)
      guard case .unsettled(let open) = answer.mismatch else {
        Issue.record("\(answer.mismatch as Any)")
        continue
      }
      #expect(Set(open.names) == ["App", "App 2"], "\(open.text)")
      #expect(open.names.first == "App 2", "the current one comes first")
      #expect(
        open.text.contains("'E3.edited'") && open.text.contains("'E0.second'"), "\(open.text)")
      #expect(answer.label == "near App 2 or App")
      // A second edit makes the other one the nearer.
      edited[place].entities[2].attributes.append(Self.attribute("edited"))
      let other = Self.identify(versions[place], edited)
      #expect(other.suspects.map(\.version.name) == [versions[1 - place].name])
    }
  }

  /// Where a version is missing, no other is accused, and its place is named.
  @Test func aMissingVersionIsNotAnEdit() throws {
    for seed in UInt64(1)...8 {
      let shipped = Self.history(5, seed: seed)
      for gone in shipped.indices {
        var versions = shipped
        versions.remove(at: gone)
        let answer = Self.identify(shipped[gone], versions)
        if gone == shipped.count - 1 {
          #expect(answer.mismatch?.name == "newer", "\(seed): \(answer.mismatch as Any)")
          continue
        }
        guard case .unsettled(let open) = answer.mismatch else {
          Issue.record("\(seed) \(gone): \(answer.mismatch as Any)")
          continue
        }
        // Beside the first or the last version, that one may as well have been edited.
        let isBesideAnEnd = gone == 1 || gone == shipped.count - 2
        #expect(open.isGapLikelier == !isBesideAnEnd, "\(seed) \(gone): \(open.text)")
        #expect(open.text.contains("lack "), "\(seed) \(gone): \(open.text)")
        #expect(
          open.gap
            == (gone == 0
              ? .before("App 2") : .between(shipped[gone - 1].name, shipped[gone + 1].name)))
        #expect(open.help.contains("changed after it shipped") == isBesideAnEnd, "\(open.help)")
        #expect(isBesideAnEnd || open.label == "no version fits")
      }
    }
  }

  /// What an older version has as well makes a store no newer.
  @Test func whatTheNewestVersionLostIsNothingNew() throws {
    let shipped = Self.history(3, seed: 4)
    var versions = shipped
    versions[2].entities[2].attributes.removeFirst()
    let answer = Self.identify(shipped[2], versions)
    #expect(answer.newer == nil)
    #expect(answer.suspects.map(\.version.name) == ["App 3"])
    // What no version has may be.
    var later = shipped[2]
    later.entities[1].attributes.append(Self.attribute("later"))
    #expect(Self.identify(later, shipped).newer?.than.name == "App 3")
  }

  /// Names without numbers tell no order, and then no version is proven to be the odd one.
  @Test func withoutAnOrderNothingIsProven() throws {
    var shipped = Self.history(3, seed: 2)
    for (place, name) in ["First", "Second", "Third"].enumerated() { shipped[place].name = name }
    var versions = shipped
    versions[1].entities[3].attributes.append(Self.attribute("edited"))
    let answer = Self.identify(shipped[1], versions)
    guard case .unsettled(let open) = answer.mismatch else {
      Issue.record("\(answer.mismatch as Any)")
      return
    }
    #expect(open.gap == nil && open.names.contains("Second"), "\(open.text)")
  }

  /// With a plan, a store of no version needs a stage; without one the way from its own model is named.
  @Test(arguments: [true, false]) func whatToDoFollowsFromThePlan(_ isPlanned: Bool) throws {
    let shipped = Self.history(3, seed: 3)
    var versions = shipped
    versions[0].entities[3].attributes.append(Self.attribute("edited"))
    var history = SchemaHistory(name: "App", versions: versions, currentVersion: "App 3")
    history.isOrdered = isPlanned
    let answer = Identifier.identify(Self.store(shipped[0], carriesModel: true), among: [history])
    let help = try #require(answer.help)
    #expect(help.hasPrefix("if 'App' was changed after it shipped, "), "\(help)")
    #expect(help.hasSuffix("as a version of its own, with a stage from it") == isPlanned, "\(help)")
    #expect(
      help.contains("the copy of the model inside the store, which probably works") == !isPlanned,
      "\(help)")
    // A store that carries none has no such way.
    let bare = Identifier.identify(
      StoreSchema(
        entityHashes: ModelHashes(of: shipped[0]).entities,
        model: DataModel(name: "tables", entities: shipped[0].entities, source: .store)),
      among: [history])
    #expect(bare.help?.contains("model that the store carries") == false, "\(bare.help ?? "")")
  }
}
