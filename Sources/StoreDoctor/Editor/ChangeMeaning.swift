internal import Lint
internal import StoreEngine
internal import StoreModel

/// What a change of a part of a schema means for the migration from the versions that have shipped.
struct ChangeMeaning {
  private let place: SchemaPlace
  private let lock: SchemaLock?
  /// Older versions that are compared, and differences that are named.
  private static let (mostVersions, mostDifferences) = (4, 8)

  init(_ place: SchemaPlace, lock: SchemaLock?) {
    self.place = place
    self.lock = lock
  }

  private var history: SchemaHistory { place.history }
  private var model: DataModel { place.model }
  private var isLive: Bool { history.name == "live" }

  /// Paragraphs of Markdown.
  var lines: [String] { (shipped.map { [$0] } ?? []) + older.map(meaning) + open }

  private func frozen(_ model: DataModel) -> SchemaLock.Version? {
    lock?.version(named: model.name, in: history.name)
  }

  /// What is said of a version that has shipped itself.
  private var shipped: String? {
    guard let shipped = frozen(model) else { return nil }
    let changes = LockComparison.differences(shipped: shipped, now: model).filter { difference in
      place.entity.map { $0.name == difference.entity } ?? true
        && place.property.map { $0.name == difference.property } ?? true
    }
    let sentences = changes.prefix(Self.mostDifferences)
      .map { $0.sentence(version: model.name) }.joined(separator: "; ")
    if isLive {
      return changes.isEmpty
        ? "As it shipped. Without versions Core Data has to infer the migration from what a change "
          + "here makes."
        : "Since it shipped: \(sentences). Without versions Core Data has to infer the migration."
    }
    let stores =
      "the stores in the field have the hashes of what shipped and no longer open (134504)"
    return changes.isEmpty
      ? "**Frozen**: this version has shipped as it is. If it is changed here, \(stores): put the change "
        + "into a new version."
      : "**Edited after it shipped**: \(sentences); \(stores). Restore it, and put the change into a new "
        + "version."
  }

  /// The versions before this one that have shipped; where nothing is frozen, the one before it. The
  /// newest comes first.
  private var older: [DataModel] {
    guard !isLive, let position = history.versions.firstIndex(where: { $0.name == model.name })
    else { return [] }
    let number = VersionName(model.name)
    let before =
      history.isOrdered
      ? Array(history.versions[..<position])
      : history.versions.filter { VersionName($0.name).isBefore(number) }
        .sorted { VersionName($0.name).isBefore(VersionName($1.name)) }
    let frozen = before.filter { self.frozen($0) != nil }
    return Array((lock == nil ? before.suffix(1) : frozen.suffix(Self.mostVersions)).reversed())
  }

  private func meaning(from old: DataModel) -> String {
    let comparison = ModelDiff.compare(from: old, to: model)
    let differences = comparison.differences.filter(concerns)
    let title = "from \(old.name)" + (frozen(old) == nil ? "" : " (frozen)")
    let undecided = comparison.undecided.filter { item in
      place.entity.map { $0.name == item.entity } ?? true
        && place.property.map { $0.name == item.property } ?? true
    }
    guard !differences.isEmpty else {
      return undecided.first.map { "\(title): not known whether it changes: \($0.text)" }
        ?? "\(title): unchanged"
    }
    let said = differences.prefix(Self.mostDifferences).map { difference in
      let kind = difference.change.rawValue.camelWords.joined(separator: " ")
      let states = [difference.from, difference.to].compactMap(\.self).joined(separator: " → ")
      let hint = difference.hint.map { "; \($0)" } ?? ""
      let basis = difference.certainty.reason.map { " (likely: \($0))" } ?? ""
      return "- `\(difference.path)` \(kind)\(states.isEmpty ? "" : ": \(states)"): "
        + "**\(Self.words(difference))**, \(difference.why)\(hint)\(basis)"
    }
    let rest = differences.count - said.count
    let more = rest > 0 ? ["- and \(rest) more"] : []
    return (["\(title):"] + said + more).joined(separator: "\n")
  }

  private func concerns(_ difference: ModelDifference) -> Bool {
    guard let entity = place.entity else { return true }
    guard difference.entity == entity.name else { return false }
    guard let property = place.property else { return true }
    return difference.property == property.name
      || difference.property?.hasPrefix(property.name + ".") ?? false
  }

  private static func words(_ difference: ModelDifference) -> String {
    switch difference.migration {
    case .lightweight: difference.losesData ? "lightweight, and values are lost" : "lightweight"
    case .dataDependent: "depends on the rows there are"
    case .custom: "needs a custom stage"
    case .impossible: "impossible"
    }
  }

  /// What is said where nobody knows what has shipped.
  private var open: [String] {
    guard lock == nil else { return [] }
    return ["No version is frozen: 'storedoctor freeze' records what has shipped."]
  }
}
