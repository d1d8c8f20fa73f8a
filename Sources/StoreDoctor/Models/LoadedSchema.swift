public import Diagnostics
public import StoreEngine
public import StoreModel

/// A model with the tables it has, or would have, in a store.
public struct LoadedSchema {
  /// The model.
  public let model: DataModel
  /// The tables: those there are, or those a new store would get.
  public let layout: StoreLayout
  /// The store it came from; nil for a model file.
  public let store: Store?

  /// A model by itself.
  public init(_ model: DataModel) {
    self.model = model
    layout = StoreLayout(model: model)
    store = nil
  }

  /// A store's own model.
  public init(_ store: Store) {
    model = store.model
    layout = store.layout
    self.store = store
  }

  /// The table of an entity's rows.
  package func table(of entity: Entity) -> String? { layout.entity(named: entity.name)?.table }

  /// The entity's number, `Z_ENT`.
  package func number(of entity: Entity) -> Int? { layout.entity(named: entity.name)?.number }

  /// The column of a property, or of a composite's field.
  package func column(of entity: Entity, _ path: [String]) -> String? {
    layout.column(of: entity.name, path)?.name
  }
}

/// A name that a model does not have.
public struct UnknownName: ReportableError, Sendable, Hashable {
  /// One sentence, lower case, no full stop.
  public let description: String
  /// What may have been meant, or where to look.
  public let help: [String]
  /// A name is a part of the question.
  public var status: ExitStatus { .usage }
}

extension LoadedSchema {
  /// The entity of a name.
  ///
  /// - Throws: `UnknownName`, with the entity whose name is nearest.
  public func entity(named name: String) throws(UnknownName) -> Entity {
    if let entity = model.entity(named: name) { return entity }
    let names = model.entities.map(\.name)
    let nearest =
      names.first { $0.lowercased() == name.lowercased() }
      ?? NameDistance.nearest(to: name, in: names)
    throw UnknownName(
      description: "there is no entity '\(VisibleText(name).text)' in "
        + VersionReference(model).title,
      help: [nearest.map { "did you mean '\($0)'?" } ?? "'entities' lists the entities"])
  }

  /// What `ENTITY` or `ENTITY.PROPERTY` names; the fields of a composite are `ENTITY.PROPERTY.FIELD`.
  ///
  /// - Throws: `UnknownName`, with the property whose name is nearest.
  public func part(named name: String) throws(UnknownName) -> SchemaPart {
    let words = name.split(separator: ".", maxSplits: 1).map(String.init)
    let entity = try entity(named: words.first ?? "")
    guard words.count > 1 else { return SchemaPart(schema: self, entity: entity, kind: .entity) }
    let property = words[1]
    let path = property.split(separator: ".").map(String.init)
    let attributes = model.allAttributes(of: entity)
    let relationships = model.allRelationships(of: entity)
    if let relationship = relationships.first(where: { $0.name == property }) {
      return SchemaPart(schema: self, entity: entity, kind: .relationship(relationship))
    }
    if let attribute = Self.attribute(at: path[...], among: attributes) {
      return SchemaPart(schema: self, entity: entity, kind: .attribute(attribute, path: path))
    }
    let names = attributes.map(\.name) + relationships.map(\.name)
    throw UnknownName(
      description: "'\(entity.name)' has no property '\(VisibleText(property).text)'",
      help: [
        NameDistance.nearest(to: property, in: names).map {
          "did you mean '\(entity.name).\($0)'?"
        } ?? "it has \(names.joined(separator: ", "))"
      ])
  }

  private static func attribute(
    at path: ArraySlice<String>, among attributes: [Attribute]
  ) -> Attribute? {
    guard let found = attributes.first(where: { $0.name == path.first }) else { return nil }
    return path.count == 1 ? found : attribute(at: path.dropFirst(), among: found.elements)
  }
}

/// The entities of one or several versions.
public struct EntityList: Answer {
  /// In the order in which they were given.
  public let versions: [LoadedSchema]

  /// The entities of these versions.
  public init(_ versions: [LoadedSchema]) { self.versions = versions }
}

/// An entity or a property with all that is known of it.
public struct SchemaPart: Answer {
  /// What it is a part of.
  public let schema: LoadedSchema
  /// The entity, or the one that has the property.
  public let entity: Entity
  /// What was asked for.
  public let kind: Kind

  /// `Note`, `Note.folder`, `Note.author.name`.
  public var path: String {
    switch kind {
    case .entity: entity.name
    case .attribute(_, let path): "\(entity.name).\(path.joined(separator: "."))"
    case .relationship(let relationship): "\(entity.name).\(relationship.name)"
    }
  }

  /// What was asked for.
  public enum Kind {
    case entity
    /// The path leads through composites to the attribute itself.
    case attribute(Attribute, path: [String])
    case relationship(Relationship)
  }
}
