package import StoreModel

/// What a set of Swift files says about models.
package struct SourceModels: Sendable {
  /// Migration plans first, then versions outside of plans, then the unversioned models.
  package var histories: [SchemaHistory]
  /// The places that open containers, by file and position.
  package var containers: [ContainerUse]
  /// What could not be read and belongs to no version.
  package var problems: [ModelProblem]
  /// Whether any file works with CloudKit itself.
  package var usesCloudKit: Bool
  /// Positions of the files that hold models or code around a store.
  package var storeFiles: [Int]
  /// Positions of the files that the parser can take.
  package var safeFiles: [Int]
  /// What each file by itself told, by its position.
  package var readings: [FileReading?]
  /// Positions of the files that declare a type of that name.
  package var declaring: [String: [Int]] = [:]
  /// What the types of all files say of their members.
  package var members = SourceMembers([])
  /// The model classes that names outside of all types stand for, typealiases followed: more than
  /// one where parts of a folder use a name for different classes.
  package var fullNames: [String: [String]] = [:]
  /// Types of other modules that an extension in the files makes `Codable`.
  package var madeCodable: Set<String> = []
}

/// Reads models, versions and migration plans out of Swift source that need not compile.
package enum SwiftModelReader {
  /// The histories alone; see `readAll`.
  package static func read(_ files: [SourceFile], samples: Bool = false) -> [SchemaHistory] {
    readAll(files, samples: samples).histories
  }

  /// Reads every file that can hold models, and of the rest only what the models' types need.
  ///
  /// - Parameter samples: whether to make up values of Codable types, for generated data.
  package static func readAll(_ files: [SourceFile], samples: Bool = false) -> SourceModels {
    readAll(files, known: [], samples: samples)
  }

  /// - Parameter known: what files of the same path and bytes told before, by their positions.
  package static func readAll(
    _ files: [SourceFile], known: [FileReading?], samples: Bool = false
  ) -> SourceModels {
    var problems: [ModelProblem] = []
    let loaded = SourceLoader.load(files, known: known, problems: &problems)
    var histories: [SchemaHistory] = []
    var names: Set<String> = []
    var containers: [Location: ContainerUse] = [:]
    var fullNames: [String: [String]] = [:]
    var madeCodable: Set<String> = []
    for group in SourceGroups(loaded.declarations).groups {
      let configurations = (group.own + group.around).flatMap(\.configurations)
      var index = SourceIndex(group.own + group.around)
      index.makesSamples = samples
      let own = Set(group.own.map(\.path))
      let uses = group.own.flatMap(\.containers).map { use in
        var use = use.withModels(in: index, configurations)
        use.resolveConfigurations(configurations)
        use.parts = use.parts.map { $0.withModels(in: index, configurations) }
        return use
      }.filter { !$0.isNothing }
      for use in uses { containers[use.location] = use }
      for var history in self.histories(in: index, own: own, uses) {
        if !names.insert(history.name).inserted {
          history.name += " in \(group.root)"
          names.insert(history.name)
        }
        histories.append(history)
      }
      problems += misused(in: index)
      madeCodable.formUnion(index.madeCodable)
      let topNames = group.own.flatMap { $0.aliases.map(\.name) + $0.types.map(\.name) }
      for name in Set(topNames).sorted() {
        guard let path = index.resolve([name], in: []), index.type(path)?.isModel ?? false else {
          continue
        }
        let full = path.joined(separator: ".")
        if !(fullNames[name] ?? []).contains(full) { fullNames[name, default: []].append(full) }
      }
    }
    problems += loaded.declarations.flatMap(\.problems)
    attach(&problems, to: &histories)
    return SourceModels(
      histories: histories,
      containers: loaded.declarations.flatMap(\.containers).map { containers[$0.location] ?? $0 }
        .filter { !$0.isNothing },
      problems: problems, usesCloudKit: loaded.usesCloudKit,
      storeFiles: loaded.storeFiles, safeFiles: loaded.safeFiles, readings: loaded.readings,
      declaring: loaded.declaring, members: loaded.members, fullNames: fullNames,
      madeCodable: madeCodable)
  }

  /// Parses of many versions of the same files what the models of any choice of them can need, so
  /// that each choice is read from `known` alone.
  ///
  /// - Parameters:
  ///   - readings: what each file tells by itself, at least without being parsed.
  ///   - contents: gives the files at some positions.
  package static func parse(
    _ readings: [FileReading], contents: ([Int]) throws -> [SourceFile]
  ) rethrows -> [FileReading] {
    try SourceLoader.parse(readings, contents: contents)
  }

  /// Plans first, then versions outside of plans, then the unversioned models.
  ///
  /// - Parameters:
  ///   - own: the paths of the files whose declarations are meant.
  ///   - uses: the places in them that open containers.
  private static func histories(
    in index: SourceIndex, own: Set<String>, _ uses: [ContainerUse]
  ) -> [SchemaHistory] {
    let isOwn = { (type: SourceType) in own.contains(type.declaration.location.path) }
    let versions = VersionBuilder(index: index)
    let plans = PlanBuilder(index: index, versions: versions)
    let ownPlans = plans.plans.filter(isOwn)
    var histories = ownPlans.map { plans.history(of: $0) }
    let planned = Set(ownPlans.flatMap { plans.schemas(of: $0) })
    let schemas = versions.schemas.filter(isOwn)
    let unplanned = schemas.filter { !planned.contains($0.path) }.map { versions.version(of: $0) }
    if let first = unplanned.first {
      histories.append(
        SchemaHistory(
          name: unplanned.count == 1 ? first.name : "versions",
          versions: unplanned.sorted { $0.name.codePointsPrecede($1.name) },
          location: first.location))
    }
    if let live = live(versions, schemas, versions.unversionedModels.filter(isOwn)) {
      histories.append(
        SchemaHistory(
          name: live.name, versions: [live], currentVersion: live.name, location: live.location))
    }
    let versioned = Set(
      histories.flatMap(\.versions).filter { $0.name != "live" }
        .flatMap(\.entities).compactMap(\.className))
    let unversioned = (histories.last?.versions.first { $0.name == "live" }?.entities ?? [])
      .filter { entity in entity.className.map { !versioned.contains($0) } ?? false }
    if ownPlans.isEmpty {
      for (history, read) in histories.enumerated() {
        for version in read.versions.indices {
          histories[history].versions[version].isPlanned = false
        }
      }
    }
    for plan in histories.indices.prefix(ownPlans.count) {
      histories[plan].unversioned = unversioned
      histories[plan].openings = openings(of: histories[plan], uses)
      let opening = uses.filter { $0.call != "Schema" && !$0.location.isInTests }
      let others = opening.filter { !$0.isGivenOther(than: histories[plan]) }
      if !others.contains(where: \.isGivenPlan), let newest = histories[plan].versions.last {
        histories[plan].openedWithout = others.filter { $0.opens(newest) }.map(\.location)
        histories[plan].isUnopened =
          opening.contains { !$0.isStoredInMemoryOnly }
          && !others.contains { histories[plan].versions.contains(where: $0.opens) }
      }
    }
    return histories
  }

  /// What containers open with a plan: where none is opened at all, models alone were given.
  private static func openings(
    of plan: SchemaHistory, _ uses: [ContainerUse]
  ) -> [ContainerOpening] {
    if uses.isEmpty, let first = plan.unversioned.first {
      let classes = plan.unversioned.compactMap(\.className)
      return [ContainerOpening(classes: classes, location: first.location, isAssumed: true)]
    }
    return uses.filter { use in
      use.call == "ModelContainer" && !use.isUnread
        && use.migrationPlan.map { use.declared[$0] == plan.location } ?? false
    }.map { use in
      ContainerOpening(
        version: use.versionedSchema.flatMap { use.resolved[$0] },
        classes: use.types.compactMap { use.resolved[$0] }, location: use.location)
    }
  }

  /// The version `live`: all unversioned models, unless versions list every one of them.
  private static func live(
    _ versions: VersionBuilder, _ schemas: [SourceType], _ models: [SourceType]
  ) -> DataModel? {
    var ignored: [ModelProblem] = []
    let listed = Set(
      schemas.flatMap { versions.listed(in: $0, problems: &ignored) }.map(\.path))
    guard models.contains(where: { !listed.contains($0.path) }) else { return nil }
    return versions.live(models)
  }

  private static func misused(in index: SourceIndex) -> [ModelProblem] {
    let repeated = index.repeated.compactMap { second -> ModelProblem? in
      guard let first = index.type(second.path)?.declaration.location else { return nil }
      let place = second.declaration.location
      // Types of other files may be private there.
      guard second.isModel || first.path == place.path else { return nil }
      return ModelProblem(
        "'\(second.qualifiedName)' is declared here again; what is read is the first one, "
          + (first.path == place.path ? "in line \(first.line ?? 0)" : "at \(first.text)"),
        topic: .declaredTwice, entity: second.isModel ? second.name : nil, location: place)
    }
    let misplaced = index.marked.filter { $0.declaration.kind != .class }
    return repeated
      + misplaced.map {
        ModelProblem(
          "'\($0.qualifiedName)' is no model: @Model needs a class", entity: $0.name,
          location: $0.declaration.location)
      }
  }

  /// Moves each problem to the versions that were read from the same file.
  private static func attach(_ problems: inout [ModelProblem], to histories: inout [SchemaHistory])
  {
    var readFrom: [String: [(history: Int, version: Int)]] = [:]
    for history in histories.indices {
      for (version, model) in histories[history].versions.enumerated() {
        let places = [model.location] + model.entities.map(\.location)
        for path in Set(places.compactMap { $0?.path }) {
          readFrom[path, default: []].append((history, version))
        }
      }
    }
    problems.removeAll { problem in
      guard let path = problem.location?.path, let versions = readFrom[path] else { return false }
      for (history, version) in versions {
        histories[history].versions[version].problems.append(problem)
      }
      return true
    }
  }
}
