public import ModelSource
public import StoreEngine
public import StoreModel

/// What is linted: Swift files, and the versions read from model files and stores.
public struct LintInput: Sendable {
  /// Swift files.
  public var files: [SourceFile]
  /// Model files and stores.
  public var models: [SchemaHistory]
  /// The mapping models among and beside them.
  public var mappings: [MappingModel] = []
  /// The paths of those beside a model file that other models lie beside, too, which were not read:
  /// they may belong to these.
  public var sharedMappings: Set<String> = []
  /// What could not be read of the model files.
  public var problems: [ModelProblem]
  /// What was left out on purpose, in words.
  public var notes: [String] = []
  /// Files in Objective-C that use Core Data.
  public var objectiveC: [SourceFile] = []
  /// Others in Objective-C, which only give names to texts.
  public var objectiveCTexts: [SourceFile] = []
  /// All that are none of those: the rules see nothing in them, and they may call what is there.
  public var objectiveCElsewhere: [SourceFile] = []
  /// Those of which no rule sees anything: they are too large, or no hand wrote them.
  public var unreadObjectiveC: [String] = []
  /// The classes of value transformers that files in Objective-C declare.
  public var transformers: Set<String> = []
  /// What the apps are signed to use.
  public var entitlements: [Entitlements] = []
  /// The oldest systems the apps run on, as far as their projects say.
  public var targets = DeploymentTargets()
  /// The versions that have shipped, where that is known.
  public var lock: SchemaLock?
  /// The plans that the files had at a revision they are compared with.
  package var earlierPlans: SchemaLock?
  /// Gives the text of a file that a finding lies in and that is none of `files`.
  public var text: @Sendable (String) -> [UInt8]?

  /// An input of these parts, without a lock.
  public init(
    files: [SourceFile] = [], models: [SchemaHistory] = [], problems: [ModelProblem] = [],
    text: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.models = models
    self.problems = problems
    self.text = text
  }

  /// The text of a file of the input.
  public func bytes(of path: String) -> [UInt8]? {
    (files + objectiveC).first { $0.path == path }?.bytes ?? text(path)
  }

  /// The input with its Swift files named as if they lay outside of a folder.
  public func removingPrefix(_ folder: String) -> LintInput {
    var copy = self
    for index in copy.files.indices where copy.files[index].path.hasPrefix(folder) {
      copy.files[index].path = String(copy.files[index].path.dropFirst(folder.count))
    }
    for index in copy.objectiveC.indices where copy.objectiveC[index].path.hasPrefix(folder) {
      copy.objectiveC[index].path = String(copy.objectiveC[index].path.dropFirst(folder.count))
    }
    for index in copy.entitlements.indices where copy.entitlements[index].path.hasPrefix(folder) {
      copy.entitlements[index].path = String(copy.entitlements[index].path.dropFirst(folder.count))
    }
    return copy
  }
}
