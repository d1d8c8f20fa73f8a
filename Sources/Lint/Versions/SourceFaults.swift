package import Diagnostics
internal import StoreEngine
package import StoreModel

/// What no compiler would take in Swift source: it may make models out of it that nobody wrote, so
/// every command that reads source says it, at its place.
package enum SourceFaults {
  package static let syntaxError = RuleInfo(
    id: "syntax-error", group: .declarations, severity: .error,
    summary: "Swift source does not parse",
    why: "what follows the mistake may be misread or not read at all, and Xcode does not compile it"
      + " either",
    fix: "correct the file; leftover merge conflict markers are a usual cause",
    limits: "the first mistake of each file is named; 'lint' parses only files that have to do "
      + "with models or stores")

  static let undeclaredType = RuleInfo(
    id: "undeclared-type", group: .declarations, severity: .error,
    summary:
      "a property, a version or a plan names a type that is not there, but one much like it is",
    why: "what the version or the plan consists of is unknown, and with it every answer that needs"
      + " it; Xcode does not compile it either",
    fix: "correct the type's name",
    limits: "other types that the given paths do not declare are taken to be declared elsewhere")

  static let declaredTwice = RuleInfo(
    id: "declared-twice", group: .declarations, severity: .error,
    summary: "a model class, or a property of one, is declared a second time",
    why:
      "only one of them can be what the app stores, and every answer about the models is about the "
      + "first; Xcode does not compile both in one target either",
    fix: "delete the one that is not the app's, or give only the folder of the app's own models",
    limits:
      "folders of their own, such as an app and its widget, are read apart; of other types only "
      + "those in one file are compared, since each file may have a private one")

  static let brokenModel = RuleInfo(
    id: "broken-model", group: .declarations, severity: .error,
    summary: "a model is one that no compiler takes",
    why: "a merge of two branches often leaves such a model file; Xcode refuses it, and what its "
      + "versions hash to is not known",
    fix: "correct the model where the message says",
    limits: "names, destinations, inverses and parents are looked at")

  package static let unreadFile = RuleInfo(
    id: "unread-file", group: .declarations, severity: .error,
    summary: "a file or folder of the given paths cannot be read",
    why: "models in it are missing from the answer, so versions may look different or absent",
    fix: "make it readable, or give only the paths that hold the models",
    limits: "only Swift source and model files are looked at")

  /// One for each file or folder that cannot be read, one for each file that does not parse, and one
  /// for each name of a type that is misspelt, sorted by place.
  ///
  /// - Parameter problems: those that belong to no version.
  package static func findings(
    in histories: [SchemaHistory], problems: [ModelProblem] = []
  ) -> [Finding] {
    let versions = histories.flatMap(\.versions).filter { $0.source == .swift }
    var places: Set<Location?> = []
    let unread = problems.filter { $0.topic == .unreadFile }.map {
      unreadFile.finding($0.message).at($0.location)
    }
    let all = versions.flatMap(\.problems) + problems
    let found =
      unread + syntaxErrors(all) + declaredTwice(all) + broken(in: versions)
      + (versions.flatMap(undeclaredTypes) + histories.flatMap(\.unread).compactMap(misspelt))
      .filter { places.insert($0.location).inserted }
    return found.sorted(by: Finding.precedes)
  }

  /// The first of each file: one missing brace makes many.
  private static func syntaxErrors(_ problems: [ModelProblem]) -> [Finding] {
    var paths: Set<String> = []
    return problems.filter { problem in
      problem.topic == .syntax && paths.insert(problem.location?.path ?? "").inserted
    }.map { syntaxError.finding($0.message).at($0.location) }
  }

  static func declaredTwice(_ problems: [ModelProblem]) -> [Finding] {
    var places: Set<Location?> = []
    return problems.filter { $0.topic == .declaredTwice && places.insert($0.location).inserted }
      .map { problem in
        declaredTwice.finding(problem.message)
          .at(problem.location, entity: problem.entity, property: problem.property)
      }
  }

  static func broken(in versions: [DataModel]) -> [Finding] {
    var places: Set<ModelProblem> = []
    return versions.flatMap(\.problems).filter { problem in
      (problem.topic == .broken || problem.topic == .lostInverse) && places.insert(problem).inserted
    }.map { problem in
      brokenModel.finding(problem.message)
        .at(problem.location, entity: problem.entity, property: problem.property)
    }
  }

  static func undeclaredTypes(in model: DataModel) -> [Finding] {
    let listed = model.problems.compactMap(misspelt)
    return listed
      + model.entities.flatMap { entity in
        entity.attributes.filter { !$0.isTransient }
          .compactMap { misspelt($0.name, $0.certainty, of: entity, at: $0.location) }
          + entity.relationships
          .compactMap { misspelt($0.name, $0.certainty, of: entity, at: $0.location) }
      }
  }

  /// A version that a plan names and that no file declares, or a class that a version names.
  static func misspelt(_ problem: ModelProblem) -> Finding? {
    guard let meant = problem.meant else { return nil }
    return likely(undeclaredType.finding(problem.message, help: help(meant)), meant)
      .at(problem.location)
  }

  private static func misspelt(
    _ name: String, _ certainty: Certainty, of entity: Entity, at place: Location?
  ) -> Finding? {
    guard case .undeclared(let type, let field, let meant?) = certainty else { return nil }
    let property = ([entity.name, name] + (field.map { [$0] } ?? [])).joined(separator: ".")
    let message = "no given file declares '\(type)', the type of '\(property)'"
    return likely(undeclaredType.finding(message, help: help(meant)), meant)
      .at(place, entity: entity.name, property: name)
  }

  private static func help(_ meant: String) -> String { "did you mean '\(meant)'?" }

  private static func likely(_ finding: Finding, _ meant: String) -> Finding {
    var finding = finding
    finding.certainty = .inferred("the name is like '\(meant)'")
    return finding
  }
}
