internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

struct EntitiesCommand: OneFileCommand {
  static let configuration = CommandConfiguration(
    command: "entities", abstract: "List the entities of a store or model.",
    usage: "storedoctor entities STORE|MODEL",
    discussion: """
      Relationships are written 'folder → Folder' and 'tags → [Tag]'; transient attributes are in \
      parentheses; 'show' says more about one entity.

      --format svg draws the entities with their properties, keys, relationships and inheritance; \
      relationships without an inverse are dashed and say so. mermaid gives the same for Markdown, \
      which GitHub draws, and dot for Graphviz. An SVG or Mermaid file has one picture, so one of \
      several versions must be named; dot writes one graph for each.

      Examples:
        storedoctor entities notes.store
        storedoctor entities Notes.xcdatamodeld@current --format json
        storedoctor entities Notes.xcdatamodeld@current --format svg > notes.svg
        storedoctor entities Sources/Models@current --format mermaid
      """)
  static let formats: [OutputFormat] = [.text, .json, .mermaid, .dot, .svg]

  @Argument(
    help: "A store, or a model, PATH[@VERSION]; in the shell, the open store.", completion: .file())
  var path: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let path = try session.onlyPath(path, command: Self.name)
    let schemas = try session.schemas(of: path)
    let sections = schemas.flatMap { schema in
      [Self.table(schema, hasTitle: schemas.count > 1)] + Self.problems(schema.model)
    }
    var report = Report(command: Self.name, EntityList(schemas), sections: sections)
    let models = schemas.map(\.model)
    try ModelPictures.check(models, of: path, for: session.settings.format)
    report.picture = ModelPictures.picture(of: models)
    return report
  }

  private static func table(_ schema: LoadedSchema, hasTitle: Bool) -> Report.Section {
    let entities = schema.model.entities
    let inherits = entities.contains { $0.superentity != nil }
    var columns: [Report.Table.Column] = [.init("entity")]
    if inherits { columns.append(.init("is a")) }
    columns += [.init("table"), .init("properties")]
    let rows = entities.map { entity in
      [entity.name + (entity.isAbstract ? " (abstract)" : "")]
        + (inherits ? [entity.superentity ?? ""] : [])
        + [schema.table(of: entity) ?? "", ModelText.summary(of: entity)]
    }
    return .table(
      Report.Table(columns, rows: rows), title: hasTitle ? ModelText.title(of: schema.model) : nil)
  }

  /// What a model source left unclear.
  private static func problems(_ model: DataModel) -> [Report.Section] {
    let lines = model.problems.map { ($0.location.map { "\($0.text): " } ?? "") + $0.message }
    return lines.isEmpty ? [] : [.lines(lines, title: "Not understood")]
  }
}
