internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

extension CaseCheck {
  /// Duplicates under the uniqueness constraints of the target versions, or else of the store's own
  /// model.
  ///
  /// - Parameter brokenOnly: leaves out the constraints that no row of the store breaks.
  func uniquenessFindings(brokenOnly: Bool = false) -> [CaseFinding] {
    let models = modelsInForce
    var findings: [CaseFinding] = []
    for (title, model) in models {
      for entity in model.entities {
        for constraint in entity.uniquenessConstraints {
          let isKept = facts.store.map { $0.countDuplicates(entity.name, constraint) ?? 0 == 0 }
          if brokenOnly, isKept ?? true { continue }
          findings.append(uniqueness(constraint, of: entity, in: title))
        }
      }
      if !brokenOnly, model.entities.allSatisfy(\.uniquenessConstraints.isEmpty) {
        findings.append(CaseFinding("\(title) has no uniqueness constraints"))
      }
    }
    return findings
  }

  /// The counters of keys that are behind the keys there are.
  func counterFindings() -> [CaseFinding] {
    guard let store = facts.store else { return [] }
    let behind = store.countersBehind()
    return behind.isEmpty
      ? [CaseFinding("no counter of '\(store.name)' is behind its keys")]
      : behind.map { CaseFinding($0) }
  }

  /// The models an app opens the store with, as far as that is known; else the one the store carries.
  private var modelsInForce: [(title: String, model: DataModel)] {
    guard targets.isEmpty else { return targets.map { ($0.title, $0.model) } }
    return facts.store?.model.map { [("'\(facts.store?.name ?? "")'", $0)] } ?? []
  }

  private func uniqueness(
    _ constraint: [String], of entity: Entity, in title: String
  ) -> CaseFinding {
    let names = constraint.quotedList(separator: " and ")
    let old = facts.store?.model?.entity(named: entity.renamingIdentifier ?? entity.name)
    let isNew = old.map { !$0.uniquenessConstraints.contains(constraint) } ?? false
    let start =
      "\(title) \(isNew ? "newly demands" : "demands") unique \(names) of '\(entity.name)'"
    guard let store = facts.store else {
      return CaseFinding(start, entity: entity.name, location: entity.location)
    }
    guard let count = store.countDuplicates(entity.name, constraint) else {
      return CaseFinding(
        start, certainty: .unknown("duplicates could not be counted in the store"),
        entity: entity.name, location: entity.location)
    }
    let values = count == 1 ? "1 value occurs" : "\(count) values occur"
    return CaseFinding(
      count == 0 ? "\(start); the store has no duplicates" : "\(start); \(values) in several rows",
      entity: entity.name, property: constraint.count == 1 ? constraint[0] : nil,
      location: entity.location)
  }

  /// Whether the table or column a message names is in the store, and whose it would be.
  func tableFindings(for answer: ErrorAnswer) -> [CaseFinding] {
    let isColumn = answer.explanation?.id == "sqlite-no-such-column"
    let names = answer.captures.filter {
      ["table", "column", "column or table"].contains($0.name)
    }.map(\.value)
    var findings: [CaseFinding] = []
    for name in names {
      // "t0.ZTITLE" carries the alias of the statement.
      let bare = name.split(separator: ".").last.map(String.init) ?? name
      if let columns = facts.store?.columns(bare), let store = facts.store {
        findings.append(
          CaseFinding("'\(store.name)' has the table '\(bare)' with \(columns.count) columns"))
      } else if !isColumn, let store = facts.store {
        findings.append(CaseFinding("'\(store.name)' has no table '\(bare)'"))
      } else if isColumn, let store = facts.store, let text = places(of: bare, in: store) {
        findings.append(CaseFinding(text))
      }
      findings += owners(of: bare)
    }
    var seen: Set<CaseFinding> = []
    return findings.filter { seen.insert($0).inserted }
  }

  /// Whose a table or column would be. What is declared at one place is said once, however many
  /// versions list it.
  private func owners(of name: String) -> [CaseFinding] {
    var groups: [(first: CaseFinding, title: String, count: Int)] = []
    for version in versions {
      for entity in version.model.entities {
        for finding in ownership(of: name, entity: entity, version: version) {
          let same = groups.firstIndex { first, title, _ in
            first.location == finding.location
              && first.text == finding.text.replacing(version.title, with: title)
          }
          if let same, finding.location != nil {
            groups[same].count += 1
          } else {
            groups.append((finding, version.title, 1))
          }
        }
      }
    }
    return groups.map { first, title, count in
      guard count > 1 else { return first }
      var finding = first
      let others = count == 2 ? "another version" : "\(count - 1) other versions"
      finding.text = first.text.replacing(title, with: "\(title) and \(others)")
      return finding
    }
  }

