internal import ModelSource
internal import StoreModel

extension LintContext {
  func answer(_ question: ModelQuestion) -> [String] {
    switch question {
    case .isModel(let name): meant(name).isEmpty ? [] : Self.yes
    case .attributes(let name):
      live(meant(name)).reduce(into: []) { names, found in
        for attribute in found.model.allAttributes(of: found.entity)
        where !attribute.isTransient && !names.contains(attribute.name) {
          names.append(attribute.name)
        }
      }
    case .attribute(let property, let name): types(of: property, in: meant(name))
    case .relationship(let property, let name):
      form(
        of: property,
        in: meant(name).isEmpty
          ? current(modelIndex.usableEntities(name)) : meant(name))
    case .isUnstored(let property, let name):
      isAll(meant(name)) { $0.isWhole($1) && !$0.stores(property, in: $1) }
    case .isEncoded(let property, let name):
      isAll(
        meant(name).isEmpty && !modelIndex.isInferred
          ? current(modelIndex.usableEntities(name)) : meant(name)
      ) { model, entity in
        model.allAttributes(of: entity).contains {
          // What is transformable in source is a list of values or a type of the app's: a macro checks no key path.
          $0.name == property
            && ($0.type == .codable || $0.type == .transformable && model.source != .swift)
        }
      }
    case .isUnindexed(let property, let name):
      isAll(meant(name)) { model, entity in
        model.allAttributes(of: entity).contains { $0.name == property }
          && model.lineage(of: entity).allSatisfy { !$0.hasIndex(on: property) }
      }
    case .indexLeads(let property, let name):
      Set(
        meant(name).flatMap { model, entity in
          model.lineage(of: entity).flatMap(\.fetchIndexes).map {
            $0.elements.compactMap(\.property)
          }
          .filter { $0.dropFirst().contains(property) }.compactMap(\.first)
        }
      ).sorted()
    case .hasModels: hasClasses ? Self.yes : []
    case .hasIndex(let name):
      meant(name).contains { model, entity in
        model.lineage(of: entity).contains { !$0.fetchIndexes.isEmpty }
      } ? Self.yes : []
    case .toOne(let place): toOne(at: place)
    case .mutualInverses(let place): mutualInverses(at: place)
    case .isStray(let type, let version, let other): isStray(type, of: version, without: other)
    case .versions(let plan):
      histories.first { $0.isOrdered && $0.name.lastPart == plan }?.versions.map(\.name) ?? []
    case .isOldVersion(let name):
      histories.contains { history in
        history.isOrdered && history.versions.dropLast().contains { $0.name.lastPart == name }
      } ? Self.yes : []
    case .successor(let version, let entity): successor(of: version, with: entity)
    case .keepsTimeOfDay(let name): foreign?.keepsTimeOfDay(name) ?? []
    case .coreDataEntities: modelIndex.isInferred ? [] : modelIndex.entityNames
    case .isPlainManaged(let name, let entity): isPlainManaged(name, entity) ? Self.yes : []
    case .isOrdered(let name, let entity):
      isAll(current(modelIndex.entities(entity))) { model, entity in
        model.allRelationships(of: entity).contains { $0.name == name && $0.isOrdered }
      }
    case .isTransient(let name, let entity):
      modelIndex.isInferred
        ? []
        : isAll(current(modelIndex.entities(entity))) { model, entity in
          model.allAttributes(of: entity).contains { $0.name == name && $0.isTransient }
        }
    case .constantPlace(let name): foreign?.places(of: name) ?? []
    case .hasManagedRelationships:
      modelFiles.flatMap(\.versions).flatMap(\.entities).contains { !$0.relationships.isEmpty }
        ? Self.yes : []
    case .isOfMac:
      WordsOfFiles.positions(of: Self.ofMac, in: allFiles()).isEmpty
        || !WordsOfFiles.positions(of: Self.ofOtherSystems, in: allFiles()).isEmpty ? [] : Self.yes
    case .usesCoreData: modelIndex.entityNames.isEmpty ? [] : Self.yes
    case .contextQueue(let name): foreign?.queue(of: name) ?? []
    case .constantText(let name): foreign?.texts(of: name) ?? []
    case .aliasedClass(let name): foreign?.aliasedClass(name) ?? []
    case .isDecoded(let name): foreign?.isDecoded(name) ?? []
    case .requestEntity(let name): foreign?.requestEntity(of: name) ?? []
    case .deletesAlone(let name):
      // A batch of SwiftData's stops at relationships that lead back.
      isAll(
        modelIndex.entities(name).isEmpty ? meant(name) : current(modelIndex.entities(name))
      ) { model, entity in
        // Code does not say what is deleted with an object.
        (!modelIndex.isInferred || entity.relationships.isEmpty && !entity.attributes.isEmpty)
          && model.allRelationships(of: entity).allSatisfy {
            model.source != .swift && ![.cascade, .deny].contains($0.deleteRule)
          }
      }
    case .coreDataModels: modelIndex.versions.keys.sorted()
    case .isManagedClass(let name):
      // The code may have another type of a name that the model has given up.
      modelIndex.isCurrentClass(name) ? Self.yes : []
    case .managedAttributes(let name): managedAttributes(name)
    case .managedClass(let name): modelIndex.managedClass(of: name).map { [$0] } ?? []
    case .coreDataConfigurations:
      Array(Set(modelFiles.flatMap(\.versions).flatMap(\.configurations.keys))).sorted()
    case .coreDataKeys(let name):
      // Where a model file is left over, a class of SwiftData may have the entity's name.
      modelIndex.isInferred || !modelIndex.isCurrent(name)
        ? []
        : Set((modelIndex.allEntities(name) + meant(name)).flatMap { $0.keys(of: $1) }).sorted()
    case .liveCoreDataKeys(let name):
      modelIndex.isInferred || !modelIndex.isCurrent(name)
        ? []
        : Set((current(modelIndex.allEntities(name)) + meant(name)).flatMap { $0.keys(of: $1) })
          .sorted()
    case .keyOfProperty(let name, let entity):
      foreign?.key(of: name, in: modelIndex.managedClass(of: entity) ?? entity) ?? []
    case .coreDataDestination(let property, let name):
      Array(
        Set(
          modelIndex.allEntities(name).compactMap { model, entity in
            model.allRelationships(of: entity).first { $0.name == property }?.destination
          })
      ).sorted()
    case .isShipped(let place): shippedClasses.contains(place) ? Self.yes : []
    case .destination(let name, let entity): only(meant(entity)) { $1.of($0, name)?.destination }
    case .isMirrored(let name):
      meant(name).contains { MirroredModel($0.model, in: self)?.holds($0.entity.name) ?? false }
        ? Self.yes : []
    case .inverse(let name, let entity): only(meant(entity)) { $1.of($0, name)?.inverse }
    case .certainInverse(let name, let entity):
      only(meant(entity)) { model, owner in
        owner.of(model, name).flatMap { $0.certainty == .certain ? $0.inverse : nil }
      }
    case .cascades(let name, let entity):
      isAll(meant(entity)) { model, entity in
        entity.of(model, name).map { $0.isToMany && $0.deleteRule == .cascade } ?? false
      }
    case .mayRepeatManaged(let name, let entity): mayRepeat(name, of: entity) ? Self.yes : []
    case .cascadesManaged(let name, let entity):
      isAll(modelIndex.isInferred ? [] : current(modelIndex.usableEntities(entity))) {
        model, entity in
        entity.of(model, name).map { $0.isToMany && $0.deleteRule == .cascade } ?? false
      }
    case .ownsOne(let name, let entity): ownsOne(name, of: entity)
    case .ownsAlone(let name, let entity): ownsAlone(name, of: entity) ? Self.yes : []
    case .isOptionalToMany(let name, let entity):
      isAll(meant(entity)) { model, entity in
        entity.of(model, name).map { $0.isToMany && $0.swiftType?.last == "?" } ?? false
      }
    case .storedEnum(let name, let entity):
      // Versions without the property say nothing about it.
      only(meant(entity).filter { $0.model.stores(name, in: $0.entity) }) { model, entity in
        model.allAttributes(of: entity)
          .first { $0.name == name && $0.userInfo["EnumType"] == "true" }
          .map { $0.swiftType ?? "case of an enum" }
      }
    case .isUnique(let name, let entity):
      isAll(
        meant(entity).isEmpty ? current(modelIndex.entities(entity)) : live(meant(entity))
      ) { model, entity in
        model.lineage(of: entity).contains { $0.uniquenessConstraints.contains([name]) }
      }
    case .isInUniqueness(let name, let entity):
      isAll(live(meant(entity))) { model, entity in
        model.lineage(of: entity).contains { part in
          part.uniquenessConstraints.contains { $0.contains(name) }
        }
      }
    case .isGivenAtBirth(let name): foreign?.isGivenAtBirth(name) ?? []
    case .isInComposedKey(let name): foreign?.isInComposedKey(name) ?? []
    case .fullName(let name): fullNames[name] ?? []
    case .nestedNames(let name):
      Set(
        classes(name).compactMap { model, entity in
          entity.className.flatMap { $0 != name && $0 != "\(model.name).\(name)" ? $0 : nil }
        }
      ).sorted()
    case .isShadowed(let name): isShadowed(name) ? Self.yes : []
    case .isLiveStray(let name, let other): isLiveStray(name, without: other)
    case .memberType(let name): members?.type(of: name).map { [$0] } ?? []
    case .askingMembers: members?.asking.sorted() ?? []
    case .contextUse(let name): foreign?.useOfContext(name) ?? []
    case .sendingMembers: members?.sending.sorted() ?? []
    case .memberCode(let name): foreign?.code(of: name) ?? []
    case .adopting(let name): members?.adopting(name) ?? []
    case .memberEntity(let name): foreign?.describedEntity(of: name) ?? []
    case .memberValue(let name): foreign?.value(of: name) ?? []
    case .runsBefore(let iOS, let macOS): targets.areBelow(iOS: iOS, macOS: macOS) ? Self.yes : []
    case .isTextManaged(let name, let entity):
      modelIndex.isInferred
        ? []
        : isAll(current(modelIndex.entities(entity))) { model, entity in
          model.allAttributes(of: entity).contains { $0.name == name && $0.type == .string }
        }
    case .mayBeNilManaged(let name, let entity):
      isAll(modelIndex.isInferred ? [] : current(modelIndex.usableEntities(entity))) {
        model, entity in
        model.allAttributes(of: entity).contains {
          $0.name == name && $0.isOptional && $0.defaultValue == nil
        }
      }
    case .isOnMainActor(let name): foreign?.isOnMainActor(name) ?? []
    case .isOnNoActor(let name): foreign?.isOnNoActor(name) ?? []
    case .isMainByDefault: targets.isMainByDefault ? Self.yes : []
    case .transformerFault(let name): (transformers?.fault(of: name)?.rawValue).map { [$0] } ?? []
    }
  }

