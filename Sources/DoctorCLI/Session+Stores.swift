internal import Diagnostics
internal import Lint
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

extension Session {
  /// The store at a path, as of the moment when the running command first asked for it.
  func store(at path: String) throws -> OpenStore {
    let store: OpenStore
    if let known = opened.first(where: { $0.path == path }) {
      store = known
    } else {
      store = try OpenStore(path: path, isLive: settings.isLive, observer: observer)
      opened.append(store)
      if storePath == path { current = store }
    }
    if isStoppable { Interrupts.watch(store.connection) }
    return store
  }

  /// Lets Ctrl-C stop a migration that is tried on a copy, and then what it stopped before.
  var watchingTrials: ((Connection?) -> Void)? {
    guard isStoppable else { return nil }
    var before: Interrupts.Target?
    return { copy in
      guard let copy else { return Interrupts.restore(before) }
      before = Interrupts.current
      Interrupts.watch(copy)
    }
  }

  /// The shell's open store, if it has one of Core Data's.
  func currentStore() throws -> OpenStore? {
    guard isShell, let path = storePath else { return nil }
    let store = try store(at: path)
    return store.store == nil ? nil : store
  }

  /// The store named, or the open one.
  func namedStore(_ path: String?) throws -> OpenStore {
    guard let path = path ?? storePath else { throw noStoreGiven }
    return try store(at: path)
  }

  var noStoreGiven: Failure {
    isShell
      ? .noStore : .usage("no store given", help: "name it behind the command")
  }

  /// The same for its rows, whose names and types a version given with --model knows where the store carries
  /// no model.
  func rowStore(_ path: String?) throws -> OpenStore {
    let opened = try namedStore(path)
    let models = try settings.models.map { try ModelPath($0).path }.filter { !isStore($0) }
    if !models.isEmpty { try opened.adopt(among: { try models.flatMap { try load($0) } }) }
    return opened
  }

  /// The store named, or the open one, when it is one of Core Data's.
  ///
  /// - Parameter forRows: as `rowStore` opens it.
  func namedCoreDataStore(
    _ path: String?, forRows: Bool = false
  ) throws -> (open: OpenStore, store: Store) {
    let opened = try forRows ? rowStore(path) : namedStore(path)
    guard let store = opened.store else {
      if let problem = opened.problem { throw problem }
      throw Failure.unreadable(
        "'\(VisibleText(opened.path).text)' is not a Core Data store: \(opened.kind.displayName), "
          + opened.kind.evidence)
    }
    return (opened, store)
  }

  /// Whether a path names a SQLite file, which then is meant as a store and not as a model.
  func isStore(_ path: String) -> Bool {
    // To open and close one that is being read would give up its locks.
    opened.contains { FileIdentity.isSame($0.path, path) } || StoreHeader.isSQLiteFile(path)
  }

  private var observer: ((StatementEvent) -> Void)? {
    guard trace != nil else { return nil }
    return { [weak self] event in self?.record(event) }
  }
}

extension Session {
  /// Makes a store the one that commands use when they are given none.
  func use(_ path: String) throws {
    let opened = try OpenStore(path: path, isLive: settings.isLive, observer: nil)
    // What the prompt and completion show is known by now.
    if isShell, opened.store == nil { _ = opened.plainTables }
    opened.file.release()
    storePath = path
    current = opened
    identifiedVersion = nil
  }

  func close() {
    storePath = nil
    current = nil
    identifiedVersion = nil
  }

  /// What the prompt says of the version: its name among the models, else the identifier that the
  /// store carries. What is short of certain stands in brackets.
  var versionLabel: String? {
    if let identifiedVersion { return identifiedVersion.isEmpty ? nil : identifiedVersion }
    guard let opened = current, let schema = opened.schema else { return nil }
    var label = schema.versionIdentifiers.filter { !$0.isEmpty }.joined(separator: ",")
    if !settings.models.isEmpty {
      do {
        let identification = Identifier.identify(schema, among: try histories())
        label = identification.label
        if identification.match?.certainty != .certain { label = "(\(label))" }
      } catch {
        label = "(models cannot be read)"
      }
    }
    identifiedVersion = VisibleText(label).text
    return label.isEmpty ? nil : identifiedVersion
  }

