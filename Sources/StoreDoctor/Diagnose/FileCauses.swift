internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// What is the matter with the files of a store, before anything in them is asked.
struct FileCauses {
  let diagnoser: Diagnoser

  init(_ diagnoser: Diagnoser) { self.diagnoser = diagnoser }

  private static let backup = Diagnosis.Treatment("restore a backup, or ask for another copy")
  private static let copyAll = Diagnosis.Treatment(
    "copy the store again from the device, with its '-wal' and '-shm' and its '_SUPPORT' folder, "
      + "while the app is closed")

  private var salvage: Diagnosis.Treatment {
    Diagnosis.Treatment(
      "without a backup, save every row that can still be reached",
      diagnoser.command("repair", "--salvage", "-o", "NEW"))
  }

  /// Nil for an error that tells nothing of the file's content.
  func cause(_ error: StoreFileError) -> Diagnosis.Cause? {
    switch error.reason {
    case .empty: empty(log: FilePath.size(error.path + "-wal"))
    case .notAStore(let kind): cause(kind)
    case .truncated(let expected, let actual):
      damaged(
        "the file is cut off",
        ["its header promises \(expected) bytes, and the file has \(actual)"])
    case .damaged(let what): damaged("the file is damaged: \(what)", [])
    case .hopeless(let what):
      Diagnosis.Cause(
        verdict: .damaged, what: "the file is damaged: \(what)",
        because: ["nothing can be saved from what is left of it"], treatment: [Self.backup])
    case .sqlite(let error) where error.isDamage:
      damaged("SQLite cannot read the file: \(error.message)", [])
    default: nil
    }
  }

  /// - Parameter log: the size of the `-wal` file beside it, which says too little to read the store.
  private func empty(log: Int64) -> Diagnosis.Cause {
    guard log > 0 else {
      return Diagnosis.Cause(
        verdict: .missingSideFiles, what: "the file has no bytes",
        because: ["it was cut off or copied badly, or nobody ever wrote to it"],
        treatment: [Self.copyAll])
    }
    return Diagnosis.Cause(
      verdict: .missingSideFiles,
      what: "the file has no bytes, and the '-wal' file beside it holds no whole store",
      because: ["SQLite deletes that '-wal' file as soon as anything opens the store"],
      treatment: [
        Diagnosis.Treatment("keep a copy of the '-wal' file before anything opens the store"),
        Self.copyAll,
      ])
  }

  /// What a file is that SQLite opens, and Core Data does not.
  func unreadable(_ file: StoreFile, _ kind: FileKind, _ problem: String?) -> Diagnosis.Cause {
    let damage = kind.isCoreDataStore ? nil : FileIdentifier.damage(of: file)
    let what = problem.map { "the store cannot be read: \($0)" }
    if file.hasForeignLog(within: diagnoser.budget) {
      return foreignLog([what ?? kind.evidence, "SQLite finds nothing wrong with the store alone"])
    }
    // The schema says what a file is; without it nothing else about the file can be trusted.
    if let damage = damage.flatMap(cause) { return damage }
    if let what { return damaged(what, []) }
    let hasLog = file.state.sideFiles.contains { $0.suffix == "-wal" }
    if kind.id == .sqlite, file.state.journalMode == .wal, !hasLog, file.isWithoutTables {
      return Diagnosis.Cause(
        verdict: .missingSideFiles,
        what: "the file has no tables, and its '-wal' file is not there",
        because: [
          "its header says that it is written through a '-wal' file, which keeps new tables until "
            + "they are moved over"
        ], certainty: .inferred("a database in which nothing was ever made looks the same"),
        treatment: [Self.copyAll])
    }
    return cause(kind)
  }

  /// Whether the write-ahead log beside a store is its own, where it has frames that count.
  func causes(
    of file: StoreFile, _ check: StoreCheck.Result, within budget: Duration
  ) -> [Diagnosis.Cause] {
    guard file.state.log?.committed ?? 0 > 0, let alone = try? file.withoutLog() else { return [] }
    let question = "SELECT Z_UUID FROM Z_METADATA LIMIT 1"
    let whole = try? file.connection.value(question)?.text
    if let own = try? alone.value(question)?.text, let whole, own != whole {
      return [
        Diagnosis.Cause(
          verdict: .missingSideFiles, what: "the '-wal' file beside the store is another store's",
          because: ["the store alone has the identifier \(own), and with the '-wal' file \(whole)"],
          treatment: [Self.copyAll])
      ]
    }
    let rules = Set(check.findings.map(\.rule))
    let because: String
    if rules.contains(DamagedFile.info.id) {
      because = "SQLite finds nothing wrong with the store alone, and damage with the '-wal' file"
    } else if !rules.isDisjoint(with: [MissingTable.info.id, HalfMigrated.info.id]),
      let own = try? alone.tableNames(), let whole = try? file.connection.tableNames(),
      !own.isSubset(of: whole)
    {
      because = "the store alone has tables that are gone with the '-wal' file"
    } else {
      return []
    }
    return alone.quickCheck(within: budget) == "ok" ? [foreignLog([because])] : []
  }

