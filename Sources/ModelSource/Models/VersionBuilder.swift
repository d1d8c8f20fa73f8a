internal import StoreModel

/// Puts the entities of one schema version together.
struct VersionBuilder {
  let index: SourceIndex

  /// The `VersionedSchema`s, in the order met.
  var schemas: [SourceType] {
    index.heirs.filter {
      $0.declaration.kind != .protocol && index.conforms($0, to: "VersionedSchema")
    }
  }

  /// Model classes outside every versioned schema.
  var unversionedModels: [SourceType] {
    index.models.filter { model in
      !(1..<max(model.path.count, 1)).contains { length in
        index.type(Array(model.path.prefix(length))).map {
          index.conforms($0, to: "VersionedSchema")
        } ?? false
      }
    }
  }

  func live(_ models: [SourceType]) -> DataModel {
    model(
      name: "live", identifiers: ["1.0.0"], listed: models, isComplete: true,
      location: models.first?.declaration.location, problems: [])
  }

  func version(of schema: SourceType) -> DataModel {
    var problems: [ModelProblem] = []
    let listed = self.listed(in: schema, problems: &problems)
    let prefix = schema.path
    let known = Set(listed.map(\.path))
    for model in index.models
    where model.path.starts(with: prefix) && !known.contains(model.path) {
      problems.add(
        "'\(model.name)' is declared in '\(schema.name)' but not listed in its models",
        topic: .unlistedModel, entity: model.name,
        location: schema.staticProperty("models")?.location ?? model.declaration.location)
    }
    return model(
      name: schema.qualifiedName, identifiers: identifiers(of: schema, problems: &problems),
      listed: listed, isComplete: false, location: schema.declaration.location,
      list: schema.staticProperty("models")?.location, problems: problems)
  }

  // MARK: - What a schema says

  private func identifiers(
    of schema: SourceType, problems: inout [ModelProblem]
  ) -> [String] {
    guard let property = schema.staticProperty("versionIdentifier") else {
      // One that comes from another protocol or a macro is not seen.
      let isOwn =
        schema.declaration.inherits.count == 1 && schema.declaration.attributes.isEmpty
        && schema.declaration.problems.isEmpty && schema.declaration.macros.isEmpty
      problems.add(
        "'\(schema.name)' has no versionIdentifier", topic: isOwn ? .missingIdentifier : nil,
        location: schema.declaration.location)
      return []
    }
    let value = ConstantReader(index: index).value(property.value, in: schema.path)
    let numbers = value?.arguments.compactMap { $0.value.integerValue } ?? []
    guard numbers.count == 3 else {
      problems.add(
        "the versionIdentifier of '\(schema.name)' is not three numbers",
        location: property.location)
      return []
    }
    return [numbers.map(String.init).joined(separator: ".")]
  }

  /// The classes that `models` lists.
  func listed(in schema: SourceType, problems: inout [ModelProblem]) -> [SourceType] {
    guard let property = schema.staticProperty("models") else {
      problems.add(
        "'\(schema.name)' lists no models", topic: .unreadList,
        location: schema.declaration.location)
      return []
    }
    let constants = ConstantReader(index: index)
    var result: [SourceType] = []
    var seen: Set<[String]> = []
    for item in constants.list(property.value, in: schema.path) {
      guard case .metatype(let name) = item.value.kind else {
        problems.add(
          "'\(item.value.text)' in the models of '\(schema.name)' is not a list of types",
          topic: .unreadList, location: item.value.location)
        continue
      }
      let text = name.joined(separator: ".")
      guard let path = index.resolve(name, in: item.scope), let type = index.type(path) else {
        problems.add(
          "'\(text)', listed in '\(schema.name)', is not declared in the given sources",
          topic: .unreadList, entity: name.last,
          meant: index.nameLike(text, in: schema.path, where: \.isModel),
          location: item.value.location)
        continue
      }
      if !type.isModel {
        problems.add(
          "'\(text)', listed in '\(schema.name)', is not a @Model class", entity: type.name,
          location: item.value.location)
      } else if !seen.insert(path).inserted {
        problems.add(
          "'\(text)' is listed twice in '\(schema.name)'", entity: type.name,
          location: item.value.location)
      } else {
        result.append(type)
      }
    }
    if property.value == nil {
      problems.add(
        "the models of '\(schema.name)' are not a single array",
        topic: .unreadList,
        location: property.location)
    }
    return result
  }

