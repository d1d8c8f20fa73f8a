internal import ArgumentParser
internal import Diagnostics
internal import Lint
internal import ModelInputs
internal import PlanExecution
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Whether closures of custom stages are run, and with which rights.
struct ClosureFlags: ParsableArguments {
  @Flag(help: "Run custom stages without their closures.")
  var skipClosures = false

  @Flag(
    help:
      "Run closures with your rights where this system cannot confine them; remembered per plan.")
  var trust = false
}

/// Options of the commands that run closures of custom stages.
struct ClosureOptions: ParsableArguments {
  @OptionGroup var flags: ClosureFlags

  @Option(
    help: ArgumentHelp(
      "Stop a closure after this time (300).", valueName: "seconds"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp("Memory limit of closures in megabytes; 4096 if left out.", valueName: "mb"))
  var memory: Int?

  static let wordOptions = ["timeout", "memory"]
  var skipClosures: Bool { flags.skipClosures }
  var trust: Bool { flags.trust }

  func limits() throws -> PlanLimits {
    var limits = PlanLimits()
    if let timeout {
      guard (1...86_400).contains(timeout) else {
        throw Failure.usage("--timeout takes 1 to 86400 seconds")
      }
      limits.seconds = timeout
    }
    if let memory {
      // With less the program does not even start.
      guard (512...1_048_576).contains(memory) else {
        throw Failure.usage("--memory takes 512 to 1048576 megabytes")
      }
      limits.memory = Int64(memory) << 20
    }
    return limits
  }
}

extension Session {
  /// What runs the closures of a path and knows its defaults; nil when neither is asked for.
  ///
  /// - Parameter models: where the plan's source is; nil for what --model says.
  /// - Throws: `PlanFailure` when they cannot be run here.
  func closureRunner(
    for path: MigrationPath, limits: PlanLimits = PlanLimits(), models: [String]? = nil,
    isTraced: Bool = false, trust: Bool = false, memory: PlanMemory = PlanMemory()
  ) throws -> PlanRunner? {
    let hasClosures = path.steps.contains(where: \.hasClosures)
    guard hasClosures || path.needsCodedDefaults else { return nil }
    let toolchain: PlanToolchain
    do {
      toolchain = try PlanToolchain.find(tool: ToolPath.current, environment: console.environment)
    } catch {
      // Without closures the migration may still know all it needs.
      guard hasClosures else { return nil }
      throw error
    }
    var settings = PlanRunner.Options(
      cache: ToolPath.cache(console.environment),
      confinement: ConfinementLevel.available(console.environment),
      trust: PlanTrust(folder: ToolPath.trust(console.environment), isGiven: trust))
    settings.limits = limits
    settings.showsValues = self.settings.showsValues
    settings.traces = isTraced || isShell || trace != nil
    settings.memory = memory
    let files = try memory.files {
      try ModelLoader.swiftFiles(models ?? self.settings.models)
    }
    let runner = PlanRunner(path, files: files, toolchain: toolchain, options: settings)
    // Ctrl-C ends what runs, and then the command cleans up after itself.
    let before = Interrupts.current
    runner.onBusy = { [weak runner] isBusy in
      if isBusy { Interrupts.watch { runner?.interrupt() } } else { Interrupts.restore(before) }
    }
    return runner
  }
}

/// What may be lost in a migration.
struct LossOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A class or property that the newer version may drop; repeatable.",
      valueName: "entity[.property]"))
  var allowLoss: [String] = []

  static let wordOptions = ["allow-loss"]
}

/// `--chain`: the way of apps that go from version to version.
enum ChainOption {
  static let help: ArgumentHelp =
    "Go from version to version, by mapping model or inference, as an app does with code of its own."

  /// What to try where Core Data's own way passes by mapping models.
  static func hint(_ path: MigrationPath?) -> [Report.Section] {
    if let ways = path?.ways {
      let ends = ways.to.map { "'\(VisibleText($0).text)'" }.joined(separator: ", ")
      let names = ways.mappings.map { "'\(VisibleText($0).text)'" }.joined(separator: ", ")
      return [
        .hints([
          "passed over: mapping models begin at '\(VisibleText(ways.from).text)' (\(names)) and lead to "
            + "\(ends), not to '\(VisibleText(path?.target.name ?? "").text)'; where the app's own code goes "
            + "through one of them, add --chain --to VERSION with its name"
        ])
      ]
    }
    return hint(path?.chain ?? [])
  }

  /// - Parameter chain: the versions that they lead through; empty where there are none.
  static func hint(_ chain: [String]) -> [Report.Section] {
    if chain.isEmpty { return [] }
    let names = chain.map { "'\(VisibleText($0).text)'" }.joined(separator: ", ")
    return [
      .hints([
        "no mapping model leads there in one step, which is what Core Data looks for; where the app's "
          + "own code goes through \(names), add --chain"
      ])
    ]
  }
}

extension Session {
  /// What the options, the configuration of the models' folder and their source acknowledge.
  ///
  /// - Parameter models: where the models are; nil for what --model says.
  func lossPolicy(_ options: LossOptions, models: [String]? = nil) throws -> LossPolicy {
    let paths = try (models ?? settings.models).map { try ModelPath($0).path }
    let histories =
      try models == nil ? self.histories() : paths.flatMap { try ModelLoader.load($0) }
    if let (name, near) = ModelNames(histories).unknown(options.allowLoss).first {
      throw Failure(
        status: .usage,
        message: "no version has '\(VisibleText(name).text)', which --allow-loss names",
        help: near.map { ["did you mean '\($0)'?"] } ?? [])
    }
    return LossPolicy(
      options.allowLoss,
      project: try .find(from: paths.first ?? ".", rules: RuleCatalog.index),
      files: try ModelLoader.swiftFiles(paths), histories: histories, rules: RuleCatalog.index)
  }
}