  private func foreignLog(_ because: [String]) -> Diagnosis.Cause {
    Diagnosis.Cause(
      verdict: .missingSideFiles,
      what: "the '-wal' file beside the store does not belong to it, or is damaged",
      because: because,
      certainty: .inferred("damage that only the '-wal' file has looks the same"),
      treatment: [
        Self.copyAll,
        Diagnosis.Treatment(
          "see what the store holds without it: copy the store alone, and ask again"),
      ])
  }

  private func cause(_ kind: FileKind) -> Diagnosis.Cause {
    switch kind.id {
    case .encrypted:
      Diagnosis.Cause(
        verdict: .encrypted, what: "the file is encrypted, or not a store at all",
        because: [kind.evidence], certainty: kind.certainty,
        treatment: [
          Diagnosis.Treatment(
            "have the app that has the key export the store, or remove the encryption from a copy")
        ])
    case .coreDataXML, .coreDataBinary:
      Diagnosis.Cause(
        verdict: .otherFormat, what: "the file is a store in the format \(kind.displayName)",
        because: [kind.evidence], certainty: kind.certainty,
        treatment: [
          Diagnosis.Treatment(
            "have the app migrate it to SQLite (migratePersistentStore), and diagnose the result")
        ])
    case .sideFile:
      Diagnosis.Cause(
        verdict: .notAStore, what: "the file is a side file of a store, not the store itself",
        because: [kind.evidence], certainty: kind.certainty,
        treatment: [
          isAlone
            ? Diagnosis.Treatment(
              "ask for the store itself, copied together with this file: the store is not beside it"
            )
            : Diagnosis.Treatment("name the file without '-wal', '-shm' or '-journal'")
        ])
    case .empty: empty(log: FilePath.size(diagnoser.store + "-wal"))
    case .zip, .gzip:
      Diagnosis.Cause(
        verdict: .notAStore,
        what: "the file is no store of Core Data or SwiftData: \(kind.evidence)",
        certainty: kind.certainty,
        treatment: [
          Diagnosis.Treatment(
            "look at the stores in it as it is",
            diagnoser.command("scan", models: !diagnoser.models.isEmpty)
          )
        ])
    default:
      Diagnosis.Cause(
        verdict: .notAStore,
        what: "the file is no store of Core Data or SwiftData: "
          + (kind.saysWhatItIs
            ? kind.evidence
            : "it is \(kind.id == .unknown ? "of no kind that storedoctor knows" : kind.displayName)"),
        because: kind.saysWhatItIs ? [] : [kind.evidence], certainty: kind.certainty,
        treatment: [
          Diagnosis.Treatment(
            "look for the store where the app keeps it, by default "
              + "'Library/Application Support/default.store'")
        ])
    }
  }

  /// Whether the store that a side file belongs to is not where it should be.
  private var isAlone: Bool {
    let name = diagnoser.store
    let suffix = ["-wal", "-shm", "-journal"].first(where: name.hasSuffix)
    return suffix.map { !FilePath.exists(String(name.dropLast($0.count))) } ?? false
  }

  private func damaged(_ what: String, _ because: [String]) -> Diagnosis.Cause {
    Diagnosis.Cause(
      verdict: .damaged, what: what, because: because, treatment: [Self.backup, salvage])
  }
}

extension FileKind {
  /// Whether what was seen of it names it already.
  fileprivate var saysWhatItIs: Bool { evidence.hasPrefix("it is ") }
}

extension StoreFile {
  fileprivate var isWithoutTables: Bool {
    (try? connection.tableNames().isEmpty) ?? false
  }
}

extension StoreFile {
  /// Whether a store that cannot be read is whole without the `-wal` file beside it.
  func hasForeignLog(within budget: Duration) -> Bool {
    guard state.log?.committed ?? 0 > 0, let alone = try? withoutLog(),
      alone.quickCheck(within: budget) == "ok"
    else { return false }
    return (try? alone.tableNames())?.contains("Z_METADATA") ?? false
  }
}
