internal import StoreModel

/// What a damaged file still says of itself: metadata and cached model.
struct SalvageIdentity {
  var metadata: StoreMetadata?
  var model: DataModel?
  /// Whether the model is the one in the file.
  var isCached = false
  /// Whether it is the store's: the one in it, or one with the same hashes.
  var isProven = false
  /// Whether changed bits in the metadata's hashes were put right.
  private(set) var isHealed = false

  /// The bytes of a cached model, where a record is one; it says so itself.
  static func model(_ values: [SQLiteValue], name: String) -> DataModel? {
    guard values.count == 1, let content = values[0].blob, content.count > 64 else { return nil }
    return try? ModelCache.read(content: content, name: name)
  }

  static func metadata(_ values: [SQLiteValue]) -> StoreMetadata? {
    guard values.count == 3, let uuid = values[1].text, let plist = values[2].blob else {
      return nil
    }
    return try? StoreMetadata(plist: plist, uuid: uuid)
  }

  /// Looks through pages that no tree has for the one record that can be read as something.
  static func search<Found>(
    _ pages: SalvagePages, _ reader: RowReader, columns: Int,
    _ read: ([SQLiteValue]) -> Found?
  ) throws -> Found? {
    var found: [Found] = []
    for page in 1...pages.count
    where pages.owners[Int(page)] == 0 && pages.isContent(page) && !pages.isFree(page) {
      guard let node = try pages.tree(page), node.kind == .tableLeaf, node.cellCount == 1,
        let cell = node.cell(0),
        let types = StoredRecord.types(node.bytes[cell.local], size: cell.payload),
        types.count == columns,
        case .success(let (bytes, _)) = try reader.chains.payload(
          of: cell, in: node, page: page, isStrict: false, keeps: false),
        let record = StoredRecord(bytes),
        let value = read(record.values().map { $0.readable(pages.encoding) })
      else { continue }
      found.append(value)
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The cached model, unless one of those given has more hashes of the store: a changed bit can leave
  /// a cached model that can be read and is another one. Without hashes, the only one there is.
  mutating func choose(from models: [DataModel]) {
    let hashes = metadata?.entityHashes ?? [:]
    func agreement(_ model: DataModel) -> Int {
      let own = ModelHashes(of: model).entities
      return hashes.count { own[$0.key] == $0.value }
    }
    let cached = model.map(agreement)
    isProven = cached.map { $0 == hashes.count } ?? false
    guard !isProven else { return }
    let known = models.map(agreement)
    // A damaged hash among them leaves the others.
    if let most = known.max(), most * 2 > hashes.count, most > cached ?? 0,
      known.count(where: { $0 == most }) == 1, let place = known.firstIndex(of: most)
    {
      (model, isCached, isProven) = (models[place], false, true)
    }
    if model == nil, models.count == 1 { model = models[0] }
  }

  /// Puts right what changed bits have made of the hashes, where the model is there: each differs from
  /// the model's in a few bits, or in a byte of the entity's name, or is gone. Hashes of another version
  /// differ in half of their bits.
  ///
  /// - Parameter tables: of the file; a store of one configuration has neither hashes nor tables of
  ///   other entities.
  mutating func heal(tables: Set<String>) {
    guard let model, let found = metadata else { return }
    let right = ModelHashes(of: model)
    guard found.entityHashes != right.entities, right.entities.count == model.entities.count,
      found.entityHashes.count * 2 > right.entities.count,
      StoreLayout(model: model).entities.allSatisfy({ tables.contains($0.table) })
    else { return }
    let isNear = found.entityHashes.allSatisfy { name, hash in
      if let own = right.entities[name] { return own == hash || Self.isNear(own, hash) }
      return right.entities.contains { $0.value == hash && Salvage.isNear($0.key, name) }
    }
    guard isNear else { return }
    metadata = found.migrated(
      to: model, hashes: right, framework: found.frameworkVersion ?? StoreEra.defaultFramework)
    (isHealed, isProven) = (true, true)
  }

  private static func isNear(_ one: VersionHash, _ other: VersionHash) -> Bool {
    zip(one.bytes, other.bytes).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount } <= 8
  }
}
