internal import Diagnostics
package import StoreEngine
internal import StoreModel

// What the answers about migrations have in common.

extension MigrationPath {
  /// Its ends and the evidence, as JSON shows them.
  func write(to encoder: any Encoder) throws {
    try encoder.write([
      "backwards": isBackwards, "by": evidence.rawValue, "from": VersionReference(source),
      "history": history.name, "to": VersionReference(target),
    ])
    let stages = notUndone.map { stage -> JSONValue in
      [
        "closures": .array(stage.closures.map { .string($0.text) }), "stage": .string(stage.name),
      ]
    }
    try encoder.write(present: ["notUndone": isBackwards ? stages : nil])
  }
}

/// A difference, and whether it makes its stage fail.
struct JudgedDifference: Encodable {
  let difference: ModelDifference
  let failure: CertainFailures.Kind?

  func encode(to encoder: any Encoder) throws {
    try difference.encode(to: encoder)
    try encoder.write(present: ["failure": failure?.rawValue])
  }
}

extension MigrationStep {
  /// `custom, with willMigrate and didMigrate`.
  package var kindText: String {
    if isBackwards { return "backwards, inferred" }
    return switch kind {
    case .lightweight: "lightweight"
    case .inferred: "inferred"
    case .mapped(let mapping): "by the mapping model '\(mapping.name)'"
    case .custom(nil, nil): "custom, without closures"
    case .custom(let will, let did):
      "custom, with "
        + [will.map { _ in "willMigrate" }, did.map { _ in "didMigrate" }]
        .compactMap(\.self).joined(separator: " and ")
    }
  }
}

/// What a stage that ran did.
struct MeasuredStage: Encodable {
  let stage: StageSummary
  /// Times and pages, which differ from run to run.
  var showsCosts = false

  func encode(to encoder: any Encoder) throws {
    func counts(_ counts: [StageSummary.Count]) -> [JSONValue] {
      counts.map { count in
        [
          "after": count.after.map { .integer($0) } ?? .null,
          "before": count.before.map { .integer($0) } ?? .null, "name": .string(count.name),
        ]
      }
    }
    let work = stage.work.map { work -> JSONValue in
      [
        "action": .string(work.action.rawValue), "changes": .integer(work.changes),
        "statements": .integer(Int64(work.statements)),
      ]
    }
    try encoder.write([
      "changes": stage.changes, "content": stage.content?.after.text,
      "entities": counts(stage.entities),
      "keepsContent": stage.content.map { _ in stage.keepsContent }, "name": stage.stage,
      "relationships": counts(stage.relationships), "skippedClosures": stage.skippedClosures,
      "statements": stage.statements, "work": work,
    ])
    guard showsCosts else { return }
    try encoder.write(["nanoseconds": stage.nanoseconds, "pagesWritten": stage.pages])
  }
}

extension ModelComparison {
  /// What could not be compared between the two models, and why.
  func unknown(from: DataModel, to: DataModel) -> [String] {
    from.unknownModels + to.unknownModels.filter { !from.unknownModels.contains($0) }
      + undecided.map(\.text)
  }
}
