internal import Diagnostics
internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

/// Says what the end of a closure means.
struct ClosureJudgement {
  let side: String
  let step: MigrationStep
  /// Where the closure is declared.
  let closure: Location
  let limits: PlanLimits
  var isConfined = true

  private var seconds: String { limits.seconds == 1 ? "1 second" : "\(limits.seconds) seconds" }
  /// `'didMigrate' of the stage 'V1 to V2'`.
  var name: String { "'\(side)' of the stage '\(step.name)'" }

  func unsaved(_ count: Int) -> Finding {
    let what = count == 1 ? "changes to 1 object" : "changes to \(count) objects"
    return PlanRules.changesUnsaved.finding(
      "\(what) in \(name) are not saved, and the new store is without them"
    ).at(closure)
  }

  /// The closure went on as if there were no objects.
  func caught(_ error: CaughtError) -> [Finding] {
    guard var finding = otherVersion(in: error.text) else { return [] }
    finding.severity = .warning
    finding.message += ", and goes on without the objects"
    return [finding.at(error.place ?? closure)]
  }

  /// What an end means that is none; nil for one that is.
  func finding(_ end: ClosureEnd) -> Finding? {
    switch end {
    case .done, .defaults: nil
    case .missing:
      PlanRules.stageNotFound.finding(
        "the plan has no stage from '\(step.from.name)' to '\(step.to.name)' when it runs"
      ).at(step.location)
    case .misfit(let what):
      PlanRules.modelsDiffer.finding(
        "the classes of '\((side == "willMigrate" ? step.from : step.to).name)' make another model here "
          + "than the source was read as: \(what)"
      ).at(closure)
    case .threw(let error, let place): threw(error).at(place ?? closure)
    case .trapped(let message, let signal, let report):
      trapped(message ?? CrashReason.name(of: signal), report).at(report.places.first ?? closure)
    case .overLimit(let what):
      PlanRules.closureOverLimit.finding("\(name) \(what)").at(closure)
    case .killed(let signal):
      PlanRules.closureTrapped.finding("\(name) was ended by \(CrashReason.name(of: signal))")
        .at(closure)
    case .tooLong(let report):
      PlanRules.closureDidNotEnd.finding("\(name) did not end within \(seconds)")
        .at(report.places.first ?? closure)
    case .outOfMemory(let report):
      PlanRules.outOfMemory.finding("\(name) wanted more than \(limits.memory >> 20) MB of memory")
        .at(report.places.first ?? closure)
    case .left(let status):
      PlanRules.closureTrapped.finding(
        "\(name) ended the program with exit status \(status)",
        help: "a closure must not call 'exit'"
      ).at(closure)
    }
  }

  private func threw(_ error: String) -> Finding {
    if let other = otherVersion(in: error) { return other }
    let known = Explainer.explain(text: error).answers.first?.explanation
    return PlanRules.closureThrew.finding(
      "\(name) threw \(error)", help: confinedAdvice(error) ?? known?.fixes.first)
  }

  /// Errors of a program that reaches for what is not its own.
  private func confinedAdvice(_ error: String) -> String? {
    guard isConfined,
      // 262 is what Foundation says to a URL of the network where it may not use that.
      ["permission", "ermitted", "NSURLErrorDomain", "NSCocoaErrorDomain 262"]
        .contains(where: { error.contains($0) })
    else { return nil }
    return "the code of this plan tried to reach what closures are kept from: they run without "
      + "network and see no files but the store's and their own; \(Self.instead)"
  }

  private static let instead =
    "put the data it needs into the source, or do it in the app after the migration"

  /// What was refused while the closure ran.
  ///
  /// - Parameter paths: of files and folders.
  func refused(_ refusals: ChildProcess.Refusals, paths: [String]) -> [Finding] {
    var found = paths.map {
      PlanRules.closureConfined.finding(
        "\(name) tried to reach '\($0)', which was refused",
        help: "closures see no files but the store's and their own; \(Self.instead)")
    }
    if refusals.contains(.network) {
      found.append(
        PlanRules.closureConfined.finding(
          "\(name) tried to use the network, which was refused",
          help: "closures run without network; \(Self.instead)"))
    }
    if refusals.contains(.process) {
      found.append(
        PlanRules.closureConfined.finding(
          "\(name) tried to start processes, which was refused",
          help: "closures start no other programs; do that in the app after the migration"))
    }
    return found.map { $0.at(closure) }
  }

