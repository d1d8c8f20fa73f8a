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
  }

  static func load(_ files: [SourceFile], problems: inout [ModelProblem]) -> Loaded {
    var scans: [Int: FileScan] = [:]
    for (position, file) in files.enumerated() {
      guard file.bytes.count <= SourceFile.largestBytes else {
        problems.append(skipped(file, "larger than 16 MB"))
        continue
      }
      let scan = FileScan(file.bytes)
      if scan.isTooDeep {
        problems.append(skipped(file, "nested too deeply to be read safely"))
      } else {
        scans[position] = scan
      }
    }
    var chosen = files.indices.filter { scans[$0]?.isSchemaSource ?? false }
    var parsed: [Int: FileDeclarations] = [:]
    var wanted: Set<String> = []
    while !chosen.isEmpty {
      let results = ParsePool.parse(chosen.map { files[$0] })
      for (position, result) in zip(chosen, results) { parsed[position] = result }
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
      safeFiles: scans.keys.sorted(), usesCloudKit: scans.values.contains(where: \.usesCloudKit))
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
    ModelProblem("the file is \(why) and was not read", location: Location(path: file.path))
  }
}
