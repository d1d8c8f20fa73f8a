package import ModelSource
internal import PlatformFoundation
internal import PlatformLibc
internal import StoreEngine
package import StoreModel

/// Everything a `PATH[@VERSION]` named, whichever of the four sources it was.
package struct LoadedModels: Sendable {
  /// The text as the user wrote it.
  package var spec: String
  /// One history per plan, bundle, model file or store, in the order of their paths; Swift files
  /// come first.
  package var histories: [SchemaHistory]
  /// What could not be read and belongs to no version, such as one damaged model in a folder.
  package var problems: [ModelProblem]
}

/// Loads models named on the command line.
package enum ModelLoader {
  /// The models at several `PATH[@VERSION]`; mapping models among them belong to all that are no
  /// Swift source.
  ///
  /// - Throws: `ModelInputError`.
  package static func read(
    all specs: [String], samples: Bool = false
  ) throws(ModelInputError) -> LoadedModels {
    let mappings = specs.filter { MappingModelReader.isMapping($0) && FilePath.exists($0) }
    var all = LoadedModels(spec: specs.joined(separator: " "), histories: [], problems: [])
    var codeAlone: ModelInputError?
    for spec in specs where !mappings.contains(spec) || mappings.count == specs.count {
      do throws(ModelInputError) {
        let loaded = try read(spec, samples: samples)
        all.histories += loaded.histories
        all.problems += loaded.problems
      } catch {
        guard specs.count > 1, case .noModel(let path, _) = error,
          try !swiftFiles([path]).isEmpty
        else { throw error }
        codeAlone = codeAlone ?? error
      }
    }
    // What the plan's code needs of another module declares no model.
    if all.histories.isEmpty, let codeAlone { throw codeAlone }
    for index in all.histories.indices where all.histories[index].versions.first?.source != .swift {
      for path in mappings where !all.histories[index].mappings.contains(path) {
        all.histories[index].mappings.append(path)
      }
    }
    return all
  }

  /// The histories a `PATH[@VERSION]` names, reduced to the version if one is given.
  ///
  /// - Parameter samples: whether source is asked for values of its Codable types, for generated data.
  /// - Throws: `ModelInputError`.
  package static func load(
    _ spec: String, samples: Bool = false
  ) throws(ModelInputError) -> [SchemaHistory] {
    try read(spec, samples: samples).histories
  }

  /// The same, with the problems that belong to no version.
  ///
  /// - Throws: `ModelInputError`.
  package static func read(
    _ spec: String, samples: Bool = false
  ) throws(ModelInputError) -> LoadedModels {
    let target = try ModelPath(spec)
    var loaded = try histories(at: target.path, samples: samples)
    let own = loaded.histories.withoutTests
    if let version = target.version {
      try checkVersions(of: loaded, at: target.path)
      // Only tests may have what is asked for.
      if let found = try? VersionSelection.select(version, from: own, path: target.path) {
        loaded.histories = found
      } else {
        loaded.histories = try VersionSelection.select(
          version, from: loaded.histories, path: target.path)
      }
    } else {
      loaded.histories = own
    }
    loaded.spec = spec
    // An empty model in its place would have a checksum, and nothing in common with any store.
    let problems = loaded.histories.flatMap { $0.versions.flatMap(\.problems) }
    if let problem = problems.first(where: { $0.topic == .unreadModel }) {
      throw .unreadable(path: target.path, message: problem.placed)
    }
    return loaded
  }

  /// The Swift files at the paths of several `PATH[@VERSION]`, each once; none where there are only
  /// models of other forms.
  ///
  /// - Throws: `ModelInputError`.
  package static func swiftFiles(_ specs: [String]) throws(ModelInputError) -> [SourceFile] {
    var paths: [String] = []
    for spec in specs {
      let path = try ModelPath(spec).path
      if FilePath.isFolder(path) {
        var files = ModelFiles(in: path)
        _ = files.takeOutUnbuilt(below: path)
        paths += files.swiftFiles
      } else if path.suffixName == "swift" {
        paths.append(path)
      }
    }
    var files = ModelFiles()
    for path in paths where !files.swiftFiles.contains(path) { files.swiftFiles.append(path) }
    var problems: [ModelProblem] = []
    return sources(files, problems: &problems)
  }

  /// The one version a spec names.
  ///
  /// - Parameter noted: is told all that was read.
  /// - Throws: `ModelInputError`; `severalVersions` or `ambiguousVersion` when there are more.
  package static func model(
    _ spec: String, samples: Bool = false, noted: (LoadedModels) -> Void = { _ in }
  ) throws(ModelInputError) -> DataModel {
    let target = try ModelPath(spec)
    let loaded = try read(spec, samples: samples)
    noted(loaded)
    try checkVersions(of: loaded, at: target.path)
    let found = loaded.histories
    let versions = found.flatMap(\.versions)
    // Several plans may list the same schema.
    if let version = versions.first, versions.allSatisfy({ $0 == version }) {
      if version.entities.isEmpty,
        let problem = version.problems.first(where: { $0.topic == .unreadList })
      {
        throw .unreadable(path: target.path, message: problem.placed)
      }
      return version
    }
    guard let version = target.version else {
      throw .severalVersions(path: target.path, known: VersionSelection.names(in: found))
    }
    let candidates = versions.map { version in
      version.location.map { "\(version.name) in \($0.path)" } ?? version.name
    }
    var seen: Set<String> = []
    throw .ambiguousVersion(
      path: target.path, version: version,
      candidates: candidates.filter { seen.insert($0).inserted })
  }

  /// A plan may name schemas that no given file declares.
  private static func checkVersions(
    of loaded: LoadedModels, at path: String
  ) throws(ModelInputError) {
    guard loaded.histories.allSatisfy(\.versions.isEmpty),
      let problem = (loaded.problems + loaded.histories.flatMap(\.unread)).worst
    else { return }
    throw .unreadable(path: path, message: problem.placed)
  }

  /// What may stand after `PATH@`, for completion; empty when the path gives no models.
  package static func versionNames(at path: String) -> [String] {
    (try? histories(at: path)).map { VersionSelection.names(in: $0.histories) } ?? []
  }

  private static func histories(
    at path: String, samples: Bool = false
  ) throws(ModelInputError) -> LoadedModels {
    let suffix = path.suffixName
    if FilePath.isFolder(path) {
      if ["xcdatamodeld", "xcdatamodel", "xcmappingmodel"].contains(suffix) {
        return try one(path, XcodeModelReader.read)
      }
      if ModelFiles.isCompiledBundle(path) { return try one(path, CompiledModelReader.read) }
      return try folder(path, samples: samples)
    }
    guard FilePath.isRegularFile(path) else {
      throw .noModel(path: path, kind: "neither a file nor a folder")
    }
    if suffix == "swift" {
      var files = ModelFiles()
      files.swiftFiles = [path]
      return try swift(files, path: path, samples: samples)
    }
    if suffix == "mom" || suffix == "omo" || hasPropertyListHeader(path) {
      return try one(path, CompiledModelReader.read)
    }
    if path.lastPathComponent == "contents" {
      return try one(path.deletingLastPathComponent, XcodeModelReader.read)
    }
    return try store(path)
  }

  /// One model file or bundle, which must be readable.
  private static func one(
    _ path: String, _ read: (String) throws -> SchemaHistory
  ) throws(ModelInputError) -> LoadedModels {
    do {
      var history = try read(path)
      history.mappings = ModelFiles.mappings(beside: path)
      return LoadedModels(spec: path, histories: [history], problems: [])
    } catch {
      throw .unreadable(path: path, message: String(describing: error))
    }
  }

  /// A folder gives what it can; a model in it that cannot be read becomes a problem, unless
  /// nothing else is there.
  private static func folder(
    _ path: String, samples: Bool
  ) throws(ModelInputError) -> LoadedModels {
    var files = ModelFiles(in: path)
    guard !files.isEmpty else { throw files.refusal(of: path) }
    var loaded = LoadedModels(spec: path, histories: [], problems: files.closedProblems)
    if let links = files.unfollowed { loaded.problems.append(ModelProblem(links)) }
    let unbuilt = files.takeOutUnbuilt(below: path)
    if let first = unbuilt.first {
      loaded.problems.append(
        ModelProblem(
          "not read: \(unbuilt.count == 1 ? "'\(first)'" : "\(unbuilt.count) files"), which no target of the "
            + "Xcode project builds; give \(unbuilt.count == 1 ? "it as a path" : "them as paths") "
            + "of \(unbuilt.count == 1 ? "its" : "their") own"))
    }
    if !files.swiftFiles.isEmpty {
      let models = SwiftModelReader.readAll(
        sources(files, problems: &loaded.problems), samples: samples)
      loaded.histories = models.histories
      for index in loaded.histories.indices { loaded.histories[index].sources = files.swiftFiles }
      loaded.problems += models.problems
    }
    let readers =
      files.xcodeModels.map { ($0, XcodeModelReader.read) }
      + files.compiledModels.map { ($0, CompiledModelReader.read) }
    for (file, read) in readers {
      do {
        var history = try read(file)
        history.mappings = files.mappings
        loaded.histories.append(history)
      } catch {
        loaded.problems.append(
          ModelProblem(
            String(describing: error), topic: .unreadFile, location: Location(path: file)))
      }
    }
    if loaded.histories.isEmpty {
      if let problem = loaded.problems.worst {
        throw .unreadable(path: path, message: problem.placed)
      }
      throw .noModel(path: path, kind: "a folder whose Swift files declare no '@Model' class")
    }
    return loaded
  }

  private static func swift(
    _ files: ModelFiles, path: String, samples: Bool
  ) throws(ModelInputError) -> LoadedModels {
    var problems: [ModelProblem] = []
    let models = SwiftModelReader.readAll(sources(files, problems: &problems), samples: samples)
    if let problem = problems.first { throw .unreadable(path: path, message: problem.message) }
    guard !models.histories.isEmpty else {
      if let problem = models.problems.worst {
        throw .unreadable(path: path, message: problem.placed)
      }
      throw .noModel(path: path, kind: "a Swift file without '@Model' classes")
    }
    return LoadedModels(spec: path, histories: models.histories, problems: models.problems)
  }

  private static func sources(_ files: ModelFiles, problems: inout [ModelProblem]) -> [SourceFile] {
    var reader = SourceReader()
    let read = files.swiftFiles.compactMap { path in
      do {
        return try reader.read(path)
      } catch {
        problems.append(
          ModelProblem(
            "the file cannot be read: \(error)", topic: .unreadFile,
            location: Location(path: path)))
        return nil
      }
    }
    // Who names a script alone means it.
    return read.count > 1 ? read.filter { !$0.isScript } : read
  }

  /// A store's cached model; one without it has only tables, which are no model.
  private static func store(_ path: String) throws(ModelInputError) -> LoadedModels {
    let file: StoreFile
    do {
      file = try StoreFile.open(path: path)
    } catch {
      throw .unreadable(path: path, message: String(describing: error))
    }
    let kind = FileIdentifier.identify(file)
    guard kind.isCoreDataStore else {
      if let damage = FileIdentifier.damage(of: file) {
        throw .unreadable(path: path, message: "\(damage)")
      }
      throw .noModel(path: path, kind: "not a Core Data store (\(kind.displayName))")
    }
    let name = path.lastPathComponent
    do {
      guard var model = try ModelCache.read(file.connection, name: name) else {
        throw ModelInputError.noModel(path: path, kind: "a store that carries no copy of its model")
      }
      try file.prove()
      model.location = model.location ?? Location(path: path)
      return LoadedModels(
        spec: path,
        histories: [
          SchemaHistory(
            name: name, versions: [model], currentVersion: name, location: Location(path: path))
        ], problems: [])
    } catch let error as ModelInputError {
      throw error
    } catch {
      let message = "'\(path)': the cached model cannot be read: \(error)"
      throw .unreadable(path: path, message: message)
    }
  }

  /// A compiled model under any name: a binary property list.
  private static func hasPropertyListHeader(_ path: String) -> Bool {
    guard let file = fopen(path, "rb") else { return false }
    defer { fclose(file) }
    var start = [UInt8](repeating: 0, count: 8)
    return fread(&start, 1, 8, file) == 8 && start == Array("bplist00".utf8)
  }
}

extension [ModelProblem] {
  /// What explains the most: source that does not parse hides all else.
  fileprivate var worst: ModelProblem? {
    // How an '#if' is read is no reason for having no models.
    first { $0.topic == .syntax } ?? first { $0.topic != .conditional }
  }
}
