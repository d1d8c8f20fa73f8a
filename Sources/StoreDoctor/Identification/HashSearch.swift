internal import StoreEngine
internal import StoreModel

/// Finds the one edit that explains why an entity of a version has not the hash the store has for it.
///
/// A store of an old system carries no model to compare with, only hashes and tables. What makes the
/// version's entity have exactly the store's hash is what was changed: no other model has it.
struct HashSearch {
  private let entity: Entity
  private let lineage: [Entity]
  private let version: DataModel
  private let wanted: VersionHash

  private static let types = AttributeType.names.keys.sorted()
    .filter { $0 != 0 && $0 != AttributeType.composite.rawValue }
    .map(AttributeType.init(rawValue:))
  /// Longer names have too many spellings.
  private static let longestName = 24

  init?(_ name: String, in version: DataModel, of store: StoreSchema) {
    guard let entity = version.entities.first(where: { $0.name == name }),
      let wanted = store.entityHashes[name]
    else { return nil }
    (self.entity, self.version, self.wanted) = (entity, version, wanted)
    lineage = version.lineage(of: entity).filter { $0.name != name }
  }

  /// The edit, in words that go on from 'has the store's hash'; nil where no single one explains it.
  ///
  /// - Parameters:
  ///   - missing: properties of the entity that the store's tables have no column for; nil where there
  ///     are no tables to look at.
  ///   - surplus: columns, as `ZTITLE`, that no property of the version is stored in.
  func edit(missing: [String]?, surplus: [String]) -> String? {
    for name in (missing ?? []) + names where fits(without(name)) {
      return "without '\(name)'"
        + (hasColumn(name, missing) ? ", for which its table has a column" : "")
    }
    let old = surplus.prefix(2).flatMap(Self.spellings)
    for name in missing ?? [] {
      for spelling in old where fits(renaming(name, to: spelling)) {
        return "with '\(name)' called '\(spelling)'"
      }
    }
    if let option = changedOption { return option }
    for spelling in old {
      for type in Self.types {
        for isOptional in [true, false] {
          var edited = entity
          edited.attributes.append(Attribute(name: spelling, type: type, isOptional: isOptional))
          if fits(edited) {
            return "with '\(spelling)' added (\(type.name)\(isOptional ? ", optional" : ""))"
          }
        }
      }
    }
    return nil
  }

  private func hasColumn(_ name: String, _ missing: [String]?) -> Bool {
    guard let missing, !missing.contains(name) else { return false }
    return entity.attributes.contains {
      $0.name == name && !$0.isTransient && $0.type != .composite
    }
  }

  private var names: [String] { entity.attributes.map(\.name) + entity.relationships.map(\.name) }

  private var changedOption: String? {
    for index in entity.attributes.indices {
      let name = entity.attributes[index].name
      var edited = entity
      edited.attributes[index].isOptional.toggle()
      if fits(edited) {
        return "with '\(name)' \(edited.attributes[index].isOptional ? "" : "not ")optional"
      }
      for type in Self.types where type != entity.attributes[index].type {
        edited = entity
        edited.attributes[index].type = type
        if fits(edited) { return "with '\(name)' as \(type.name)" }
      }
    }
    for index in entity.relationships.indices {
      var edited = entity
      edited.relationships[index].isOptional.toggle()
      if fits(edited) {
        let not = edited.relationships[index].isOptional ? "" : "not "
        return "with '\(edited.relationships[index].name)' \(not)optional"
      }
    }
    guard !entity.uniquenessConstraints.isEmpty else { return nil }
    var edited = entity
    edited.uniquenessConstraints = []
    return fits(edited) ? "without its unique constraints" : nil
  }

  private func fits(_ edited: Entity) -> Bool {
    var model = version
    model.entities = lineage + [edited]
    return ModelHashes.hash(of: edited, in: model) == wanted
  }

  private func without(_ name: String) -> Entity {
    var edited = entity
    edited.attributes.removeAll { $0.name == name }
    edited.relationships.removeAll { $0.name == name }
    return edited
  }

  private func renaming(_ name: String, to other: String) -> Entity {
    var edited = entity
    for index in edited.attributes.indices where edited.attributes[index].name == name {
      edited.attributes[index].name = other
    }
    for index in edited.relationships.indices where edited.relationships[index].name == name {
      edited.relationships[index].name = other
    }
    return edited
  }

  /// What a column such as `ZDUEDATE` may be called in a model, the likeliest first: up to two
  /// words that begin with a capital, and one in capitals at the end (`dueDate`, `photoURL`).
  private static func spellings(ofColumn column: String) -> [String] {
    let letters = column.dropFirst().lowercased().map(String.init)
    guard !letters.isEmpty, letters.count <= longestName else { return [] }
    func spelled(_ words: [Int], _ end: Int) -> String {
      letters.indices.map {
        words.contains($0) || $0 >= end ? letters[$0].uppercased() : letters[$0]
      }
      .joined()
    }
    let places = letters.indices.dropFirst()
    let pairs = places.flatMap { first in places.filter { $0 > first + 1 }.map { [first, $0] } }
    var found: [String] = []
    for words in [[]] + places.map({ [$0] }) + pairs {
      found.append(spelled(words, letters.count))
    }
    for words in [[]] + places.map({ [$0] }) {
      for end in places where end > (words.last ?? 0) && end < letters.count - 1 {
        found.append(spelled(words, end))
      }
    }
    return found
  }
}
