internal import Diagnostics
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A model with the tables it has, or would have, in a store.
struct LoadedSchema {
  let model: DataModel
  let layout: StoreLayout
  /// The store it came from; nil for a model file.
  let store: OpenStore?

  init(model: DataModel, store: OpenStore? = nil) {
    self.model = model
    self.store = store
    layout =
      store?.layout ?? StoreLayout(model: model)
  }

  func table(of entity: Entity) -> String? { layout.entity(named: entity.name)?.table }
  func number(of entity: Entity) -> Int? { layout.entity(named: entity.name)?.number }

  func column(of entity: Entity, _ path: [String]) -> String? {
    layout.column(of: entity.name, path)?.name
  }

  func joinTable(of entity: Entity, _ relationship: String) -> String? {
    layout.join(of: entity.name, relationship)?.table.name
  }

  /// The columns a relationship is kept in, in words.
  func place(of relationship: Relationship, in entity: Entity) -> String {
    if let column = column(of: entity, [relationship.name]) { return column }
    if let join = layout.join(of: entity.name, relationship.name) { return join.table.name }
    return relationship.isToMany && relationship.inverse != nil ? "(other side)" : ""
  }
}

extension Session {
  /// The versions of a `PATH[@VERSION]`; a store's own model with its real tables.
  func schemas(of specification: String) throws -> [LoadedSchema] {
    if isStore(specification) {
      let store = try store(at: specification)
      if let problem = store.problem { throw problem }
      guard let model = store.model else {
        throw Failure.unreadable(
          "'\(VisibleText(specification).text)' is a \(store.kind.displayName) file and holds no model"
        )
      }
      return [LoadedSchema(model: model, store: store)]
    }
    return try ModelLoader.load(specification).flatMap(\.versions).map { LoadedSchema(model: $0) }
  }
}

extension LoadedSchema {
  func entity(named name: String) throws -> Entity {
    if let entity = model.entity(named: name) { return entity }
    let names = model.entities.map(\.name)
    let nearest =
      names.first { $0.lowercased() == name.lowercased() }
      ?? NameDistance.nearest(to: name, in: names)
    throw Failure(
      status: .usage,
      message: "there is no entity '\(VisibleText(name).text)' in \(ModelText.title(of: model))",
      help: [nearest.map { "did you mean '\($0)'?" } ?? "'entities' lists the entities"])
  }
}
