internal import StoreModel

/// The entities of all versions of the model files, by their names and by those of their classes.
struct ModelFileIndex: Sendable {
  typealias Found = (model: DataModel, entity: Entity)

  private let byName: [String: [Found]]
  /// The entities of each class.
  let byClass: [String: [Found]]
  /// The names of the model files, each with the number of its versions.
  let versions: [String: Int]
  /// Whether the entities are those that code speaks of: of their properties nothing is certain.
  let isInferred: Bool
  /// The entities and classes of the versions that an app runs with.
  private let current: Set<String>
  /// The classes alone.
  private let currentClasses: Set<String>

  init(_ files: [SchemaHistory] = []) {
    let all = files.flatMap(\.versions).flatMap { model in
      model.entities.map { (model: model, entity: $0) }
    }
    byName = Dictionary(grouping: all, by: \.entity.name)
    byClass = Dictionary(
      grouping: all.filter { $0.entity.managedClass != nil }, by: { $0.entity.managedClass ?? "" })
    versions = Dictionary(files.map { ($0.name, $0.versions.count) }, uniquingKeysWith: max)
    isInferred = false
    let entities = files.flatMap(\.openVersions).flatMap(\.entities)
    currentClasses = Set(entities.compactMap(\.managedClass))
    current = currentClasses.union(entities.map(\.name))
  }

  init(inferred entities: [Entity]) {
    let model = DataModel(name: "", entities: entities, source: .xcodeModel)
    byName = Dictionary(grouping: entities.map { (model, $0) }, by: \.1.name)
    (byClass, versions, isInferred) = (byName, [:], true)
    current = Set(byName.keys)
    currentClasses = current
  }

  var entityNames: [String] { byName.keys.sorted() }

  /// The entities of that name, else those of a class of that name.
  func entities(_ name: String) -> [Found] { byName[name] ?? entities(ofClass: name) }

  /// The same of a name that the versions which an app runs with still have: code may use the name of an entity
  /// that was dropped for something else.
  func usableEntities(_ name: String) -> [Found] { isCurrent(name) ? entities(name) : [] }

  /// The entities of that name and those of a class of that name, which may be others: those of an old
  /// model whose class got another name.
  func allEntities(_ name: String) -> [Found] {
    (byName[name] ?? []) + (byClass[name] ?? []).filter { $0.entity.name != name }
  }

  /// Whether the versions that an app runs with have an entity or a class of that name. A class in
  /// Swift may be called as one of an old version only: `@objc(Thread) class AwfulThread`.
  func isCurrent(_ name: String) -> Bool { current.contains(name) }

  func isCurrentClass(_ name: String) -> Bool { currentClasses.contains(name) }

  /// Whether objects of a class may have an attribute of the name: one that the model says, or any where
  /// nothing says which they have.
  func mayHave(_ name: String, _ entity: String) -> Bool {
    allEntities(entity).contains { model, entity in
      isInferred && entity.attributes.isEmpty && entity.relationships.isEmpty
        || model.allAttributes(of: entity).contains { $0.name == name && !$0.isTransient }
    }
  }

  func entities(ofClass name: String) -> [Found] { byClass[name] ?? [] }

  /// The class of an entity's objects; of a class the class itself.
  func managedClass(of name: String) -> String? {
    byName[name]?.lazy.compactMap(\.entity.managedClass).first
      ?? (byClass[name] == nil ? nil : name)
  }
}

extension Entity {
  /// The class of its objects without module; nil where they have none of their own.
  var managedClass: String? {
    className.map(\.lastPart).flatMap { ["", "NSManagedObject"].contains($0) ? nil : $0 }
  }
}
