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
      let reading = known[position] ?? FileReading(scan: FileScan(file.bytes))
      readings.append(reading)
      if reading.scan.isTooDeep {
        problems.append(skipped(file, "nested too deeply to be read safely"))
      } else {
        scans[position] = reading.scan
      }
    }
    var chosen = files.indices.filter { scans[$0]?.isSchemaSource ?? false }
    var parsed: [Int: FileDeclarations] = [:]
    var wanted: Set<String> = []
    while !chosen.isEmpty {
      let unread = chosen.filter { readings[$0]?.declarations == nil }
      for (position, result) in zip(unread, ParsePool.parse(unread.map { files[$0] })) {
        readings[position]?.declarations = result
      }
      for position in chosen { parsed[position] = readings[position]?.declarations }
      // Every file is scanned again only when new names came up, so rounds are few.
      wanted = Set(parsed.values.flatMap { $0.types.flatMap { names(in: $0, wanted) } })
        .union(parsed.values.flatMap { $0.aliases.flatMap(\.target.names) })
      chosen = files.indices.filter { position in
        parsed[position] == nil && scans[position]?.declaredNames.isDisjoint(with: wanted) == false
      }
    }
    return Loaded(
      declarations: files.indices.compactMap { parsed[$0] },
      storeFiles: files.indices.filter { scans[$0]?.usesStores ?? false },
      safeFiles: scans.keys.sorted(), usesCloudKit: scans.values.contains(where: \.usesCloudKit),
      readings: readings)
  }

  /// Names that a declaration's storage and conformances rest on.
  private static func names(in type: TypeDeclaration, _ wanted: Set<String>) -> [String] {
    // Views and view models in the same file as a model must not drag the whole app in.
    let isRelevant =
      type.isModel || type.kind == .extension || wanted.contains(type.name)
      || !type.types.isEmpty
      || type.inherits.contains { !Set($0.names).isDisjoint(with: schemaProtocols) }
    var result = type.types.flatMap { names(in: $0, wanted) }
    guard isRelevant else { return result }
    result += type.inherits.flatMap(\.names) + type.aliases.flatMap(\.target.names)
    for property in type.properties {
      result += property.type?.names ?? []
      if property.isStatic || property.type == nil {
        result += property.value.map(names(in:)) ?? []
      }
    }
    return result
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
