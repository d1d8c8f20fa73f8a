internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What differs between the rows of one entity in two stores.
public struct EntityRowDifferences: Sendable, Hashable, Encodable {
  /// Its name in the newer store.
  public let entity: String
  /// Its name in the older store, where that is another.
  public private(set) var formerName: String?
  /// What rows are told apart by: `Z_PK`, or names of attributes.
  public let match: String
  /// Rows that only the older store has.
  public private(set) var onlyOld: Int64 = 0
  /// Rows that only the newer store has.
  public private(set) var onlyNew: Int64 = 0
  /// Rows in both with other values.
  public private(set) var changed: Int64 = 0
  /// Rows in both with the same values.
  public private(set) var same: Int64 = 0
  /// How many rows differ in a property, by its name.
  public private(set) var properties: [String: Int64] = [:]
  /// Names in the older store of properties that have another one now, by the newer name.
  public private(set) var renamed: [String: String] = [:]
  /// Properties that only the older store has, with the number of rows that have a value there.
  public private(set) var removed: [String: Int64] = [:]
  /// Properties that only the newer store has, in the same way.
  public private(set) var added: [String: Int64] = [:]
  /// Links that differ of each relationship with links of its own.
  public private(set) var links: [LinkDifferences] = []
  /// The first few of each kind.
  public private(set) var samples: [Sample] = []
  /// Whether rows of one store cannot be told apart.
  public private(set) var isAmbiguous = false

  /// A row that differs.
  public struct Sample: Sendable, Hashable, Encodable {
    /// `onlyOld`, `onlyNew`, `changed`; `added` for a row without other changes that has a value of a
    /// property that only the newer store has.
    public var kind: String
    /// The row's key; of a changed one in the newer store.
    public var key: Int64
    /// What differs, with the values before and after where they were asked for.
    public var properties: [String]
  }

  /// Links of a relationship.
  public struct LinkDifferences: Sendable, Hashable, Encodable {
    /// Its name.
    public var relationship: String
    /// Links that only the older store has.
    public var onlyOld: Int64
    /// Links that only the newer store has.
    public var onlyNew: Int64
    /// Links at another place of an ordered relationship.
    public var moved: Int64
  }

  /// Whether no row and no link differs.
  public var isSame: Bool {
    onlyOld == 0 && onlyNew == 0 && changed == 0 && links.isEmpty
      && removed.values.allSatisfy { $0 == 0 } && added.values.allSatisfy { $0 == 0 }
  }

  private static let samplesOfAKind = 5

  init(name: String, rows: Int64, isOld: Bool) {
    entity = name
    match = "Z_PK"
    (onlyOld, onlyNew) = isOld ? (rows, 0) : (0, rows)
  }

  init(_ compared: ComparedEntity, in stores: ComparedStores, showsValues: Bool) throws {
    entity = compared.new.name
    if compared.old.name != entity { formerName = compared.old.name }
    match =
      switch compared.match {
      case .key: "Z_PK"
      case .values(let names): names.joined(separator: ", ")
      }
    for pair in compared.properties.map(\.pair) + compared.links.map(\.pair) {
      renamed[pair.name] = pair.oldName
    }
    try countRows(compared, in: stores, showsValues: showsValues)
    for links in compared.links {
      let merged = try LinkMerge(links, in: stores)
      add(
        LinkDifferences(
          relationship: links.pair.name, onlyOld: merged.onlyOld, onlyNew: merged.onlyNew,
          moved: merged.moved))
    }
    for property in compared.removedLinks {
      let count = try stores.old.linkCount(property, of: compared.old)
      add(.init(relationship: property.name, onlyOld: count, onlyNew: 0, moved: 0))
    }
    for property in compared.addedLinks {
      let count = try stores.new.linkCount(property, of: compared.new)
      add(.init(relationship: property.name, onlyOld: 0, onlyNew: count, moved: 0))
    }
  }

  private mutating func countRows(
    _ compared: ComparedEntity, in stores: ComparedStores, showsValues: Bool
  ) throws {
    var merge = try RowMerge(compared, in: stores)
    let names = compared.properties.map(\.pair.name)
    let (gone, come) = (compared.removed.map(\.name), compared.added.map(\.name))
    var counts = [Int64](repeating: 0, count: names.count)
    var removed = [Int64](repeating: 0, count: gone.count)
    var added = [Int64](repeating: 0, count: come.count)
    var filled = 0
    merge.shows = showsValues
    /// What a row has of the properties that only one of the stores has.
    func alone() -> [String] {
      merge.removedValues.map { "−\(gone[$0])" + (merge.removedShown[$0] ?? "") }
        + merge.addedValues.map { "+\(come[$0])" + (merge.addedShown[$0] ?? "") }
    }
    while let step = try merge.next() {
      for index in merge.removedValues { removed[index] += 1 }
      for index in merge.addedValues { added[index] += 1 }
      switch step {
      case .onlyOld(let key):
        onlyOld += 1
        if onlyOld <= Self.samplesOfAKind { add("onlyOld", key) }
      case .onlyNew(let key):
        onlyNew += 1
        if onlyNew <= Self.samplesOfAKind { add("onlyNew", key) }
      case .both(_, let key, let differing) where differing.isEmpty:
        same += 1
        guard !merge.addedValues.isEmpty, filled < Self.samplesOfAKind else { continue }
        filled += 1
        add("added", key, alone())
      case .both(_, let key, let differing):
        changed += 1
        for index in differing { counts[index] += 1 }
        if changed <= Self.samplesOfAKind {
          add("changed", key, differing.map { names[$0] + (merge.shown[$0] ?? "") } + alone())
        }
      }
    }
    isAmbiguous = merge.ambiguous
    for (index, count) in counts.enumerated() where count > 0 { properties[names[index]] = count }
    self.removed = Dictionary(keepingFirst: zip(gone, removed))
    self.added = Dictionary(keepingFirst: zip(come, added))
  }

  private mutating func add(_ links: LinkDifferences) {
    if links.onlyOld + links.onlyNew + links.moved > 0 { self.links.append(links) }
  }

  private mutating func add(_ kind: String, _ key: Int64, _ properties: [String] = []) {
    samples.append(Sample(kind: kind, key: key, properties: properties))
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "added": added, "changed": changed, "entity": entity, "links": links, "match": match,
      "onlyNew": onlyNew, "onlyOld": onlyOld, "properties": properties, "removed": removed,
      "renamed": renamed, "same": same, "samples": samples,
    ])
    try encoder.write(present: ["formerName": formerName])
  }
}
