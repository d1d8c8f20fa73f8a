public import ModelSource
public import StoreModel

/// What is linted: Swift files, and the versions read from model files and stores.
public struct LintInput: Sendable {
  public var files: [SourceFile]
  public var models: [SchemaHistory]
  /// What could not be read of the model files.
  public var problems: [ModelProblem]
  /// Gives the text of a file that a finding lies in and that is none of `files`.
  public var text: @Sendable (String) -> [UInt8]?

  public init(
    files: [SourceFile] = [], models: [SchemaHistory] = [], problems: [ModelProblem] = [],
    text: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.models = models
    self.problems = problems
    self.text = text
  }
}
