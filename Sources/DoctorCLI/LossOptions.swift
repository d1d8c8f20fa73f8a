internal import ArgumentParser
internal import Diagnostics
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What may be lost in a migration.
struct LossOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A class or property that the newer version drops on purpose; repeatable.",
      valueName: "entity[.property]"))
  var allowLoss: [String] = []

  static let wordOptions = ["allow-loss"]
}

extension Session {
  /// What the options, the configuration of the models' folder and their source acknowledge.
  ///
  /// - Parameter models: where the models are; nil for what --model says.
  func lossPolicy(_ options: LossOptions, models: [String]? = nil) throws -> LossPolicy {
    let paths = try (models ?? settings.models).map { try ModelPath($0).path }
    let histories =
      try models == nil ? self.histories() : paths.flatMap { try ModelLoader.load($0) }
    if let (name, near) = LossPolicy.unknown(options.allowLoss, in: histories) {
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
