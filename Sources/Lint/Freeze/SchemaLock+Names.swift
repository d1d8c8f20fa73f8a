package import StoreModel

/// Plans are renamed as they grow, and what they list has shipped all the same: a version stays known by its
/// name and its identifier, whatever lists it.
extension SchemaLock {
  /// The lock with its plans called as they are now.
  ///
  /// - Parameter schemas: the plans and models there are now.
  package func named(as schemas: [Schema]) -> SchemaLock {
    let present = Set(schemas.map(\.name))
    return schemas.reduce(into: self) { lock, schema in
      guard schema.isVersioned, let old = lock.formerName(of: schema, among: present) else {
        return
      }
      lock.rename(old, to: schema.name)
    }
  }

  /// The same, with what was read of them.
  package func named(as histories: [SchemaHistory]) -> SchemaLock {
    named(
      as: histories.map { history in
        let versions = history.versions.map { version in
          Version(
            name: version.name, identifier: version.versionIdentifiers.first { !$0.isEmpty },
            checksum: nil, entities: [:])
        }
        return Schema(name: history.name, versions: versions)
      })
  }

  /// What a plan was called before: a locked one that is no longer there, and that shares more versions with
  /// it than any other.
  ///
  /// - Parameter present: the names of the plans and models there are.
  package func formerName(of schema: Schema, among present: Set<String>) -> String? {
    guard !schemas.contains(where: { $0.name == schema.name }) else { return nil }
    let names = Set(schema.versions.map(\.signature))
    let shared = schemas.filter { $0.isVersioned && !present.contains($0.name) }
      .map { (name: $0.name, count: $0.versions.count { names.contains($0.signature) }) }
      .filter { $0.count > 0 }.sorted { $0.count > $1.count }
    guard let best = shared.first, shared.count == 1 || shared[1].count < best.count else {
      return nil
    }
    return best.name
  }

  package mutating func rename(_ old: String, to new: String) {
    for index in schemas.indices where schemas[index].name == old { schemas[index].name = new }
    schemas.sort { $0.name.codePointsPrecede($1.name) }
  }
}

extension SchemaLock.Schema {
  /// Models without versions change from release to release without being edited.
  package var isVersioned: Bool { !versions.contains { $0.name == "live" } }
}

extension SchemaLock.Version {
  /// What a version stays known by, whatever lists it.
  fileprivate var signature: [String] { [name, identifier ?? ""] }
}