  private func mayRepeat(_ name: String, of entity: String) -> Bool {
    let found = modelIndex.isInferred ? [] : current(modelIndex.usableEntities(entity))
    return !found.isEmpty
      && found.allSatisfy { model, entity in
        let isUnique = model.lineage(of: entity).contains { part in
          part.uniquenessConstraints.contains { $0.contains(name) }
        }
        if isUnique { return false }
        if let link = entity.of(model, name) {
          return !link.isToMany
            && link.inverse.flatMap {
              model.entity(named: link.destination)?.of(model, $0)?.isToMany
            }
              ?? false
        }
        let small = name.lowercased()
        return !["id", "identifier", "key", "hash", "url"].contains(where: small.hasSuffix)
          && model.allAttributes(of: entity).contains { $0.name == name && $0.type != .uuid }
      }
  }

  private func ownsOne(_ name: String, of entity: String) -> [String] {
    let found = modelIndex.isInferred ? [] : current(modelIndex.usableEntities(entity))
    let answers = Set(
      found.map { model, owner in
        guard let link = owner.of(model, name), !link.isToMany,
          let child = model.entity(named: link.destination),
          let back = link.inverse.flatMap({ child.of(model, $0) }), !back.isToMany,
          // Without that rule, what nothing else leads to is the owner's, too.
          link.deleteRule == .cascade || model.isPart(child, of: owner, by: name)
        else { return "" }
        return back.isOptional ? "optional" : "required"
      })
    return answers.count == 1 && !answers.contains("") ? Array(answers) : []
  }

