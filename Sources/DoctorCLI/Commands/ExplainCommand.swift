internal import ArgumentParser
internal import Diagnostics
internal import ErrorCatalog
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct ExplainCommand: DoctorCommand {
  static let isRepeatable = false
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule, an error code, a message or a whole log.",
    usage: "storedoctor explain WHAT… [--store STORE] [--model PATH…]",
    discussion: """
      WHAT is a rule id, a code (134504), a symbol (NSMigrationError), a pasted error, a file with \
      a log, or '-' for standard input. With --store or --model the case at hand is checked too. \
      Exit code 1 when nothing is known about it.

      Examples:
        storedoctor explain 134504
        storedoctor explain no-matching-version
        storedoctor explain no such table: ZNOTE
        storedoctor explain crash.log --store default.store --model Sources/Models
        pbpaste | storedoctor explain -
      """)

  @Argument(help: "Rule ids, codes, symbols, error texts, log files, or '-'.", completion: .file())
  var what: [String] = []

  @Option(help: "The store the error is about; in the shell, the open one.", completion: .file())
  var store: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    guard !what.isEmpty else {
      throw Failure.usage("nothing to explain given", help: "usage: \(Self.usage)")
    }
    let inputs = inputs
    // Before the stores, which may have to be asked again: standard input is read only once.
    let logs = try inputs.map { isFile($0) ? try TextFile.bytes(of: $0) : nil }
    return try session.oneState {
      try report(on: Array(zip(inputs, logs)), facts: try caseFacts(in: session))
    }
  }

  private func report(
    on inputs: [(text: String, log: [UInt8]?)], facts: CaseFacts?
  ) throws -> Report {
    var report = Report(command: Self.name)
    var answers: [JSONValue] = []
    for (index, (input, log)) in inputs.enumerated() {
      if index > 0 { report.sections.append(.lines(["――――"])) }
      if let rule = RuleCatalog.rule(input) {
        report.sections += ExplanationText.sections(of: rule)
        answers.append(ExplanationText.json(of: rule))
        continue
      }
      let result =
        log.map { Explainer.explain(log: $0, case: facts) }
        ?? Explainer.explain(text: input, case: facts)
      report.sections += ExplanationText.sections(of: result, input: input, isFile: log != nil)
      answers.append(ExplanationText.json(of: result, input: input))
      if !result.isKnown { report.status = .found }
    }
    report.body = ["answers": .array(answers)]
    return report
  }

  /// An error text need not be quoted: words of which none is known alone are one text, and so are
  /// a domain and its code.
  private var inputs: [String] {
    guard what.count > 1, !what.contains(where: isFile) else { return what }
    let text = what.joined(separator: " ")
    let isKnownTogether = Explainer.explain(text: text).input != .text
    let isKnownApart = what.contains {
      RuleCatalog.rule($0) != nil || Explainer.explain(text: $0).isKnown
    }
    return isKnownApart && !isKnownTogether ? what : [text]
  }

  private func isFile(_ input: String) -> Bool {
    input == "-" || input.contains(".") && TextFile.exists(input)
  }

  private func caseFacts(in session: Session) throws -> CaseFacts? {
    let path = store ?? session.storePath
    let histories = try session.histories()
    guard path != nil || !histories.isEmpty else { return nil }
    let store = try path.map { try session.namedCoreDataStore($0) }
    return CaseFacts(
      store: store.map { CaseStore.facts(of: $0.store, name: $0.open.path) }, histories: histories,
      differences: { from, to in
        ModelDiff.differences(from: from, to: to).map { difference in
          let words = DifferenceText.words(difference.change)
          return CaseFinding(
            "\(difference.path): \(words), \(DifferenceText.words(difference.migration)): \(difference.why)",
            certainty: difference.certainty, entity: difference.entity,
            property: difference.property, location: difference.location)
        }
      })
  }
}

/// The questions `explain` may ask a store.
enum CaseStore {
  static func facts(of store: Store, name: String) -> CaseFacts.Store {
    let connection = store.connection
    func count(_ sql: String) -> Int? {
      guard
        let value = try? connection.limited(to: .milliseconds(500), { try connection.value(sql) })
      else { return nil }
      return value.integer.map { Int(clamping: $0) }
    }
    /// The columns of properties, with the condition that selects the entity's own rows.
    func columns(_ entity: StoreEntity, _ properties: [String]) -> [String]? {
      let columns = properties.map { entity.property(named: $0)?.columns.first }
      return columns.contains(nil) ? nil : columns.compactMap { $0.map(\.sqlQuoted) }
    }
    func filter(_ entity: StoreEntity) -> String {
      entity.sharesTable
        ? "Z_ENT IN (\(entity.numbers.map { String($0) }.joined(separator: ", ")))" : "1"
    }
    return CaseFacts.Store(
      name: name, entityHashes: store.metadata.entityHashes,
      checksum: store.metadata.checksum
        ?? ModelHashes.checksum(of: store.metadata.entityHashes),
      identifiers: store.metadata.versionIdentifiers,
      framework: store.metadata.frameworkVersion, model: store.model,
      columns: { table in
        try? connection.prepare("SELECT * FROM main.\(table.sqlQuoted) LIMIT 0").columnNames
      },
      countNulls: { name, property in
        guard let entity = try? store.entity(named: name), !entity.isTableMissing,
          let column = columns(entity, [property])?.first
        else { return nil }
        return count(
          "SELECT count(*) FROM main.\(entity.table.sqlQuoted) WHERE \(column) IS NULL AND \(filter(entity))"
        )
      },
      countRows: { name in
        (try? store.rowCount(of: name, within: .milliseconds(500))).map { Int(clamping: $0.count) }
      },
      countDuplicates: { name, properties in
        guard let entity = try? store.entity(named: name), !entity.isTableMissing,
          let columns = columns(entity, properties), !columns.isEmpty
        else { return nil }
        let list = columns.joined(separator: ", ")
        return count(
          "SELECT count(*) FROM (SELECT 1 FROM main.\(entity.table.sqlQuoted) WHERE \(filter(entity)) "
            + "GROUP BY \(list) HAVING count(*) > 1)")
      })
  }
}
