internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct ShowCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "show", abstract: "Show an entity or a property with its types and columns.",
    usage: "storedoctor show STORE|MODEL ENTITY[.PROPERTY]",
    discussion: """
      For a mapping model ('.xcmappingmodel', '.cdm') it lists the entity mappings, or shows the \
      named one with the value of each property.

      Examples:
        storedoctor show notes.store Note
        storedoctor show Models@2.0.0 Note.folder
        storedoctor show 'Notes 1 to 2.xcmappingmodel' NoteToNote
      """)

  @Argument(
    help: "A store, or a model, PATH[@VERSION]; in the shell, the open store.", completion: .file())
  var path: String?

  @Argument(help: "An entity, or ENTITY.PROPERTY.")
  var name: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    if let path, MappingAnswer.isMapping(path) {
      let answer = try MappingAnswer(path: path, part: name)
      return Report(
        command: Self.name, answer,
        sections: answer.part.map(MappingText.sections) ?? MappingText.sections(answer.mapping))
    }
    let (path, rest) = try session.operands([path, name], wanting: 2)
    guard let name = rest.first else {
      throw Failure.usage("a store or model and an entity are needed", help: "usage: \(Self.usage)")
    }
    let schema = try session.oneSchema(of: try session.onlyPath(path, command: Self.name))
    let part = try schema.part(named: name)
    return Report(command: Self.name, part, sections: Self.sections(part))
  }

  private static func sections(_ part: SchemaPart) -> [Report.Section] {
    let (entity, schema) = (part.entity, part.schema)
    return switch part.kind {
    case .entity: sections(of: entity, in: schema)
    case .attribute(let attribute, let path):
      [
        .fields(
          EntityText.fields(of: attribute, path: path, entity: entity, in: schema), title: part.path
        )
      ]
    case .relationship(let relationship):
      [.fields(EntityText.fields(of: relationship, entity: entity, in: schema), title: part.path)]
    }
  }

  private static func sections(of entity: Entity, in schema: LoadedSchema) -> [Report.Section] {
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
                relationship.deleteRule.name,
                EntityText.place(of: relationship, in: entity, schema),
                ModelText.remarks(relationship).joined(separator: ", "),
              ]
            })))
    }
    return sections
  }
}
