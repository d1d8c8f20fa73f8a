internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// Finds stores whose tables belong to another version than their metadata says.
struct HalfMigrated: StoreRule {
  static let info = RuleInfo(
    id: "half-migrated", severity: .error,
    summary: "the tables belong to another version than the metadata says",
    why:
      "a migration stopped half-way; Core Data trusts the metadata, does not migrate again, and "
      + "fails at the first fetch with 'no such column'",
    fix:
      "restore a backup; or, where the tables are those of a version that --model gives, let "
      + "'storedoctor repair STORE -o NEW --model PATH' make a copy that says so, and migrate that")

  func examine(_ inspection: StoreInspection, report: StoreReport) {
    guard inspection.hasModel else { return }
    let schema = StoreSchema(inspection.store)
    let shape = TableShape(store: schema)
    guard let fit = shape.fit(of: inspection.store.model) else { return }
    let cached = inspection.store.model.source == .storeCache
    let differing = cached ? HashMismatch.entities(inspection) : []
    let isWhole = fit.missing.isEmpty && fit.surplus.isEmpty
    if isWhole && differing.isEmpty { return }
    let owners = Self.owners(inspection).map(\.name)
    let said = name(of: inspection)
    if isWhole {
      // Not the tables are wrong but the hashes: cache and tables are of one version.
      let names = differing.prefix(3).quotedList()
      let version = owners.isEmpty ? "the cached model" : owners.quotedList(separator: " or ")
      report(
        given(inspection) != nil
          ? "the metadata says \(said), but the tables are those of \(version)"
          : "the tables are those of \(version), but the hashes of \(names) are of another version")
      return
    }
    let rest = owners.filter { $0 != inspection.store.model.name }
    guard !rest.isEmpty else { return }
    var message = "the metadata says \(said), but the tables are those of "
    message += rest.quotedList(separator: " or ")
    let (missing, surplus) = (fit.missing.quotedList(atMost: 3), fit.surplus.quotedList(atMost: 3))
    if !missing.isEmpty { message += "; there is no place for \(missing)" }
    if !surplus.isEmpty { message += "; \(surplus) should not be there" }
    report(message)
  }

  /// The versions whose tables are exactly these.
  static func owners(_ inspection: StoreInspection) -> [DataModel] {
    let shape = TableShape(store: StoreSchema(inspection.store))
    return inspection.histories.flatMap(\.versions).filter {
      shape.isExactly($0, ownModel: inspection.store.model)
    }
  }

  /// The given version that the metadata names.
  private func given(_ inspection: StoreInspection) -> DataModel? {
    let hashes = inspection.store.metadata.entityHashes
    return inspection.histories.flatMap(\.versions).first {
      ModelHashes(of: $0).entities == hashes
    }
  }

  private func name(of inspection: StoreInspection) -> String {
    if let version = given(inspection) { return version.inSentence }
    let own = inspection.store.metadata.versionIdentifiers.filter { !$0.isEmpty }
    return own.isEmpty ? "the version of the cached model" : "'\(own.joined(separator: ", "))'"
  }
}
