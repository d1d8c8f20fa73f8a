internal import ModelSource
internal import StoreModel

/// What source rules may ask about the models of the input.
///
/// They see nothing else but their own file, so what they found in it holds until the file changes
/// or one of the answers does; that is what a second run rests on.
enum ModelQuestion: Sendable, Hashable, Codable {
  /// "yes" for a class that a version read from Swift holds.
  case isModel(String)
  /// The Swift types of an attribute, inherited ones included, in the versions that have it.
  case attribute(String, of: String)
  /// "to-one" or "to-many" for a relationship that every version of a class has in the same form.
  case relationship(String, of: String)
  /// "yes" when all members of a class are known and none that is stored has the name.
  case isUnstored(String, of: String)
  /// "yes" for an attribute that every version of a class keeps as one encoded value, `.codable`.
  case isEncoded(String, of: String)
  /// "yes" for an attribute that every version of a class has and none has an index for.
  case isUnindexed(String, of: String)
  /// "yes" where any class of SwiftData's is declared.
  case hasModels
  /// "yes" for a class with an index, whatever of.
  case hasIndex(String)
  /// Entity, name and destination of the to-one relationship whose name stands at a place.
  case toOne(at: Location)
  /// For each property that the relationship at a place names as its inverse, that stands before it
  /// and names it back: that property as `A.b`, and the entity and name of the relationship.
  case mutualInverses(at: Location)
  /// "yes" for a class that the first version lists and the second, of the same plan, does not.
  case isStray(String, version: String, other: String)
  /// The versions of a plan in its order.
  case versions(plan: String)
  /// The entities of all model files.
  case coreDataEntities
  /// The configurations of all model files.
  case coreDataConfigurations
  /// The properties of an entity or class of the model files, those it inherits and those of its
  /// subentities included, in all versions.
  case coreDataKeys(of: String)
  /// The entity that a relationship of an entity or class of the model files leads to.
  case coreDataDestination(String, of: String)
  /// "own" or "main" for a property of a type that keeps a context: `GardenStack.mainContext`.
  case contextQueue(String)
  /// The texts that constants of a name hold, with the type around it.
  case constantText(String)
  /// The class that a typealias of any file stands for.
  case aliasedClass(String)
  /// "yes" for a type whose values are decoded.
  case isDecoded(String)
  /// The entity of the requests that a property or function of a type gives: `NoteStore.recent()`.
  case requestEntity(String)
  /// "yes" for an entity or class of the model files whose objects are deleted without any other:
  /// no rule of its relationships cascades or denies.
  case deletesAlone(String)
  /// The names of the model files.
  case coreDataModels
  /// "yes" for a class of the objects of a model file.
  case isManagedClass(String)
  /// The class of the objects of an entity of the model files; of a class itself.
  case managedClass(of: String)
  /// "yes" for a class whose name stands at a place and that only shipped versions hold.
  case isShipped(at: Location)
  /// The class that a relationship leads to, in every version of its own class.
  case destination(String, of: String)
  /// "yes" for a to-many relationship that may be nil.
  case isOptionalToMany(String, of: String)
  /// "yes" for a class whose objects CloudKit gets, or may get for all that is known.
  case isMirrored(String)
  /// The name of the relationship that leads back.
  case inverse(String, of: String)
  /// The type of an attribute that holds a case of an enum.
  case storedEnum(String, of: String)
  /// "yes" for an attribute that no two objects share.
  case isUnique(String, of: String)
  /// The full name of the class that a bare name stands for outside of all types: `SchemaV2.Note`.
  case fullName(String)
  /// The full names of the classes of a name that stand inside of types which are no versions:
  /// `DBModel.Note`.
  case nestedNames(String)
  /// "yes" for a class outside of all versions, where the version of that name lists another one or
  /// none.
  case isLiveStray(String, other: String)
  /// Why no value transformer is found under a name.
  case transformerFault(String)
}

