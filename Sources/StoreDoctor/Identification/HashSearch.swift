internal import StoreEngine
internal import StoreModel

/// Finds the edit that explains why an entity of a version has not the hash the store has for it.
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
  /// Of more, too many choices would have to be tried.
  private static let mostAdded = 3
  /// Longer names have too many spellings.
  private static let longestName = 24

  init?(_ name: String, in version: DataModel, of store: StoreSchema) {
    guard let entity = version.entities.first(where: { $0.name == name }),
      let wanted = store.entityHashes[name]
    else { return nil }
    (self.entity, self.version, self.wanted) = (entity, version, wanted)
    lineage = version.lineage(of: entity).filter { $0.name != name }
  }

  /// What was changed: the entity with the store's hash.
  struct Edit {
    var entity: Entity
    /// Goes on from 'has the store's hash'.
    var words: String
  }

  /// Nil where neither a single edit nor a few properties more explain it.
  ///
  /// - Parameter fit: how the store's tables fit the version; nil where there are no tables to look at.
  func edit(_ fit: TableShape.Fit?) -> Edit? {
    let root = lineage.last?.name ?? entity.name
    let missing = fit.map { Self.names(in: $0.missing, behind: entity.name + ".") }
    let surplus = Self.names(in: fit?.surplus ?? [], behind: "Z" + root.uppercased() + ".")
    if let edit = leaving(missing) { return edit }
    let old = surplus.prefix(2).flatMap(Self.spellings)
    for name in missing ?? [] {
      for spelling in old {
        if let edit = edit(renaming(name, to: spelling), "with '\(name)' called '\(spelling)'") {
          return edit
        }
      }
    }
    if let option = changedOption { return option }
    for spelling in old {
      for type in Self.types {
        for isOptional in [true, false] {
          var edited = entity
          edited.attributes.append(Attribute(name: spelling, type: type, isOptional: isOptional))
          let kind = "\(type.name)\(isOptional ? ", optional" : "")"
          if let edit = edit(edited, "with '\(spelling)' added (\(kind))") { return edit }
        }
      }
    }
    return nil
  }

  static func names(in paths: [String], behind start: String) -> [String] {
    paths.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
  }

  private func edit(_ edited: Entity, _ words: @autoclosure () -> String) -> Edit? {
    fits(edited) ? Edit(entity: edited, words: words()) : nil
  }

  /// The entity before properties were added: those that the tables have no column for, or any few.
  private func leaving(_ missing: [String]?) -> Edit? {
    var calculator = HashCalculator(model: version)
    let tries = [missing ?? []] + (1...Self.mostAdded).flatMap { names.choices(of: $0) }
    let found = tries.first {
      !$0.isEmpty && calculator.hash(of: entity, without: Set($0)) == wanted
    }
    guard let found else { return nil }
    let columns = found.contains { hasColumn($0, missing) }
    let one = found.count == 1
    return edit(
      without(found),
      "without \(found.quotedList(separator: found.count == 2 ? " and " : ", "))"
        + (columns ? ", for which its table has \(one ? "a column" : "columns")" : ""))
  }

  private func hasColumn(_ name: String, _ missing: [String]?) -> Bool {
    guard let missing, !missing.contains(name) else { return false }
    return entity.attributes.contains {
      $0.name == name && !$0.isTransient && $0.type != .composite
    }
  }

  private var names: [String] { entity.attributes.map(\.name) + entity.relationships.map(\.name) }

  private var changedOption: Edit? {
    for index in entity.attributes.indices {
      let name = entity.attributes[index].name
      var edited = entity
      edited.attributes[index].isOptional.toggle()
      let not = edited.attributes[index].isOptional ? "" : "not "
      if let edit = edit(edited, "with '\(name)' \(not)optional") { return edit }
      for type in Self.types where type != entity.attributes[index].type {
        edited = entity
        edited.attributes[index].type = type
        if let edit = edit(edited, "with '\(name)' as \(type.name)") { return edit }
      }
    }
    for index in entity.relationships.indices {
      var edited = entity
      edited.relationships[index].isOptional.toggle()
      let not = edited.relationships[index].isOptional ? "" : "not "
      let name = entity.relationships[index].name
      if let edit = edit(edited, "with '\(name)' \(not)optional") { return edit }
    }
    guard !entity.uniquenessConstraints.isEmpty else { return nil }
    var edited = entity
    edited.uniquenessConstraints = []
    return edit(edited, "without its unique constraints")
  }

  private func fits(_ edited: Entity) -> Bool {
    var model = version
    model.entities = lineage + [edited]
    return ModelHashes.hash(of: edited, in: model) == wanted
  }

  private func without(_ names: [String]) -> Entity {
    var edited = entity
    edited.attributes.removeAll { names.contains($0.name) }
    edited.relationships.removeAll { names.contains($0.name) }
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

extension [String] {
  /// The choices of so many, in their order; none where there would be thousands.
  fileprivate func choices(of size: Int) -> [[String]] {
    guard size > 1 else { return map { [$0] } }
    guard count < (size == 2 ? 100 : 30) else { return [] }
    return indices.flatMap { place in
      Array(self[(place + 1)...]).choices(of: size - 1).map { [self[place]] + $0 }
    }
  }
}
