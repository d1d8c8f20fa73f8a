internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct HashCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "hash", abstract: "Compute the version hashes Apple's frameworks would compute.",
    usage: "storedoctor hash MODEL|STORE…",
    discussion: """
      Per version: the hash of every entity (NSStoreModelVersionHashes), the checksum \
      (NSStoreModelVersionChecksumKey) and the digest (NSStoreModelVersionHashesDigest). An entity \
      that rests on something the source does not say is named instead of guessed, and ends with \
      exit code 1.

      Examples:
        storedoctor hash Sources/Models
        storedoctor hash Notes.xcdatamodeld@2.0.0 --format json
        storedoctor hash notes.store
      """)

  @Argument(help: "A model, PATH[@VERSION], or a store.", completion: .file())
  var path: [String] = []

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    var report = Report(command: Self.name)
    var versions: [JSONValue] = []
    for path in try session.modelPaths(path, command: Self.name) {
      for schema in try session.schemas(of: path) {
        let stored = schema.store?.metadata
        if let stored, schema.model.source == .store {
          report.sections += Self.recorded(stored, in: schema.model)
          versions.append(Self.json(schema.model, recorded: stored))
          continue
        }
        let hashes = ModelHashes(of: schema.model)
        let unknown = schema.model.unknownModels + Self.unknowns(of: hashes)
        let likely = Self.likely(hashes)
        report.sections.append(Self.fields(schema.model, hashes, stored: stored))
        report.sections.append(Self.table(schema.model, hashes, stored: stored))
        if !unknown.isEmpty {
          report.sections.append(.lines(unknown, title: "Not known"))
          report.status = .found
        }
        if !likely.isEmpty { report.sections.append(.lines(likely, title: "Likely, not certain")) }
        if let store = schema.store?.store {
          report.findings += StoreHealth.hashes(StoreInspection(store: store, path: path))
        }
        versions.append(Self.json(schema.model, hashes, unknown, likely))
      }
    }
    report.body = ["versions": .array(versions)]
    if !report.findings.isEmpty { report.status = .found }
    return report
  }

  /// Without a copy of the model there is nothing to compute entity hashes from: the recorded ones
  /// are all there is.
  private static func recorded(_ stored: StoreMetadata, in model: DataModel) -> [Report.Section] {
    let checksum = stored.checksum ?? ModelHashes.checksum(of: stored.entityHashes)
    let digest = stored.digest ?? ModelHashes.digest(of: stored.entityHashes)
    let rows = stored.entityHashes.sorted { $0.key < $1.key }.map { [$0.key, $0.value.hex] }
    return [
      .fields(
        [Report.Field("checksum", checksum), Report.Field("digest", digest)],
        title: ModelText.title(of: model)),
      .table(Report.Table([.init("entity"), .init("hash")], rows: rows)),
      .lines(["as recorded in the store, which carries no readable copy of its model"]),
    ]
  }

  private static func json(_ model: DataModel, recorded stored: StoreMetadata) -> JSONValue {
    [
      "checksum": .string(stored.checksum ?? ModelHashes.checksum(of: stored.entityHashes)),
      "digest": .string(stored.digest ?? ModelHashes.digest(of: stored.entityHashes)),
      "entities": .object(stored.entityHashes.mapValues { .string($0.hex) }),
      "identifier": .optional(ModelText.identifier(of: model)), "likely": .strings([]),
      "name": .string(model.name), "path": .optional(model.location?.path),
      "recorded": .bool(true), "unknown": .strings([]),
    ]
  }

  /// `Note.body: the type is not declared in the given sources`.
  private static func unknowns(of hashes: ModelHashes) -> [String] {
    hashes.certainty.values.compactMap { $0.isUnknown ? $0.reason : nil }.sorted()
  }

  private static func likely(_ hashes: ModelHashes) -> [String] {
    hashes.certainty.values.compactMap { certainty -> String? in
      if case .inferred(let reason) = certainty { reason } else { nil }
    }.sorted()
  }

  private static func fields(
    _ model: DataModel, _ hashes: ModelHashes, stored: StoreMetadata?
  ) -> Report.Section {
    let missing =
      model.unknownModels.isEmpty
      ? "unknown: the hash of at least one entity is unknown"
      : "unknown: not all models are known"
    var fields = [
      Report.Field("checksum", hashes.checksum ?? missing),
      Report.Field("digest", hashes.digest ?? missing),
    ]
    if let stored {
      fields[0].value += comparison(hashes.checksum, stored.checksum)
      fields[1].value += comparison(hashes.digest, stored.digest)
    }
    return .fields(fields, title: ModelText.title(of: model))
  }

  private static func comparison(_ computed: String?, _ stored: String?) -> String {
    guard let stored else { return "  (not in the store)" }
    return computed == stored ? "  (as in the store)" : "  (the store has \(stored))"
  }

  private static func table(
    _ model: DataModel, _ hashes: ModelHashes, stored: StoreMetadata?
  ) -> Report.Section {
    var columns: [Report.Table.Column] = [.init("entity"), .init("hash")]
    if stored != nil { columns.append(.init("store")) }
    let rows = model.entities.map { entity in
      let hash = hashes.entities[entity.name]
      var row = [entity.name, hash?.hex ?? "not known"]
      if let stored {
        let kept = stored.entityHashes[entity.name]
        row.append(kept == nil ? "absent" : kept == hash ? "equal" : "different")
      }
      return row
    }
    return .table(Report.Table(columns, rows: rows))
  }

  private static func json(
    _ model: DataModel, _ hashes: ModelHashes, _ unknown: [String], _ likely: [String]
  ) -> JSONValue {
    [
      "checksum": .optional(hashes.checksum), "digest": .optional(hashes.digest),
      "entities": .object(hashes.entities.mapValues { .string($0.hex) }),
      "identifier": .optional(ModelText.identifier(of: model)),
      "likely": .strings(likely), "name": .string(model.name),
      "path": .optional(model.location?.path), "unknown": .strings(unknown),
    ]
  }
}