extension LintContext {
  func answer(_ question: ModelQuestion) -> [String] {
    switch question {
    case .isModel(let name): classes(name).isEmpty ? [] : Self.yes
    case .attribute(let property, let name): types(of: property, in: classes(name))
    case .relationship(let property, let name):
      form(
        of: property, in: classes(name).isEmpty ? modelIndex.entities(name) : classes(name))
    case .isUnstored(let property, let name):
      isAll(classes(name)) { $0.isWhole($1) && !$0.stores(property, in: $1) }
    case .isEncoded(let property, let name):
      isAll(classes(name)) { model, entity in
        model.allAttributes(of: entity).contains { $0.name == property && $0.type == .codable }
      }
    case .isUnindexed(let property, let name):
      isAll(classes(name)) { model, entity in
        model.allAttributes(of: entity).contains { $0.name == property }
          && model.lineage(of: entity).allSatisfy { !$0.hasIndex(on: property) }
      }
    case .hasModels: hasClasses ? Self.yes : []
    case .hasIndex(let name):
      classes(name).contains { model, entity in
        model.lineage(of: entity).contains { !$0.fetchIndexes.isEmpty }
      } ? Self.yes : []
    case .toOne(let place): toOne(at: place)
    case .mutualInverses(let place): mutualInverses(at: place)
    case .isStray(let type, let version, let other): isStray(type, of: version, without: other)
    case .versions(let plan):
      histories.first { $0.isOrdered && $0.name.lastPart == plan }?.versions.map(\.name) ?? []
    case .coreDataEntities: modelIndex.entityNames
    case .contextQueue(let name): foreign?.queue(of: name) ?? []
    case .constantText(let name): foreign?.texts(of: name) ?? []
    case .aliasedClass(let name): foreign?.aliasedClass(name) ?? []
    case .isDecoded(let name): foreign?.isDecoded(name) ?? []
    case .requestEntity(let name): foreign?.requestEntity(of: name) ?? []
    case .deletesAlone(let name):
      isAll(modelIndex.entities(name)) { model, entity in
        model.allRelationships(of: entity).allSatisfy {
          ![.cascade, .deny].contains($0.deleteRule)
        }
      }
    case .coreDataModels: modelIndex.versions.keys.sorted()
    case .isManagedClass(let name): modelIndex.entities(ofClass: name).isEmpty ? [] : Self.yes
    case .managedClass(let name): modelIndex.managedClass(of: name).map { [$0] } ?? []
    case .coreDataConfigurations:
      Array(Set(modelFiles.flatMap(\.versions).flatMap(\.configurations.keys))).sorted()
    case .coreDataKeys(let name):
      // Where a model file is left over, a class of SwiftData may have the entity's name.
      modelIndex.allEntities(name).isEmpty
        ? []
        : Set(
          (modelIndex.allEntities(name) + classes(name)).flatMap { model, entity in
            (model.lineage(of: entity) + model.family(of: entity.name)).flatMap {
              $0.attributes.map(\.name) + $0.relationships.map(\.name) + $0.fetchedProperties
            }
          }
        ).sorted()
    case .coreDataDestination(let property, let name):
      Array(
        Set(
          modelIndex.allEntities(name).compactMap { model, entity in
            model.allRelationships(of: entity).first { $0.name == property }?.destination
          })
      ).sorted()
    case .isShipped(let place): shippedClasses.contains(place) ? Self.yes : []
    case .destination(let name, let entity): only(classes(entity)) { $1.of($0, name)?.destination }
    case .isMirrored(let name):
      classes(name).contains { MirroredModel($0.model, in: self)?.holds($0.entity.name) ?? false }
        ? Self.yes : []
    case .inverse(let name, let entity): only(classes(entity)) { $1.of($0, name)?.inverse }
    case .isOptionalToMany(let name, let entity):
      isAll(classes(entity)) { model, entity in
        entity.of(model, name).map { $0.isToMany && $0.swiftType?.last == "?" } ?? false
      }
    case .storedEnum(let name, let entity):
      // Versions without the property say nothing about it.
      only(classes(entity).filter { $0.model.stores(name, in: $0.entity) }) { model, entity in
        model.allAttributes(of: entity)
          .first { $0.name == name && $0.userInfo["EnumType"] == "true" }
          .map { $0.swiftType ?? "case of an enum" }
      }
    case .isUnique(let name, let entity):
      isAll(classes(entity).isEmpty ? modelIndex.entities(entity) : classes(entity)) {
        model, entity in
        model.lineage(of: entity).contains { $0.uniquenessConstraints.contains([name]) }
      }
    case .fullName(let name): fullNames[name] ?? []
    case .nestedNames(let name):
      Set(
        classes(name).compactMap { model, entity in
          entity.className.flatMap { $0 != name && $0 != "\(model.name).\(name)" ? $0 : nil }
        }
      ).sorted()
    case .isLiveStray(let name, let other): isLiveStray(name, without: other)
    case .transformerFault(let name): (transformers?.fault(of: name)?.rawValue).map { [$0] } ?? []
    }
  }

