public import Diagnostics
public import StoreEngine
public import StoreModel

/// What differs between the rows of two stores, entity by entity.
public struct RowDifferences: Answer, Sendable {
  /// The stores, as they were given.
  public private(set) var old: String
  /// As `old`.
  public private(set) var new: String
  /// By the newer store's names.
  public private(set) var entities: [EntityRowDifferences] = []
  /// The stages that entities and properties were followed along; empty where the models were paired.
  public private(set) var stages: [String] = []
  /// What could not be compared, with the reason.
  public private(set) var notCompared: [String] = []

  /// Whether nothing differs, and nothing was left out.
  public var isSame: Bool { entities.allSatisfy(\.isSame) && notCompared.isEmpty }
  /// Good only when all was compared and is the same.
  public var verdict: ExitStatus { isSame ? .done : .found }

  /// Reads both stores once.
  ///
  /// - Parameters:
  ///   - mapping: what becomes of what; nil pairs the models that the stores have.
  ///   - keys: attributes that tell the rows of an entity apart, by its name in the newer store; needed
  ///     where the stores have different ids and the entity has no unique attribute.
  ///   - showsValues: whether samples carry values.
  ///   - progress: entities done, all, and the one that is read.
  /// - Throws: `StoreError`, `SQLiteError`.
  package init(
    from old: Store, to new: Store, along mapping: RowMapping? = nil,
    keys: [String: [String]] = [:], showsValues: Bool = false,
    progress: (Double, Int, String) -> Void = { _, _, _ in }
  ) throws {
    (self.old, self.new) = (old.path, new.path)
    let stores = try ComparedStores(old, new, mapping: mapping, keys: keys)
    stages = mapping?.stages ?? []
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
    for entity in stores.onlyOld where !entity.isTableMissing {
      add(entity.name, rows: try old.ownRowCount(of: entity), isOld: true)
    }
    for entity in stores.onlyNew where !entity.isTableMissing {
      add(entity.name, rows: try new.ownRowCount(of: entity), isOld: false)
    }
    entities.sort { $0.entity.codePointsPrecede($1.entity) }
  }

  private mutating func add(_ entity: String, rows: Int64, isOld: Bool) {
    guard rows > 0 else { return }
    entities.append(EntityRowDifferences(name: entity, rows: rows, isOld: isOld))
  }

  /// The same under other names for the stores, where their paths mean nothing.
  func named(_ old: String, _ new: String) -> RowDifferences {
    var copy = self
    (copy.old, copy.new) = (old, new)
    return copy
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "entities": entities, "new": new, "notCompared": notCompared, "old": old, "same": isSame,
      "stages": stages,
    ])
  }
}

extension RowDifferences {
  /// Of two stores, of which one may come of the other by the stages of these histories.
  ///
  /// - Parameter histories: without a way between the two, the models that the stores have are paired.
  /// - Throws: as the designated initializer, and `MigrationError` for a mapping model that cannot be read.
  public init(
    from old: Store, to new: Store, in histories: [SchemaHistory], keys: [String: [String]] = [:],
    showsValues: Bool = false, progress: (Double, Int, String) -> Void = { _, _, _ in }
  ) throws {
    let mapping = try RowMapping(
      from: old, to: new, in: histories, mappings: histories.mappingModels())
    try self.init(
      from: old, to: new, along: mapping, keys: keys, showsValues: showsValues, progress: progress)
  }

  /// Of a store and what a migration along a path made of it.
  ///
  /// - Throws: as the designated initializer, and `StoreFileError`.
  package init(
    before: String, after: String, along path: MigrationPath, isLive: Bool = false,
    keys: [String: [String]] = [:], showsValues: Bool = false,
    progress: (Double, Int, String) -> Void = { _, _, _ in }
  ) throws {
    let files = try [before, after].map { try StoreFile.open(path: $0, live: isLive) }
    func store(_ file: StoreFile, _ model: DataModel) throws -> Store {
      let own = try Store(file: file)
      // A store without a readable copy of its model has names in capitals only.
      return own.model.source == .storeCache ? own : try Store(file: file, model: model)
    }
    let old = try store(files[0], path.steps.first?.from ?? path.source)
    let new = try store(files[1], path.steps.last?.to ?? path.target)
    try self.init(
      from: old, to: new, along: RowMapping(along: path), keys: keys, showsValues: showsValues,
      progress: progress)
    for file in files { try file.prove() }
  }
}
