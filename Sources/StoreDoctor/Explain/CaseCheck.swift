public import ErrorCatalog
internal import StoreEngine
internal import StoreModel

/// Looks at the case at hand for each answer: the store, the models and the text's own facts.
struct CaseCheck {
  let facts: CaseFacts
  /// Every version of every history, oldest first within a history.
  let versions: [Candidate]

  init(_ facts: CaseFacts) {
    self.facts = facts
    versions = Candidate.all(of: facts.histories)
  }

  /// The version an app opens its store with: the one the source calls current, else the newest.
  var targets: [Candidate] {
    facts.histories.compactMap { history in
      let own = versions.filter { $0.history == history }
      if let name = history.currentVersion, let named = own.first(where: { $0.model.name == name })
      {
        return named
      }
      if let live = own.first(where: { $0.model.name == "live" }) { return live }
      return history.isOrdered || own.count == 1 ? own.last : nil
    }
  }

  /// What only the ids listed here are about; ids of a family are checked by their parent's rule.
  func findings(for answer: ErrorAnswer) -> [CaseFinding] {
    guard let explanation = answer.explanation else { return [] }
    let ids = Set(ExplanationCatalog.lineage(of: explanation).map(\.id))
    func isAny(_ wanted: String...) -> Bool { !ids.isDisjoint(with: wanted) }
    var findings: [CaseFinding] = []
    if explanation.id == "staged-duplicate-version-checksums" { findings += equalVersions() }
    if explanation.id == "staged-unknown-coordinator-model-version" { findings += unlistedLive() }
    if isAny("cocoa-134110", "cocoa-134190", "cocoa-134140")
      || explanation.domain == "NSCocoaErrorDomain" && (1550..<1700).contains(explanation.code ?? 0)
    {
      findings += propertyFindings(for: answer)
    }
    if isAny("coredata-keypath-not-found", "coredata-class-unknown-key") {
      findings += propertyFindings(for: answer)
    }
    if isAny("cocoa-134140", "cocoa-134190") { findings += inferenceFindings() }
    if isAny("migration-mandatory-attribute", "migration-mandatory-relationship") {
      findings += mandatoryFindings(for: answer)
    }
    // It says only that a migration failed: what can make it fail here is looked for.
    if explanation.id == "cocoa-134110" {
      findings += mandatoryFindings(for: answer) + inferenceFindings()
      findings += uniquenessFindings(brokenOnly: true)
    }
    if isAny("cocoa-134111", "sqlite-unique-failed", "cocoa-1551", "cocoa-133021") {
      findings += uniquenessFindings()
    }
    if isAny("sqlite-key-taken") { findings += counterFindings() }
    if isAny("cocoa-134060") {
      findings += cloudKitFindings(rule: explanation.id, answer: answer)
    }
    if isAny("sqlite-no-such-table", "sqlite-no-such-column", "sqlite-table-already-exists") {
      findings += tableFindings(for: answer)
    }
    if isAny("sqlite-corrupt", "sqlite-notadb", "coredata-no-stores-corrupt", "cocoa-file-259") {
      findings += damageFindings()
    }
    if explanation.framework == .cloudKit { findings += syncFindings(for: answer) }
    // That the error is none of this store's comes before all that would be done about it.
    let foreign = belongingFindings(for: answer).map { finding in
      var finding = finding
      finding.isForeign = true
      return finding
    }
    return foreign + findings
  }
}

extension Candidate {
  /// `'NotesSchemaV2' (2.0.0)`.
  var title: String {
    if model.name == "live" { return model.inSentence }
    let identifiers = model.versionIdentifiers.filter { !$0.isEmpty && $0 != model.name }
    return "'\(model.name)'"
      + (identifiers.isEmpty ? "" : " (\(identifiers.joined(separator: ", ")))")
  }
}

extension Explainer {
  /// Explanations that are about the store's version.
  private static let versionErrors: Set<String> = [
    "cocoa-134100", "cocoa-134130", "cocoa-134140", "cocoa-134504", "staged-unknown-model-version",
    "cocoa-134505", "cocoa-134506", "swiftdata-load-issue-model-container",
    "swiftdata-unknown-data-store-schema", "swiftdata-backward-migration",
    "swiftdata-error-struct-code-1", "cocoa-134020", "cocoa-134110", "cocoa-134190",
    // A table that is not what the recorded version says.
    "sqlite-no-such-table", "sqlite-no-such-column",
  ]

  /// Explains `text`, and looks at the store and the models at hand.
  public static func explain(text: String, case facts: CaseFacts?) -> ExplainResult {
    checked(explain(text: text), facts)
  }

  /// The same for a log given as bytes.
  public static func explain(log: [UInt8], case facts: CaseFacts?) -> ExplainResult {
    checked(explain(log: log), facts)
  }

  private static func checked(_ result: ExplainResult, _ facts: CaseFacts?) -> ExplainResult {
    guard let facts else { return filled(result, FilledCommands(store: nil, models: [])) }
    var result = result
    let check = CaseCheck(facts)
    for index in result.answers.indices {
      result.answers[index].findings = check.findings(for: result.answers[index])
    }
    let isAboutVersions = result.recognised.contains { id in
      guard let explanation = ExplanationCatalog.explanation(id: id) else { return false }
      return ExplanationCatalog.lineage(of: explanation).contains { versionErrors.contains($0.id) }
    }
    if isAboutVersions || !result.metadata.isEmpty {
      result.findings = check.versionFindings(printed: result.metadata)
    }
    result.findings += check.objectFindings(result.objects)
    if let reason = facts.unreadable {
      result.findings += [
        CaseFinding(
          reason.contains("cannot be read") ? reason : "the store cannot be read: \(reason)"),
        CaseFinding(
          "what to do: 'storedoctor diagnose STORE' says what it is and what can be done"),
      ]
    }
    return filled(result, facts.commands)
  }

  /// With what is known in the place of what stands for it.
  private static func filled(
    _ result: ExplainResult, _ commands: FilledCommands
  ) -> ExplainResult {
    var result = result
    func fill(_ findings: inout [CaseFinding], _ commands: FilledCommands) {
      for index in findings.indices {
        findings[index].text = commands.filled(findings[index].text)
      }
    }
    fill(&result.findings, commands)
    for index in result.answers.indices {
      let own = commands.about(result.answers[index], result.objects)
      result.answers[index].explanation = result.answers[index].explanation.map(own.filled)
      fill(&result.answers[index].findings, own)
    }
    return result
  }
}
