public import Diagnostics
public import StoreEngine
public import StoreModel

/// What differs between the rows of two stores, entity by entity.
public struct RowDifferences: Answer {
  /// The stores, as they were given.
  public let old: String
  /// As `old`.
  public let new: String
  /// By the newer store's names.
  public private(set) var entities: [EntityRowDifferences] = []
  /// What could not be compared, with the reason.
  public private(set) var notCompared: [String] = []

  /// Whether nothing differs, and nothing was left out.
  public var isSame: Bool { entities.allSatisfy(\.isSame) && notCompared.isEmpty }
  /// Good only when all was compared and is the same.
  public var verdict: ExitStatus { isSame ? .done : .found }

  /// Reads both stores once.
  ///
  /// - Parameters:
  ///   - keys: attributes that tell the rows of an entity apart, by its name in the newer store; needed
  ///     where the stores have different ids and the entity has no unique attribute.
  ///   - showsValues: whether samples carry values.
  ///   - progress: entities done, all, and the one that is read.
  /// - Throws: `StoreError`, `SQLiteError`.
  public init(
    from old: Store, to new: Store, keys: [String: [String]] = [:], showsValues: Bool = false,
    progress: (Double, Int, String) -> Void = { _, _, _ in }
  ) throws {
    (self.old, self.new) = (old.path, new.path)
    let stores = try ComparedStores(old, new, keys: keys)
    for (index, entity) in stores.entities.enumerated() {
      progress(Double(index), stores.entities.count, entity.new.name)
      let compared = try EntityRowDifferences(entity, in: stores, showsValues: showsValues)
      entities.append(compared)
      notCompared += entity.notCompared
      if compared.isAmbiguous {
        notCompared.append(
          "'\(entity.new.name)': some rows have the same \(compared.match), so which is which is a guess"
        )
      }
    }
    notCompared += stores.notCompared.map { "'\($0.entity)': \($0.reason)" }
    for (store, name, side) in stores.onlyOld.map({ (old, $0.name, "older") })
      + stores.onlyNew.map({ (new, $0.name, "newer") })
    {
      let count = try store.rowCount(of: name).count
      if count > 0 {
        entities.append(EntityRowDifferences(name: name, rows: count, isOld: side == "older"))
      }
    }
    entities.sort { $0.entity.codePointsPrecede($1.entity) }
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "entities": entities, "new": new, "notCompared": notCompared, "old": old, "same": isSame,
    ])
  }
}

/// What differs between the rows of one entity in two stores.
public struct EntityRowDifferences: Sendable, Hashable, Encodable {
  /// Its name in the newer store.
  public let entity: String
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
  /// Links of each many-to-many relationship that differ.
  public private(set) var links: [LinkDifferences] = []
  /// The first few of each kind.
  public private(set) var samples: [Sample] = []
  /// Whether rows of one store cannot be told apart.
  public private(set) var isAmbiguous = false

  /// A row that differs.
  public struct Sample: Sendable, Hashable, Encodable {
    /// `onlyOld`, `onlyNew` or `changed`.
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
  public var isSame: Bool { onlyOld == 0 && onlyNew == 0 && changed == 0 && links.isEmpty }

  private static let samplesOfAKind = 5

  init(name: String, rows: Int64, isOld: Bool) {
    entity = name
    match = "Z_PK"
    (onlyOld, onlyNew) = isOld ? (rows, 0) : (0, rows)
  }

  init(_ compared: ComparedEntity, in stores: ComparedStores, showsValues: Bool) throws {
    entity = compared.new.name
    match =
      switch compared.match {
      case .key: "Z_PK"
      case .values(let names): names.joined(separator: ", ")
      }
    var merge = try RowMerge(compared, in: stores)
    let names = compared.properties.map(\.name)
    var counts = [Int64](repeating: 0, count: names.count)
    merge.shows = showsValues
    while let step = try merge.next() {
      switch step {
      case .onlyOld(let key):
        onlyOld += 1
        if onlyOld <= Self.samplesOfAKind { add("onlyOld", key) }
      case .onlyNew(let key):
        onlyNew += 1
        if onlyNew <= Self.samplesOfAKind { add("onlyNew", key) }
      case .both(_, let key, let differing):
        guard !differing.isEmpty else {
          same += 1
          continue
        }
        changed += 1
        for index in differing { counts[index] += 1 }
        if changed <= Self.samplesOfAKind {
          add("changed", key, differing.map { names[$0] + (merge.shown[$0] ?? "") })
        }
      }
    }
    isAmbiguous = merge.ambiguous
    for (index, count) in counts.enumerated() where count > 0 { properties[names[index]] = count }
    for pair in compared.links {
      let merged = try LinkMerge(pair, in: stores)
      guard merged.onlyOld + merged.onlyNew + merged.moved > 0 else { continue }
      links.append(
        LinkDifferences(
          relationship: pair.name, onlyOld: merged.onlyOld, onlyNew: merged.onlyNew,
          moved: merged.moved))
    }
  }

  private mutating func add(_ kind: String, _ key: Int64, _ properties: [String] = []) {
    samples.append(Sample(kind: kind, key: key, properties: properties))
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "changed": changed, "entity": entity, "links": links, "match": match, "onlyNew": onlyNew,
      "onlyOld": onlyOld, "properties": properties, "same": same, "samples": samples,
    ])
  }
}
