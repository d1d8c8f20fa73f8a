internal import Diagnostics
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

extension Session {
  /// The versions of a `PATH[@VERSION]`; a store's own model with its real tables.
  func schemas(of specification: String) throws -> [LoadedSchema] {
    guard isStore(specification) else {
      return try load(specification).flatMap(\.versions).map { LoadedSchema($0) }
    }
    let opened = try rowStore(specification)
    if let problem = opened.problem { throw problem }
    guard let store = opened.store else {
      throw Failure.unreadable(
        "'\(VisibleText(specification).text)' is a \(opened.kind.displayName) file and holds no model"
      )
    }
    return [LoadedSchema(store)]
  }

  /// What a migration from a store, or from `PATH[@VERSION]`, is to be asked.
  ///
  /// - Parameter version: as `--to` names the target; nil for the current one.
  func question(from start: String, to version: String?) throws -> MigrationQuestion {
    var question: MigrationQuestion
    if isStore(start) {
      let (_, opened) = try namedCoreDataStore(start)
      question = MigrationQuestion(opened, among: try givenHistories())
    } else {
      _ = try load(ModelPath(start).path)
      question = try MigrationQuestion(
        from: start, among: settings.models.isEmpty ? nil : histories(), to: version)
    }
    question.target = try target(version, among: question.histories, else: start)
    return question
  }

  /// The name of the version that `--to` means among the models given; nil for the current one.
  ///
  /// - Parameter path: where the models are when none are given.
  func target(
    _ version: String?, among given: [SchemaHistory]? = nil, else path: String = ""
  ) throws -> String? {
    guard let version else { return nil }
    return try MigrationQuestion.target(
      version, among: given ?? histories(),
      of: settings.models.isEmpty ? [path] : settings.models)
  }
}