  func setModels(_ models: [String]) {
    settings.models = models
    loadedHistories = nil
    identifiedVersion = nil
  }

  func addModels(_ models: [String]) throws {
    for model in models { _ = try ModelLoader.load(model) }
    setModels(settings.models + models.filter { !settings.models.contains($0) })
  }

  /// Every history of the models given with --model or `model`.
  ///
  /// - Parameter samples: with values of Codable types, for data to be generated.
  func histories(samples: Bool = false) throws -> [SchemaHistory] {
    if let loaded = loadedHistories, loaded.paths == settings.models, loaded.samples || !samples {
      note(loaded.faults)
      return loaded.histories
    }
    let loaded = try ModelLoader.read(all: settings.models, samples: samples)
    let faults = SourceFaults.findings(in: loaded.histories, problems: loaded.problems)
    note(faults)
    loadedHistories = (settings.models, samples, loaded.histories, faults)
    return loaded.histories
  }

  /// The same, for commands that cannot do without one.
  func givenHistories(samples: Bool = false) throws -> [SchemaHistory] {
    let histories = try histories(samples: samples)
    guard !histories.isEmpty else {
      throw Failure.usage(
        "no model given", help: "add --model PATH with Swift source, .xcdatamodeld, .momd or .mom")
    }
    return histories
  }

  /// Entity names with their properties, of the open store or else of the models.
  func propertyNames() -> [String: [String]] {
    let stored = current?.store.map { $0.entities.map { ($0.name, $0.properties.map(\.name)) } }
    let given = stored == nil ? ((try? histories()) ?? []).flatMap(\.versions) : []
    return Dictionary(
      stored
        ?? given.flatMap { version in
          version.entities.map {
            ($0.name, $0.attributes.map(\.name) + $0.relationships.map(\.name))
          }
        }, uniquingKeysWith: { first, _ in first })
  }

  func versionNames() -> [String] {
    ((try? histories()) ?? []).flatMap(\.versions).map(\.name)
  }
}

extension Session {
  /// The paths given, or the open store.
  func modelPaths(_ paths: [String], command: String) throws -> [String] {
    if !paths.isEmpty { return paths }
    return [try onlyPath(nil, command: command)]
  }

  /// The path given, or the open store, or the only model.
  func onlyPath(_ path: String?, command: String) throws -> String {
    if let path = path ?? storePath { return path }
    if settings.models.count == 1 { return settings.models[0] }
    if isShell { throw Failure.noStore }
    throw Failure.usage(
      "no store or model given", help: "see 'storedoctor help \(command)'")
  }

  /// Whether a store has persistent history; nil for a model.
  func hasHistory(_ specification: String) throws -> Bool? {
    isStore(specification) ? try store(at: specification).store?.hasHistory : nil
  }

  /// The one version a `PATH[@VERSION]` names.
  func oneSchema(of specification: String, samples: Bool = false) throws -> LoadedSchema {
    if isStore(specification) {
      return try schemas(of: specification)[0]
    }
    return LoadedSchema(try ModelLoader.model(specification, samples: samples, noted: note))
  }

  /// The model of the one version a `PATH[@VERSION]` names. A store that carries no copy of its model
  /// has only tables to guess from: it stands for the version among `candidates`, and those given with
  /// --model, that has its hashes.
  ///
  /// - Returns: a note where another model stands for the store.
  func oneModel(
    of specification: String, candidates: [String] = [], samples: Bool = false
  ) throws -> (model: DataModel, note: String?) {
    let schema = try oneSchema(of: specification, samples: samples)
    guard schema.model.source == .store else { return (schema.model, nil) }
    let what = "'\(VisibleText(specification).text)' carries no readable copy of its model"
    var known: [SchemaHistory] = []
    for path in settings.models + candidates where !isStore(path) {
      known += try load(ModelPath(path).path)
    }
    let stored = schema.store.map { StoreVersion($0) }
    for version in known.flatMap(\.versions)
    where stored?.evidence(for: version, ModelHashes(of: version)) != nil {
      return (version, "\(what); its hashes are those of \(ModelText.title(of: version))")
    }
    throw Failure.unreadable(
      known.isEmpty ? what : "\(what), and no version given has its hashes",
      help: "give the models of the app that wrote it with --model")
  }
}
