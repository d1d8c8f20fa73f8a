public import Diagnostics
public import Lint
public import ModelSource
public import StoreEngine
public import StoreModel

/// What a user has said may be lost: on the command line, in `.storedoctor.yml`, or beside the
/// version with `storedoctor:ignore`.
public struct LossPolicy: Sendable {
  /// `Note` or `Note.title`, each with where it is said.
  private var allowed: [(name: String, place: String)] = []
  /// By the rules they name.
  private var suppressions: [String: [Suppression]] = [:]
  /// The closures of the stages, by their places.
  private var code: [Location: StageCode] = [:]

  /// Nothing may be lost.
  public init() {}

  /// - Parameters:
  ///   - names: those of the command line.
  ///   - project: the configuration that holds for the models.
  ///   - files: the models' Swift source.
  ///   - histories: the models, for what model files say themselves.
  ///   - rules: those that suppressions may name.
  public init(
    _ names: [String], project: LintProject?, files: [SourceFile], histories: [SchemaHistory],
    rules: RuleIndex
  ) {
    allowed = names.map { ($0, "--allow-loss") }
    if let project, let file = project.file {
      allowed += project.configuration.settings.allowedLosses.map { ($0, file) }
    }
    code = StageCode.read(histories, files: files)
    let models = histories.filter { $0.versions.contains { $0.source != .swift } }
    for suppression in SuppressionReader.read(files, models: models).suppressions {
      for rule in Set(suppression.rules.compactMap { rules.rule($0)?.id }) {
        suppressions[rule, default: []].append(suppression)
      }
    }
  }

  /// Where code of the plan that runs before a loss reads what is lost: something of that name, of
  /// whichever class; nil where none is seen to. The code nearest to the loss comes first.
  func reader(of loss: SchemaLoss, along steps: [MigrationStep]) -> Location? {
    guard !code.isEmpty, loss.kind != .conversion,
      let stage = steps.firstIndex(where: { $0.name == loss.stage })
    else { return nil }
    let will = steps[stage].willMigrate
    let closures = steps[..<stage].flatMap { [$0.willMigrate, $0.didMigrate] } + [will]
    let before = LossOrigin(loss, along: steps).closures.flatMap(\.names.entities)
    let classes = StageCode.ClassNames(
      Set(loss.members + [loss.entity] + before), among: steps.flatMap { [$0.from, $0.to] })
    for place in closures.compactMap(\.self).reversed() {
      guard let code = code[place] else { continue }
      if let name = loss.property?.split(separator: ".").first {
        if let found = code.read(of: String(name), of: classes) { return found }
        if place == will,
          let found = keptRead(of: String(name), loss.entity, classes, in: steps[stage])
        {
          return found
        }
        continue
      }
      // Rows are reached by their class, or by a relationship that leads to it.
      let from = steps[stage].from
      let links = from.entities.lazy.compactMap { entity in
        let classes = StageCode.ClassNames([entity.name], among: [from])
        return entity.relationships.filter { $0.destination == loss.entity }
          .lazy.compactMap { code.read(of: $0.name, of: classes) }.first
      }
      if let found = code.used[loss.entity] ?? links.first { return found }
    }
    return nil
  }

  /// Where the code that runs once a property is gone reads it from objects that were kept from before: no new
  /// one has it.
  private func keptRead(
    of name: String, _ entity: String, _ classes: StageCode.ClassNames, in step: MigrationStep
  ) -> Location? {
    let isNew = step.to.entities.contains { entity in
      step.to.storedProperties(of: entity).contains { $0.name == name }
    }
    guard !isNew, step.willMigrate.flatMap({ code[$0] })?.names[entity] != nil else { return nil }
    return step.didMigrate.flatMap { code[$0] }?.keptRead(of: name, of: classes)
  }

  /// Whether code that runs before a loss seems to delete all that it is about: it names the class, and
  /// it deletes. As far as its text tells.
  func deletes(_ loss: SchemaLoss, along steps: [MigrationStep]) -> Bool {
    guard loss.kind == .rows else { return false }
    return LossOrigin(loss, along: steps).closures.contains { place, names in
      guard let code = code[place] else { return false }
      return code.names["delete"] != nil && names.entities.contains { code.names[$0] != nil }
    }
  }

  /// Whether code that runs before a loss deletes all rows that could have it, by one order for each class.
  func empties(_ loss: SchemaLoss, along steps: [MigrationStep]) -> Bool {
    LossOrigin(loss, along: steps).closures.contains { place, names in
      guard let code = code[place] else { return false }
      return names.entities.allSatisfy(code.empties)
    }
  }

  /// Whether code that runs before a loss may give a store some of what is lost, or more than it has.
  func mayGrow(_ loss: SchemaLoss, along steps: [MigrationStep]) -> Bool {
    let models = steps.flatMap { [$0.from, $0.to] }
    return LossOrigin(loss, along: steps).closures.contains { place, names in
      guard let code = code[place] else { return true }
      let classes = StageCode.ClassNames(names.entities.union(names.made), among: models)
      return names.made.contains(where: code.mayMake)
        || names.filled.contains { code.mayFill($0, of: classes) }
    }
  }

  /// What a path may drop of a store that was written by its first version: not what came later and no code
  /// has made.
  func losses(of path: MigrationPath) -> [SchemaLoss] {
    SchemaLoss.all(of: path).filter { loss in
      LossOrigin(loss, along: path.steps).isOld || mayGrow(loss, along: path.steps)
    }
  }

  /// Who acknowledges a loss: `--allow-loss`, the configuration, or the place and reason of a
  /// suppression; nil when nobody does.
  public func acknowledgement(of loss: SchemaLoss) -> String? {
    if let said = allowed.first(where: { loss.isNamed($0.name) }) { return said.place }
    let rule = loss.rule.id
    for finding in loss.findingsAtPlaces {
      if let found = suppressions[rule]?.first(where: { $0.covers(finding, rule: rule) }) {
        let line = found.location.line.map { ":\($0)" } ?? ""
        return found.location.path + line + (found.reason.isEmpty ? "" : ": " + found.reason)
      }
    }
    return nil
  }
}