  private func ownsAlone(_ name: String, of entity: String) -> Bool {
    let found = modelIndex.isInferred ? [] : current(modelIndex.usableEntities(entity))
    return !found.isEmpty
      && found.allSatisfy { model, owner in
        guard let link = owner.of(model, name), link.isToMany,
          let child = model.entity(named: link.destination)
        else { return false }
        return model.isPart(child, of: owner, by: name)
      }
  }

  /// The classes that a name may mean in code: where one stands inside of a type, also the one that a typealias
  /// outside of all types calls so.
  private func meant(_ name: String) -> [(model: DataModel, entity: Entity)] {
    let own = classes(name)
    guard !own.isEmpty, let full = fullNames[name] else { return own }
    return own + full.map(\.lastPart).filter { $0 != name }.flatMap { classes($0) }
  }

  /// Without those of versions that have shipped, where code may mean another: a typealias leads to the newest.
  private func live(_ classes: [Class]) -> [Class] {
    let found = classes.filter { !($0.entity.location.map(shippedClasses.contains) ?? false) }
    return found.isEmpty ? classes : found
  }

  private static let ofMac: Set = ["AppKit", "Cocoa", "NSApplicationDelegateAdaptor"]
  private static let ofOtherSystems: Set = [
    "UIApplication", "UIApplicationDelegateAdaptor", "UIDevice", "UIKit",
    "navigationBarTitleDisplayMode",
  ]
  private static let yes = ["yes"]

  /// Whether code of UIKit stands in the project and none of the Mac's.
  var isOnlyOfUIKit: Bool {
    WordsOfFiles.positions(of: Self.ofMac, in: allFiles()).isEmpty
      && !WordsOfFiles.positions(of: Self.ofOtherSystems, in: allFiles()).isEmpty
  }

  private typealias Class = (model: DataModel, entity: Entity)

  /// Those of the version that an app runs with of each model file, where it has them: code is written for
  /// that one.
  func current(_ found: [ModelFileIndex.Found]) -> [ModelFileIndex.Found] {
    let newest = found.filter { model, _ in
      history(of: model).map { $0.openVersions.contains { $0.name == model.name } } ?? true
    }
    return newest.isEmpty ? found : newest
  }

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

  /// Whether code outside of the types around the models means another type by a name.
  func isShadowed(_ name: String) -> Bool {
    guard fullNames[name] == nil, !classes(name).isEmpty, let foreign else { return false }
    return !foreign.declaresOther(name).isEmpty
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
