internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct ShowCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an entity or a property with its types and columns.",
    usage: "storedoctor show STORE|MODEL ENTITY[.PROPERTY]",
    discussion: """
      Examples:
        storedoctor show notes.store Note
        storedoctor show Models@2.0.0 Note.folder
      """)

  @Argument(
    help: "A store, or a model, PATH[@VERSION]; in the shell, the open store.", completion: .file())
  var path: String?

  @Argument(help: "An entity, or ENTITY.PROPERTY.")
  var name: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (path, rest) = session.operands([path, name], wanting: 2)
    guard let name = rest.first else {
      throw Failure.usage("a store or model and an entity are needed", help: "usage: \(Self.usage)")
    }
    let schema = try session.oneSchema(of: try session.onlyPath(path, command: Self.name))
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    let entity = try schema.entity(named: parts.first ?? "")
    if parts.count > 1 {
      return try property(parts[1], of: entity, in: schema)
    }
    return Report(
      command: Self.name, sections: sections(of: entity, in: schema),
      body: ["entity": ModelJSON.entity(entity, in: schema)])
  }

  private func sections(of entity: Entity, in schema: LoadedSchema) -> [Report.Section] {
    var sections: [Report.Section] = [
      .fields(EntityText.fields(of: entity, in: schema), title: entity.name)
    ]
    let attributes = schema.model.allAttributes(of: entity)
    if !attributes.isEmpty {
      sections.append(
        .table(
          Report.Table(
            [
              .init("attribute"), .init("type"), .init("optional"), .init("default"),
              .init("column"), .init("remarks"),
            ], rows: attributes.flatMap { EntityText.rows(of: $0, entity: entity, in: schema) })))
    }
    let relationships = schema.model.allRelationships(of: entity)
    if !relationships.isEmpty {
      sections.append(
        .table(
          Report.Table(
            [
              .init("relationship"), .init("to"), .init("kind"), .init("optional"),
              .init("inverse"), .init("delete rule"), .init("column or table"), .init("remarks"),
            ],
            rows: relationships.map { relationship in
              [
                relationship.name, relationship.destination, ModelText.kind(relationship),
                relationship.isOptional ? "yes" : "no", ModelText.inverse(relationship),
                relationship.deleteRule.name, schema.place(of: relationship, in: entity),
                ModelText.remarks(relationship).joined(separator: ", "),
              ]
            })))
    }
    return sections
  }

  private func property(
    _ name: String, of entity: Entity, in schema: LoadedSchema
  ) throws -> Report {
    let path = name.split(separator: ".").map(String.init)
    let attributes = schema.model.allAttributes(of: entity)
    let relationships = schema.model.allRelationships(of: entity)
    if let relationship = relationships.first(where: { $0.name == name }) {
      return Report(
        command: Self.name,
        sections: [
          .fields(
            EntityText.fields(of: relationship, entity: entity, in: schema),
            title: "\(entity.name).\(name)")
        ],
        body: [
          "entity": .string(entity.name),
          "relationship": ModelJSON.relationship(relationship, of: entity, in: schema),
        ])
    }
    if let attribute = EntityText.attribute(at: path, among: attributes) {
      return Report(
        command: Self.name,
        sections: [
          .fields(
            EntityText.fields(of: attribute, path: path, entity: entity, in: schema),
            title: "\(entity.name).\(name)")
        ],
        body: [
          "attribute": ModelJSON.attribute(
            attribute, of: entity, in: schema, path: Array(path.dropLast())),
          "entity": .string(entity.name),
        ])
    }
    let names = attributes.map(\.name) + relationships.map(\.name)
    let nearest = NameDistance.nearest(to: name, in: names)
    throw Failure(
      status: .usage,
      message: "'\(entity.name)' has no property '\(VisibleText(name).text)'",
      help: [
        nearest.map { "did you mean '\(entity.name).\($0)'?" }
          ?? "it has \(names.joined(separator: ", "))"
      ])
  }
}
