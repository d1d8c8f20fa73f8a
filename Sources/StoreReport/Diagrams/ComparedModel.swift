internal import StoreEngine
internal import StoreModel

/// What differs between two versions, as a diagram of the newer one shows it.
struct ComparedModel {
  /// Entities that only the older version has.
  let removed: [Entity]
  private let added: Set<String>
  private let comparison: ModelComparison
  /// Those of one entity, by its name in the newer version.
  private let differences: [String: [ModelDifference]]
  private let base: DataModel?

  /// - Parameter base: the older version.
  init(_ comparison: ModelComparison, base: DataModel?) {
    self.comparison = comparison
    self.base = base
    removed = comparison.pairing.removed
    added = Set(comparison.pairing.added.map(\.name))
    let gone = Set(removed.map(\.name))
    differences = Dictionary(
      grouping: comparison.differences.filter {
        !($0.change == .entityRemoved && gone.contains($0.entity))
      }, by: \.entity)
  }

  /// The entity as it was, under the name it had.
  func before(_ name: String) -> Entity? { comparison.pairing.pair(to: name)?.source }

  /// The name in the newer version of an entity of the older one.
  func nameNow(of name: String) -> String {
    comparison.pairing.pair(from: name)?.destination.name ?? name
  }

  func change(ofProperty property: String, in entity: String) -> DiagramContent.Change? {
    if added.contains(entity) { return .added }
    let own = (differences[entity] ?? []).filter { $0.property == property }
    if own.contains(where: { Self.additions.contains($0.change) }) { return .added }
    return own.isEmpty ? nil : .changed
  }

  private static let additions: Set<ModelDifference.Change> = [.attributeAdded, .relationshipAdded]
  private static let removals: Set<ModelDifference.Change> = [
    .attributeRemoved, .relationshipRemoved,
  ]
  private static let renames: Set<ModelDifference.Change> = [
    .entityRenamed, .attributeRenamed, .relationshipRenamed,
  ]

  /// Marks a box and its rows, and adds those that are gone.
  func mark(_ box: inout DiagramContent.Box, _ entity: Entity) {
    guard !added.contains(entity.name) else {
      box.change = .added
      for row in box.rows.indices { box.rows[row].change = .added }
      return
    }
    let own = differences[entity.name] ?? []
    guard !own.isEmpty else { return }
    box.change = .changed
    for difference in own where difference.property == nil {
      if difference.change == .entityRenamed {
        box.formerName = difference.from
      } else {
        box.changes.append(Self.text(difference))
      }
    }
    for difference in own {
      guard let path = difference.property else { continue }
      let name = path.split(separator: ".", maxSplits: 1).first.map(String.init) ?? path
      let isOfField = name != path
      if !isOfField, Self.removals.contains(difference.change) {
        add(goneProperty: name, of: entity, to: &box)
        continue
      }
      guard let row = box.rows.firstIndex(where: { $0.name == name && $0.change != .removed })
      else { continue }
      let isNew = !isOfField && Self.additions.contains(difference.change)
      box.rows[row].change = isNew || box.rows[row].change == .added ? .added : .changed
      if !isOfField, Self.renames.contains(difference.change) {
        box.rows[row].formerName = difference.from
      } else if !isNew {
        box.rows[row].changes.append((isOfField ? path + ": " : "") + Self.text(difference))
      }
    }
  }

  private func add(goneProperty name: String, of entity: Entity, to box: inout DiagramContent.Box) {
    guard let old = before(entity.name), let base else { return }
    // What is inherited is gone where it is declared, unless that moved.
    let line = base.lineage(of: old)
    var row: DiagramContent.Row
    if let attribute = line.lazy.compactMap({ $0.attribute(named: name) }).first {
      row = DiagramContent.row(attribute)
    } else if let relationship = line.lazy.compactMap({ $0.relationship(named: name) }).first {
      row = DiagramContent.row(relationship)
    } else {
      return
    }
    row.change = .removed
    let place =
      row.isRelationship
      ? box.rows.endIndex : box.rows.firstIndex(where: \.isRelationship) ?? box.rows.endIndex
    box.rows.insert(row, at: place)
  }

  private static func text(_ difference: ModelDifference) -> String {
    let what = difference.change.rawValue.reduce(into: "") { text, character in
      text += character.isUppercase ? " " + character.lowercased() : String(character)
    }
    return switch (difference.from, difference.to) {
    case (let from?, let to?): "\(what): \(from) → \(to)"
    case (let from?, nil): "\(what): was \(from)"
    case (nil, let to?): "\(what): now \(to)"
    case (nil, nil): what
    }
  }
}