  /// The tables that have a column; nil where the store's tables were not read.
  private func places(of column: String, in store: CaseStore) -> String? {
    let tables = store.schema.tables.columns
    guard !tables.isEmpty else { return nil }
    let holders = tables.filter { $0.value.contains { $0.uppercased() == column.uppercased() } }
      .keys
      .sorted { $0.codePointsPrecede($1) }
    return holders.isEmpty
      ? "no table of '\(store.name)' has a column '\(column)'"
      : "'\(column)' is a column of \(holders.quotedList(atMost: 3)) in '\(store.name)'"
  }

  /// Whether an error that names an entity, or the table of one, can be of this store and these
  /// models at all.
  func belongingFindings(for answer: ErrorAnswer) -> [CaseFinding] {
    guard let store = facts.store, let model = store.model else { return [] }
    if answer.explanation?.framework == .cloudKit {
      // A container whose model breaks a rule of CloudKit's never gets as far as the store.
      guard store.isMirrored == false, CloudKitErrors.areOfSync(answer) else { return [] }
      return [
        CaseFinding(
          "'\(store.name)' has no tables of CloudKit's mirroring: this error is of another store, or "
            + "mirroring never came to set this one up", certainty: CloudSync.certainty)
      ]
    }
    let models = [model] + versions.map(\.model)
    let entities = models.flatMap(\.entities)
    for capture in answer.captures {
      let name = capture.value.split(separator: ".").last.map(String.init) ?? capture.value
      // Mirroring has entities of its own.
      if capture.name == "entity", !name.hasPrefix("NS"),
        !entities.contains(where: { isCalled(name, $0) })
      {
        return [
          CaseFinding(
            "neither '\(store.name)' nor a model has an entity '\(name)': this error is of "
              + "another store or app", certainty: .inferred("from the name"), entity: name)
        ]
      }
      guard answer.explanation?.id == "sqlite-no-such-table", capture.name == "table" else {
        continue
      }
      if store.columns(name) != nil {
        return [CaseFinding("this error is of another file, or the table has been made since")]
      }
      // Tables of joins and of Core Data's own have other names.
      if name.hasPrefix("Z"), !name.hasPrefix("Z_"), !name.dropFirst().contains(where: \.isNumber),
        !entities.contains(where: { "Z" + $0.name.uppercased() == name.uppercased() })
      {
        return [
          CaseFinding(
            "neither '\(store.name)' nor a model has an entity of this table: this error is of "
              + "another store or app", certainty: .inferred("from the name"))
        ]
      }
    }
    return []
  }

  /// Logs name an entity by its class as well.
  private func isCalled(_ name: String, _ entity: Entity) -> Bool {
    entity.name == name || entity.className?.split(separator: ".").last.map(String.init) == name
  }

  /// Documentation/Format/StoreFormat.md, 1.6: tables and columns are "Z" and the name in capitals;
  /// a number follows when two names would collide, so an exact fit is likely rather than certain.
  private func ownership(
    of name: String, entity: Entity, version: Candidate
  ) -> [CaseFinding] {
    var findings: [CaseFinding] = []
    let upper = name.uppercased()
    if upper == "Z" + entity.name.uppercased() {
      let root = version.model.root(of: entity)
      let table =
        root.name == entity.name ? "" : ", whose rows are kept in the table of '\(root.name)'"
      findings.append(
        CaseFinding(
          "'\(name)' belongs to entity '\(entity.name)' of \(version.title)\(table)",
          certainty: .inferred("from the name"), entity: entity.name, location: entity.location))
    }
    let properties =
      entity.attributes.flatMap(\.leaves).map(\.name) + entity.relationships.map(\.name)
    for property in properties where upper == "Z" + property.uppercased() {
      let columns = facts.store.flatMap {
        $0.columns("Z" + version.model.root(of: entity).name.uppercased())
      }
      let state = columns.map {
        $0.contains(upper) ? ", which the store has" : ", which the store lacks"
      }
      findings.append(
        CaseFinding(
          "'\(name)' is the column of '\(entity.name).\(property)' of \(version.title)"
            + (state ?? ""), certainty: .inferred("from the name"), entity: entity.name,
          property: property, location: entity.location))
    }
    return findings
  }

  /// Which properties break the CloudKit rule an error names; all rules for a bare 134060.
  func cloudKitFindings(rule: String, answer: ErrorAnswer) -> [CaseFinding] {
    let configuration = answer.captures.first { $0.name == "configuration" }?.value
    return modelsInForce.flatMap { title, model in
      let broken = CloudKitRules.violations(
        of: rule == "cocoa-134060" ? nil : rule, in: model, configuration: configuration)
      if broken.isEmpty { return [CaseFinding("\(title) breaks no such rule")] }
      return broken.map { violation in
        CaseFinding(
          "in \(title), \(violation.text)", certainty: violation.certainty,
          entity: violation.entity, property: violation.property, location: violation.location)
      }
    }
  }
}