  /// What the closure was told by what stands in for a device.
  func invented(_ values: [String]) -> [Finding] {
    values.map {
      PlanRules.inventedValue.finding("\(name) asked for \($0), and something else on each device")
        .at(closure)
    }
  }

  /// The closure put something else where files of its store belong.
  func misplaced(_ what: String) -> Finding {
    PlanRules.closureThrew.finding("\(name) \(what)").at(closure)
  }

  private func trapped(_ text: String, _ report: CrashReport) -> Finding {
    if let other = otherVersion(in: text) { return other }
    if report.isEndlessRecursion {
      return PlanRules.closureTrapped.finding(
        "\(name) calls itself without end until the stack is full",
        help: "look at the calls that lead back to this place")
    }
    let known = Explainer.explain(text: text).answers.first?.explanation
    return PlanRules.closureTrapped.finding(
      "\(name) crashed: \(text)", help: known?.fixes.first ?? advice(text))
  }

  /// A model of the stage's other side, or of another version altogether.
  private func otherVersion(in text: String) -> Finding? {
    let isMismatch =
      text.contains("not in the schema of the container") || text.contains("kind of backing data")
      || text.contains("Failed to cast model")
    guard isMismatch else { return nil }
    let (own, other) = side == "willMigrate" ? (step.from, step.to) : (step.to, step.from)
    let age = side == "willMigrate" ? "new" : "old"
    let kinds: [String?] = [
      model(in: text, of: other).map { "'\($0)', a model of the \(age) version," },
      type(in: text).map { "'\($0)', a model of another version," },
      entity(in: text, of: other).map { "a '\($0)' of another version" },
    ]
    let what = kinds.compactMap(\.self).first ?? "a model of another version"
    // Of a third version, or of none: what it was to be is the class of this one.
    let meant = type(in: text)?.split(separator: ".").last.flatMap { last in
      own.entities.first { $0.name == last }
    }
    let isOther = kinds[0] != nil
    return PlanRules.otherVersion.finding(
      "\(name) uses \(what) where only models of '\(own.name)' exist",
      help: isOther
        ? nil
        : meant.map { "use the '\($0.name)' of '\(own.name)', whose objects the store has then" })
  }

  /// `PlanCode.NotesSchemaV1.Note`, as the user writes it.
  private func model(in text: String, of version: DataModel) -> String? {
    version.entities.lazy.map { "\(version.name).\($0.name)" }.filter { text.contains($0) }
      .max { $0.count < $1.count }
  }

  /// `'PlanCode.NotesSchemaV3.Note' is not in …`.
  private func type(in text: String) -> String? {
    let module = "'\(CompilerOptions.module)."
    guard let start = text.firstRange(of: module)?.upperBound else { return nil }
    return String(text[start...].prefix { $0 != "'" })
  }

  /// `'Tag' is not in …`.
  private func entity(in text: String, of version: DataModel) -> String? {
    version.entities.map(\.name).first { text.contains("'\($0)'") }
  }

  private func advice(_ text: String) -> String? {
    Self.advice.first { text.contains($0.text) }?.fix
  }

  private static let advice: [(text: String, fix: String)] = [
    ("Unexpectedly found nil", "unwrap the optional with 'if let'; in some row it is nil"),
    ("Index out of range", "check the count before the index is used"),
    ("arithmetic overflow", "use a wider type, or the operators that report overflow"),
    ("overflow", "use a wider type, or the operators that report overflow"),
    ("Division by zero", "skip rows whose divisor is 0"),
    ("Could not cast", "cast with 'as?', and handle values of another type"),
    ("Duplicate keys", "give 'Dictionary' a rule for equal keys with 'uniquingKeysWith:'"),
    ("unexpectedly raised an error", "use 'try' instead of 'try!', so that the error is reported"),
    (
      "cannot be read from the store",
      "the type has changed its shape since the value was written; give it an 'init(from:)' that reads "
        + "the old shape as well, or read the old type in a stage before"
    ),
    ("unowned reference", "keep the object for as long as it is used, or refer to it by 'weak'"),
    ("Can't remove", "check that there is an element before removing one"),
  ]
}
