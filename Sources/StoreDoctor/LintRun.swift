public import Diagnostics
// Whoever imports StoreDoctor sees members of its answers, too. Without that `findings` of a `LintAnswer`
// would be the empty list that `Answer` gives those without any, and nobody would notice.
@_exported public import Lint
internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// One run of `lint`: what is linted, and by which configuration.
public struct LintRun: Sendable {
  /// The configuration and the folder its paths count from.
  public let project: LintProject
  /// What is linted: as given, else as configured.
  public let paths: [String]
  /// The rules with the user's settings.
  public let linter: Linter
  /// What the paths hold.
  public private(set) var input: LintInput
  /// The lowest severity that counts as found.
  public let failOn: Severity
  /// The lock that was read, as seen from the working folder; nil when there is none.
  package let lockPath: String?
  /// The models at a revision they are compared with.
  private var earlierModels: [SchemaHistory] = []

  /// Reads the configuration, the files and the lock.
  ///
  /// - Parameters:
  ///   - paths: Swift files, folders, model files and stores; empty means those configured.
  ///   - configuration: the file to use instead of the nearest.
  ///   - cloudKit: whether the models are mirrored; nil leaves it to the configuration.
  ///   - failOn: the lowest severity that counts as found; nil leaves it to the configuration.
  ///   - allFiles: whether code of others, generated and git-ignored files are read, too.
  ///   - usesBaseline: whether the configuration's baseline has to be there.
  ///   - read: gives the text of the lock.
  /// - Returns: nil when no path is given and none is configured.
  /// - Throws: `LintConfigurationError`, `ModelInputError`, `SchemaLockError`, `StoreOutputError`
  ///   for a lock outside of the project, and what `read` throws.
  public init?(
    _ paths: [String], configuration: String? = nil, cloudKit: LintSettings.CloudKit? = nil,
    failOn: Severity? = nil, allFiles: Bool = false, usesBaseline: Bool = false,
    read: (String) throws -> String
  ) throws {
    let project =
      try configuration.map { try LintProject.read($0, rules: RuleCatalog.index) }
      ?? .find(from: paths.first ?? ".", rules: RuleCatalog.index)
    let missing = project.configuration.missingFiles(
      path: project.file ?? "", usesPaths: paths.isEmpty, usesBaseline: usesBaseline
    ) { name in
      // What lies outside of the project is refused, whether or not it is there.
      (try? project.confined(name)).map { FilePath.exists($0) } ?? true
    }
    if let missing { throw missing }
    let paths = paths.isEmpty ? project.configuration.paths.map(project.resolved) : paths
    guard !paths.isEmpty else { return nil }
    var settings = project.configuration.settings
    if let cloudKit { settings.cloudKit = cloudKit }
    var input = try LintReader.read(paths, allFiles: allFiles, isExcluded: project.isExcluded)
    lockPath = try Self.lock(of: project, for: paths.first)
    input.lock = try lockPath.map { try SchemaLock(read($0), path: $0) }
    self.project = project
    self.paths = paths
    self.input = input
    self.failOn = failOn ?? project.configuration.failOn
    linter = Linter(settings: settings)
    let file = project.file ?? ""
    if let error = project.configuration.nothingLeft(of: input, path: file)
      ?? project.configuration.unknownPlan(in: input, path: file)
    {
      throw error
    }
  }

  /// The lock the configuration names, the nearest above what is linted, or the one in the configuration's
  /// folder.
  private static func lock(of project: LintProject, for path: String?) throws -> String? {
    if let lock = project.configuration.lock { return try project.confined(lock) }
    if let near = path.flatMap(LintProject.lock) {
      let folder = LintProject.absolute(near).deletingLastPathComponent
      try ConfinedPath.check(SchemaLock.fileName, below: folder)
      return near
    }
    let path = try project.confined(SchemaLock.fileName)
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Whether what the configuration says may be lost is there at all. A part of its project cannot tell.
  ///
  /// - Throws: `LintConfigurationError`.
  package func checkLosses() throws(LintConfigurationError) {
    guard let file = project.file else { return }
    let folder = LintProject.absolute(file).deletingLastPathComponent
    let isWhole = paths.map(LintProject.absolute).contains { path in
      path == folder || folder.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
    guard isWhole || paths == project.configuration.paths.map(project.resolved),
      let error = project.configuration.unknownLoss(
        in: input, earlier: earlierModels, path: file)
    else { return }
    throw error
  }

  /// Takes the plans that an earlier state of the files had.
  package mutating func compare(with earlier: LintInput) {
    earlierModels = Linter.histories(of: earlier)
    input.earlierPlans = SchemaLock(plansOf: earlierModels.withoutTests)
  }

  /// Takes the versions that a release has for shipped, besides those of the lock.
  public mutating func lock(shipped release: LintInput) {
    let shipped = SchemaLock(of: Linter.histories(of: release))
    input.lock = input.lock.map { $0.adding(shipped.named(as: $0.schemas)) } ?? shipped
  }

  /// Takes another text for a file of the input, as somebody has it in an editor.
  ///
  /// - Returns: why it is not read.
  mutating func setText(_ bytes: [UInt8], of path: String) -> ModelProblem? {
    input.setText(bytes, of: path)
  }

  /// What tells the caches of two runs apart: the working folder and the paths.
  public var subject: [String] { [LintProject.absolute(".")] + paths }

  /// What the rules find.
  public func answer(cache: LintCache? = nil) -> LintAnswer {
    let (findings, unread, unreadObjectiveC) = linter.run(input, cache: cache)
    return LintAnswer(
      findings: wanted(findings), files: input.files.count, models: input.models.count,
      unread: unread,
      objectiveC: input.objectiveC.count { !$0.path.hasSuffix(".h") },
      unreadObjectiveC: unreadObjectiveC, failOn: failOn)
  }

  /// Those of the places where the configuration wants their rules.
  func wanted(_ findings: [Finding]) -> [Finding] {
    findings.filter { finding in
      guard let patterns = linter.settings.excluded[finding.rule], let place = finding.location
      else { return true }
      return !project.matches(place.path, patterns)
    }
  }

  /// What work on source makes, for somebody who may lose patience: nil as soon as `isStopped` says
  /// so. The work then ends, and leaves nothing in a cache.
  package static func answer<Answer: Sendable>(
    of work: @escaping @Sendable () -> Answer, isStopped: () -> Bool
  ) -> Answer? {
    Workers.run(isStopped: isStopped, work)
  }

  /// The file of the baseline; nil when neither is given.
  ///
  /// - Throws: `StoreOutputError` for a configured one outside of the project.
  public func baseline(given path: String?) throws -> String? {
    try path ?? project.configuration.baseline.map(project.confined)
  }

  /// The changes of files that fix findings.
  public func fixes(of answer: LintAnswer) -> [EditPlan] {
    EditPlan.plans(for: answer.findings, text: input.bytes)
  }
}
