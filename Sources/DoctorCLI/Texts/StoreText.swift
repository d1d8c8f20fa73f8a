internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// The answer of `info` in words.
enum StoreText {
  static func sections(_ overview: StoreOverview) -> [Report.Section] {
    var sections: [Report.Section] = [.fields(FileText.fields(overview))]
    if let store = overview.contents {
      sections.append(.fields(fields(store, problems: overview.problemCount)))
      let rows = store.entities.map { contents in
        let entity = contents.entity
        return [
          entity.name + (entity.parent.map { " : \($0)" } ?? ""), entity.table,
          entity.isTableMissing ? "missing" : contents.rows.map(text) ?? "damaged",
        ]
      }
      sections.append(
        .table(
          Report.Table(
            [.init("entity"), .init("table"), .init("rows", isNumber: true)], rows: rows)))
      if store.entities.contains(where: { $0.rows?.isExact == false }) {
        sections.append(
          .lines(["≤ is the highest key; 'sql STORE \"SELECT count(*) FROM Entity\"' counts"]))
      }
    }
    if !overview.remarks.isEmpty { sections.append(.lines(overview.remarks, title: "Remarks")) }
    if let tables = overview.tables {
      sections.append(.table(Report.Table([.init("table")], rows: tables.map { [$0] })))
    }
    return sections
  }

  private static func fields(_ store: StoreContents, problems: Int) -> [Report.Field] {
    let metadata = store.metadata
    var fields = [Report.Field("framework", framework(metadata.frameworkVersion))]
    if let maximum = metadata.maximumFrameworkVersion, maximum != metadata.frameworkVersion {
      fields.append(Report.Field("highest ever", framework(maximum)))
    }
    fields += [
      Report.Field("store id", metadata.uuid),
      Report.Field("version", version(metadata.versionIdentifiers)),
      field("checksum", store.checksum), field("digest", store.digest),
      Report.Field("model", model(store)), Report.Field("history", history(store)),
      Report.Field("CloudKit", mirroring(store)),
    ]
    if let events = store.cloudEvents {
      for (name, text) in CloudSync.lines(events) {
        fields.append(
          Report.Field("  \(name)", text, mood: text.hasPrefix("FAILED") ? .bad : .plain))
      }
      if let pending = CloudSync.pending(events) {
        fields.append(Report.Field("  to be sent", pending))
      }
    }
    if store.wasMigratedInPlace {
      fields.append(
        Report.Field(
          "changed", "its tables were changed after it was made: a migration in place, or VACUUM"))
    }
    return fields + [health(problems, none: "no problems at a quick look; 'check' reads every row")]
  }

  private static func mirroring(_ store: StoreContents) -> String {
    guard store.isMirrored else { return "no" }
    guard store.cloudEvents != nil else {
      return "mirrored; what its last events came to cannot be told"
    }
    return "mirrored (what follows is likely: \(CloudSync.certainty.reason ?? ""))"
  }

  /// How many problems there are, as good or bad news.
  static func health(_ count: Int, none: String) -> Report.Field {
    count == 0
      ? Report.Field("health", none, mood: .good)
      : Report.Field("health", count == 1 ? "1 problem" : "\(count) problems", mood: .bad)
  }

  private static func framework(_ version: Int?) -> String {
    guard let version else { return "not recorded" }
    return StoreMetadata.systems(for: version).map { "\(version) (\($0))" } ?? "\(version)"
  }

  static func version(_ identifiers: [String]) -> String {
    let named = identifiers.filter { !$0.isEmpty }
    return named.isEmpty ? "no identifier" : named.joined(separator: ", ")
  }

  private static func field(_ name: String, _ text: StoreContents.StoredText) -> Report.Field {
    guard let stored = text.stored else {
      return Report.Field(name, "absent; computed \(text.computed)")
    }
    return stored == text.computed
      ? Report.Field(name, "\(stored) (fits the entity hashes)")
      : Report.Field(name, "\(stored) (does not fit the entity hashes)", mood: .bad)
  }

  private static func model(_ store: StoreContents) -> String {
    let count = store.model.entities.count
    let entities = count == 1 ? "1 entity" : "\(count) entities"
    guard store.model.source == .storeCache else {
      let state = store.hasDamagedCache ? "none that can be read" : "none"
      return "\(state) in the store; \(entities) guessed from the tables"
    }
    return
      "cached in the store, \(entities), "
      + "\(store.equalHashes) of \(store.metadata.entityHashes.count) hashes equal"
  }

  private static func history(_ store: StoreContents) -> String {
    guard store.hasHistory else { return "no" }
    guard let counted = store.transactions else {
      return "damaged: its transactions cannot be counted"
    }
    return text(counted)
      + (counted.count == 1 && counted.isExact ? " transaction" : " transactions")
  }

  private static func text(_ counted: Store.RowCount) -> String {
    (counted.isExact ? "" : "≤ ") + String(counted.count)
  }
}
