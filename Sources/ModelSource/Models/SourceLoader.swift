internal import StoreModel

/// Chooses which files to parse: those with models in them, then, round by round, those that may
/// declare a name the parsed ones use and do not declare.
enum SourceLoader {
  struct Loaded {
    var declarations: [FileDeclarations]
    /// Positions of the files that hold models or code around a store.
    var storeFiles: [Int]
    /// Positions of the files that the parser can take.
    var safeFiles: [Int]
    var usesCloudKit: Bool
    /// Positions of the files that declare a type of that name.
    var declaring: [String: [Int]]
    /// What the types of all files say of their members.
    var members: SourceMembers
    /// What each file by itself told, by its position; nil for files that were not looked at.
    var readings: [FileReading?]
  }

  /// - Parameter known: what files of the same path and bytes told before, by their positions.
  static func load(
    _ files: [SourceFile], known: [FileReading?] = [], problems: inout [ModelProblem]
  ) -> Loaded {
    let known = known.count == files.count ? known : Array(repeating: nil, count: files.count)
    var scans: [Int: FileScan] = [:]
    var readings: [FileReading?] = []
    for (position, file) in files.enumerated() {
      guard file.bytes.count <= SourceFile.largestBytes else {
        problems.append(skipped(file, "larger than 16 MB"))
        readings.append(nil)
        continue
      }
      let bytes = Workers.isAbandoned ? [] : file.bytes
      let reading = known[position] ?? FileReading(scan: FileScan(bytes))
      readings.append(reading)
      if reading.scan.isTooDeep {
        problems.append(skipped(file, "nested too deeply to be read safely"))
      } else {
        scans[position] = reading.scan
      }
    }
    let declaring = declaring(scans)
    let parsed = parse(scans, declaring, &readings) { $0.map { files[$0] } }
    return Loaded(
      declarations: files.indices.compactMap { parsed[$0] },
      storeFiles: files.indices.filter { scans[$0]?.usesStores ?? false },
      safeFiles: scans.keys.sorted(), usesCloudKit: scans.values.contains(where: \.usesCloudKit),
      declaring: declaring, members: SourceMembers(scans.values.map(\.members)),
      readings: readings)
  }

  /// Parses of many versions of the same files what the models of any choice of them can need.
  ///
  /// - Parameters:
  ///   - readings: what each file told before, at least its scan.
  ///   - contents: gives the files at some positions.
  static func parse(
    _ readings: [FileReading], contents: ([Int]) throws -> [SourceFile]
  ) rethrows -> [FileReading] {
    var all: [FileReading?] = readings
    let scans = readings.enumerated().filter { !$1.scan.isTooDeep }.map { ($0, $1.scan) }
    let known = Dictionary(uniqueKeysWithValues: scans)
    _ = try parse(known, declaring(known), &all, contents)
    return all.compactMap(\.self)
  }

  private static func declaring(_ scans: [Int: FileScan]) -> [String: [Int]] {
    var declaring: [String: [Int]] = [:]
    declaring.reserveCapacity(scans.values.reduce(0) { $0 + $1.declaredNames.count })
    for (position, scan) in scans.sorted(by: { $0.key < $1.key }) {
      for name in scan.declaredNames { declaring[name, default: []].append(position) }
    }
    return declaring
  }

  private static func parse(
    _ scans: [Int: FileScan], _ declaring: [String: [Int]], _ readings: inout [FileReading?],
    _ contents: ([Int]) throws -> [SourceFile]
  ) rethrows -> [Int: FileDeclarations] {
    var chosen = scans.keys.filter { scans[$0]?.isSchemaSource ?? false }.sorted()
    var parsed: [Int: FileDeclarations] = [:]
    var wanted = WantedNames()
    while !chosen.isEmpty {
      let unread = chosen.filter { readings[$0]?.declarations == nil }
      for (position, result) in zip(unread, ParsePool.parse(try contents(unread))) {
        readings[position]?.declarations = result
      }
      for position in chosen {
        parsed[position] = readings[position]?.declarations
        parsed[position].map { wanted.add($0) }
      }
      let next = Set(wanted.takeNew().flatMap { declaring[$0] ?? [] })
      chosen = next.filter { parsed[$0] == nil }.sorted()
    }
    return parsed
  }

  /// The names that the storage and the conformances of relevant declarations rest on. Each
  /// declaration is looked at once, each name is followed once.
  private struct WantedNames {
    private var all: Set<String> = []
    private var new: [String] = []
    /// Types that nothing wants yet, by name.
    private var asleep: [String: [TypeDeclaration]] = [:]

    /// The names that came up since the last call.
    mutating func takeNew() -> [String] {
      defer { new = [] }
      return new
    }

    mutating func add(_ file: FileDeclarations) {
      for name in file.aliases.flatMap(\.target.names) { want(name) }
      for type in file.types { add(type) }
    }

    private mutating func add(_ type: TypeDeclaration) {
      for inner in type.types { add(inner) }
      // Views and view models in the same file as a model must not drag the whole app in.
      let isRelevant =
        type.isModel || type.kind == .extension || all.contains(type.name)
        || !type.types.isEmpty
        || type.inherits.contains { !Set($0.names).isDisjoint(with: schemaProtocols) }
      guard isRelevant else { return asleep[type.name, default: []].append(type) }
      want(all: [type])
    }

    private mutating func want(_ name: String) {
      guard all.insert(name).inserted else { return }
      new.append(name)
      if let woken = asleep.removeValue(forKey: name) { want(all: woken) }
    }

    /// Without recursion: types wake each other in chains of any length.
    private mutating func want(all types: [TypeDeclaration]) {
      var waiting = types
      while let type = waiting.popLast() {
        for name in names(of: type) where all.insert(name).inserted {
          new.append(name)
          waiting += asleep.removeValue(forKey: name) ?? []
        }
      }
    }

    private func names(of type: TypeDeclaration) -> [String] {
      var result = type.inherits.flatMap(\.names) + type.aliases.flatMap(\.target.names)
      for property in type.properties {
        result += property.type?.names ?? []
        if property.isStatic || property.type == nil {
          result += property.value.map(SourceLoader.names(in:)) ?? []
        }
      }
      return result
    }
  }

  private static let schemaProtocols: Set = ["VersionedSchema", "SchemaMigrationPlan"]

  private static func names(in expression: Expression) -> [String] {
    switch expression.kind {
    case .metatype(let path), .reference(let path): path
    case .call(let callee, let arguments):
      names(in: callee) + arguments.flatMap { names(in: $0.value) }
    case .list(let items), .sum(let items): items.flatMap { names(in: $0) }
    case .cast(let inner, let type): names(in: inner) + type.names
    case .type(let type): type.names
    case .dictionary(let items): items.flatMap { names(in: $0.key) + names(in: $0.value) }
    default: []
    }
  }

  private static func skipped(_ file: SourceFile, _ why: String) -> ModelProblem {
    ModelProblem(
      "the file is \(why) and was not read", topic: .unreadFile,
      location: Location(path: file.path))
  }
}