  // MARK: - Entities

  private func model(
    name: String, identifiers: [String], listed: [SourceType], isComplete: Bool,
    location: Location?, list: Location? = nil, problems: [ModelProblem]
  ) -> DataModel {
    var problems = problems
    let builder = EntityBuilder(index: index)
    var drafts: [EntityDraft] = []
    var columns = 0
    var superclasses: [[String]: [String]] = [:]
    var seen = Set(listed.map(\.path))
    var names: [String: SourceType] = [:]
    var leads: [[String]: (type: SourceType, property: String)] = [:]
    var waiting = listed
    var next = 0
    while next < waiting.count {
      let type = waiting[next]
      let isListed = next < listed.count
      next += 1
      if let other = names[type.name] {
        let lead = isComplete ? nil : leads[type.path]
        let reason = lead.map {
          "'\($0.type.dottedPath)' leads to '\(type.dottedPath)' by '\($0.property)', and this version has "
            + "'\(other.dottedPath)'"
        }
        problems.add(
          reason ?? "two classes are called '\(type.name)'; entities have the class's bare name",
          topic: isComplete ? nil : .repeatedEntity, entity: type.name,
          property: lead.map { "\($0.type.name).\($0.property)" },
          location: lead == nil ? type.declaration.location : list ?? location)
        continue
      }
      names[type.name] = type
      var draft = builder.draft(of: type)
      if !isListed && !isComplete {
        let reason = "the hash includes '\(type.name)', which the version reaches and does not list"
        draft.weaken(.inferred(reason))
        problems.add(
          reason, topic: .reachedModel, entity: type.name,
          location: list ?? type.declaration.location)
      }
      if let parent = index.modelSuperclass(of: type) {
        superclasses[type.path] = parent.path
        if seen.insert(parent.path).inserted { waiting.append(parent) }
      }
      for relationship in draft.relationships {
        guard let path = relationship.destination, seen.insert(path).inserted,
          let destination = index.type(path)
        else { continue }
        leads[path] = (type, relationship.relationship.name)
        waiting.append(destination)
      }
      drafts.append(draft)
      columns += draft.entity.attributes.columnCount + draft.relationships.count
      // `sizeProblem` says so.
      if columns > Self.mostColumns { break }
    }
    if let problem = sizeProblem(of: drafts, columns: columns, name) {
      return DataModel(
        name: name, versionIdentifiers: identifiers, source: .swift, location: location,
        problems: problems + [problem])
    }
    let paired = InversePairing(drafts, superclasses: superclasses).drafts
    let entities = paired.map { draft in
      var entity = draft.entity
      entity.relationships = draft.relationships.map(\.relationship)
      return entity
    }
    var model = DataModel(
      name: name, versionIdentifiers: identifiers, entities: entities,
      configurations: ["default": entities.map(\.name).sorted { $0.codePointsPrecede($1) }],
      source: .swift, location: location, problems: problems + paired.flatMap(\.problems))
    model.problems += model.circularParents
    return model
  }
}

extension VersionBuilder {
  /// In all tables of a version.
  private static let mostColumns = 200_000

  /// Why a version is too large to be real, before anything walks it.
  private func sizeProblem(
    of drafts: [EntityDraft], columns: Int, _ name: String
  ) -> ModelProblem? {
    if let problem = drafts.lazy.flatMap(\.problems).first(where: { $0.topic == .unreadModel }) {
      return problem
    }
    let what =
      columns > Self.mostColumns
      ? "has more than the \(Self.mostColumns) columns and relationships a model may have"
      : DataModel(name: name, entities: drafts.map(\.entity), source: .swift)
        .sizeProblem?.description
    return what.map {
      ModelProblem(
        "the version '\(name)' \($0)", topic: .unreadModel,
        location: drafts.first?.entity.location)
    }
  }
}

extension SourceType {
  /// `SchemaV1.Note`
  fileprivate var dottedPath: String { path.joined(separator: ".") }
}

extension Collection<Attribute> {
  /// A struct has one for each of its values.
  var columnCount: Int { reduce(0) { $0 + $1.leaves.count } }
}

extension EntityDraft {
  /// Makes everything that rests on the entity as uncertain as the entity itself.
  fileprivate mutating func weaken(_ certainty: Certainty) {
    for position in entity.attributes.indices { entity.attributes[position].weaken(certainty) }
    for position in relationships.indices { relationships[position].relationship.weaken(certainty) }
  }
}
