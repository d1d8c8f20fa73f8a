internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Mapping models in words; `show` and `plan` share them.
enum MappingText {
  /// What `show` says of a whole mapping model.
  static func sections(_ mapping: MappingModel) -> [Report.Section] {
    [
      .fields(
        [
          Report.Field("file", mapping.location?.path ?? ""),
          Report.Field("entity mappings", String(mapping.entities.count)),
          Report.Field(
            "hashes",
            mapping.hasEmbeddedModels
              ? "those of the copies of both models inside the file" : "as the compiler wrote them"),
        ], title: mapping.name), table(mapping),
    ]
  }

  /// One row for each entity mapping.
  static func table(_ mapping: MappingModel) -> Report.Section {
    .table(
      Report.Table(
        [
          .init("entity mapping"), .init("kind"), .init("from"), .init("to"), .init("rows"),
          .init("policy class"),
        ],
        rows: mapping.entities.map { part in
          [
            part.name, part.kind.rawValue, part.source ?? "", part.destination ?? "",
            part.filter.map { "only \($0)" } ?? (part.source == nil ? "none" : "all"),
            part.policy ?? "",
          ]
        }))
  }

  /// What `show` says of one entity mapping.
  static func sections(_ part: EntityMapping) -> [Report.Section] {
    var fields = [Report.Field("kind", part.kind.rawValue)]
    func add(_ name: String, _ entity: String?, _ hash: VersionHash?) {
      guard let entity else { return }
      fields.append(Report.Field(name, "\(entity), hash \(hash?.hex ?? "not known")"))
    }
    add("from", part.source, part.sourceHash)
    add("to", part.destination, part.destinationHash)
    if let filter = part.filter { fields.append(Report.Field("rows", "only \(filter)")) }
    if let policy = part.policy { fields.append(Report.Field("policy class", policy)) }
    let properties =
      part.attributes.map { ("attribute", $0) } + part.relationships.map { ("relationship", $0) }
    return [
      .fields(fields, title: part.name),
      .table(
        Report.Table(
          [.init("property"), .init("kind"), .init("value")],
          rows: properties.map { kind, property in
            [property.name, kind, property.expression?.text ?? "none: as in new objects"]
          })),
    ]
  }
}