  private static let yes = ["yes"]

  private typealias Class = (model: DataModel, entity: Entity)

  private func isAll(_ classes: [Class], _ holds: (DataModel, Entity) -> Bool) -> [String] {
    // A name that only versions which have shipped know is another one's in the code: a typealias.
    let isCurrent = classes.contains { !($0.entity.location.map(shippedClasses.contains) ?? false) }
    return isCurrent && classes.allSatisfy(holds) ? Self.yes : []
  }

  private func types(of property: String, in classes: [Class]) -> [String] {
    classes.compactMap { model, entity in
      model.allAttributes(of: entity).first { $0.name == property }.map { $0.swiftType ?? "" }
    }
  }

  private func form(of property: String, in classes: [Class]) -> [String] {
    let forms = classes.map { model, entity in
      model.allRelationships(of: entity).first { $0.name == property }?.isToMany
    }
    guard let first = forms.first, let isToMany = first, forms.allSatisfy({ $0 == first }) else {
      return []
    }
    return [isToMany ? "to-many" : "to-one"]
  }

  private func toOne(at place: Location) -> [String] {
    guard let (_, entity, relationship, _) = relationships(at: place).last,
      !relationship.isToMany
    else { return [] }
    return [entity.name, relationship.name, relationship.destination]
  }

  private func mutualInverses(at place: Location) -> [String] {
    relationships(at: place).flatMap { model, entity, own, isOpen -> [String] in
      guard isOpen, model.source == .swift, own.inverseOrigin == .declared,
        let name = own.inverse, let owner = model.owner(of: name, in: own.destination),
        let other = owner.relationship(named: name), other.inverseOrigin == .declared,
        other.inverse == own.name, other != own,
        // The pair is met twice; the side that stands later is the one to change.
        (other.location ?? .nowhere).precedes(place)
      else { return [] }
      return ["\(owner.name).\(other.name)", entity.name, own.name]
    }
  }

  /// The answer that all versions of a class give; none when they differ or do not know.
  private func only(_ classes: [Class], _ answer: (DataModel, Entity) -> String?) -> [String] {
    let answers = classes.map { answer($0.model, $0.entity) }
    guard let first = answers.first, let text = first, answers.allSatisfy({ $0 == text }) else {
      return []
    }
    return [text]
  }

  private func isLiveStray(_ name: String, without other: String) -> [String] {
    guard fullNames[name] == [name],
      let version = histories.lazy.compactMap({ $0.version(named: other) }).first
    else { return [] }
    return version.entities.contains { $0.className == name } ? [] : Self.yes
  }

  private func isStray(_ type: String, of version: String, without other: String) -> [String] {
    guard version != other,
      let (known, current) = histories.lazy.compactMap({ history in
        history.version(named: version).flatMap { known in
          history.version(named: other).map { (known, $0) }
        }
      }).first
    else { return [] }
    func isMeant(_ entity: Entity) -> Bool {
      entity.className == type || entity.className?.hasSuffix(".\(type)") ?? false
    }
    return known.entities.contains(where: isMeant) && !current.entities.contains(where: isMeant)
      ? Self.yes : []
  }

}
