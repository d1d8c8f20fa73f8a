internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct HashCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "hash", abstract: "Compute the version hashes Apple's frameworks would compute.",
    usage: "storedoctor hash MODEL|STORE…",
    discussion: """
      Per version: the hash of every entity (NSStoreModelVersionHashes), the checksum \
      (NSStoreModelVersionChecksumKey) and the digest (NSStoreModelVersionHashesDigest). An \
      entity whose hash depends on something the source does not say is named, not guessed, and \
      the exit code is 1.

      Examples:
        storedoctor hash Sources/Models
        storedoctor hash Notes.xcdatamodeld@2.0.0 --format json
        storedoctor hash notes.store
      """)

  @Argument(help: "A model, PATH[@VERSION], or a store.", completion: .file())
  var path: [String] = []

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let schemas = try session.modelPaths(path, command: Self.name).flatMap(session.schemas)
    let answer = VersionHashes(schemas)
    return Report(
      command: Self.name, answer, sections: answer.versions.flatMap(Self.sections))
  }

  private static func sections(_ version: VersionHashes.Version) -> [Report.Section] {
    let stored = version.isRecorded ? nil : version.schema.store?.metadata
    let missing =
      version.schema.model.unknownModels.isEmpty
      ? "unknown: the hash of at least one entity is unknown"
      : "unknown: not all models are known"
    func field(_ name: String, _ computed: String?, _ kept: String??) -> Report.Field {
      Report.Field(name, (computed ?? missing) + (kept.map { comparison(computed, $0) } ?? ""))
    }
    var sections: [Report.Section] = [
      .fields(
        [
          field("checksum", version.checksum, stored.map(\.checksum)),
          field("digest", version.digest, stored.map(\.digest)),
        ], title: ModelText.title(of: version.schema.model)),
      table(version, stored: stored),
    ]
    if version.isRecorded {
      sections.append(
        .lines(["as recorded in the store, which carries no readable copy of its model"]))
    }
    if !version.unknown.isEmpty { sections.append(.lines(version.unknown, title: "Not known")) }
    if !version.likely.isEmpty {
      sections.append(.lines(version.likely, title: "Likely, not certain"))
    }
    return sections
  }

  private static func comparison(_ computed: String?, _ stored: String?) -> String {
    guard let stored else { return "  (not in the store)" }
    return computed == stored ? "  (as in the store)" : "  (the store has \(stored))"
  }

  private static func table(
    _ version: VersionHashes.Version, stored: StoreMetadata?
  ) -> Report.Section {
    var columns: [Report.Table.Column] = [.init("entity"), .init("hash")]
    if stored != nil { columns.append(.init("store")) }
    let names =
      version.isRecorded
      ? version.entities.keys.sorted() : version.schema.model.entities.map(\.name)
    let rows = names.map { name in
      let hash = version.entities[name]
      let row = [name, hash?.hex ?? "not known"]
      guard let stored else { return row }
      let kept = stored.entityHashes[name]
      return row + [kept == nil ? "absent" : kept == hash ? "equal" : "different"]
    }
    return .table(Report.Table(columns, rows: rows))
  }
}
