internal import ModelInputs
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Which files of many revisions their models can be read from.
///
/// Trees and contents that revisions have in common are read once. Of Swift files those count that hold
/// models, and those that declare a name which one of these mentions, and so on.
struct RevisionFiles {
  /// A file of one revision.
  struct File: Hashable {
    var path: String
    var blob: String
  }

  private struct Entry {
    var name: String
    var object: String
    var isFolder: Bool
  }

  private let paths: [String]
  private var trees: [String: [Entry]] = [:]
  private var relevant: [String: [File]] = [:]
  private var isRelevant: Set<String> = []

  /// - Parameters:
  ///   - roots: the folders of all revisions.
  ///   - paths: only what lies below these counts; everything when empty.
  ///   - facts: what is known of contents already; what is found out is added.
  init(
    _ repository: GitRepository, roots: [String], below paths: [String],
    facts: inout [String: BlobFacts]
  ) throws(GitError) {
    self.paths = paths.contains(".") ? [] : paths
    try readTrees(repository, roots)
    try findRelevant(repository, &facts)
  }

  private mutating func readTrees(
    _ repository: GitRepository, _ roots: [String]
  ) throws(GitError) {
    var waiting = Set(roots)
    while !waiting.isEmpty {
      var next: Set<String> = []
      var found: [String: [Entry]] = [:]
      try repository.objects(waiting.sorted()) { name, content in
        found[name] = Self.entries(of: content, nameLength: name.utf8.count / 2)
      }
      for (name, entries) in found {
        trees[name] = entries
        next.formUnion(entries.filter(\.isFolder).map(\.object))
      }
      waiting = next.filter { trees[$0] == nil }
    }
  }

  /// The folders and the files that can belong to models: `<mode> <name>\0<object>` each.
  private static func entries(of content: ArraySlice<UInt8>, nameLength: Int) -> [Entry] {
    var entries: [Entry] = []
    var rest = content
    while let end = rest.firstIndex(of: 0), rest.endIndex - end > nameLength {
      let words = rest[..<end].split(separator: 0x20, maxSplits: 1)
      let object = rest[(end + 1)...].prefix(nameLength)
      rest = rest[(end + 1 + nameLength)...]
      guard words.count == 2 else { break }
      let name = String(decoding: words[1], as: UTF8.self)
      let isFolder = words[0].elementsEqual("40000".utf8)
      let isFile = words[0].starts(with: "100".utf8)
      guard isFolder || isFile && isModelFile(name), ![".", "..", ".git"].contains(name),
        !name.contains("/")
      else { continue }
      entries.append(Entry(name: name, object: Array(object).hexText, isFolder: isFolder))
    }
    return entries
  }

  private static func isModelFile(_ name: String) -> Bool {
    name.hasSuffix(".swift") || name.hasSuffix(".mom")
      || ["contents", ".xccurrentversion", "elements", "VersionInfo.plist"].contains(name)
  }

  private mutating func findRelevant(
    _ repository: GitRepository, _ facts: inout [String: BlobFacts]
  ) throws(GitError) {
    let sources = Set(
      trees.values.joined().filter { $0.name.hasSuffix(".swift") }.map(\.object))
    var read: [String: BlobFacts] = [:]
    try repository.objects(sources.filter { facts[$0] == nil }.sorted()) { name, content in
      read[name] = BlobFacts(Array(content))
    }
    facts.merge(read) { $1 }
    var declaring: [String: [String]] = [:]
    for source in sources {
      for name in facts[source]?.declares ?? [] { declaring[name, default: []].append(source) }
    }
    var waiting = sources.filter { facts[$0]?.isSchema == true }
    while !waiting.isEmpty {
      isRelevant.formUnion(waiting)
      var mentioned: Set<String> = []
      try repository.objects(waiting.sorted()) { _, content in
        mentioned.formUnion(BlobFacts.names(in: content, among: declaring))
      }
      waiting = Set(mentioned.flatMap { declaring[$0] ?? [] }).subtracting(isRelevant)
    }
  }

  /// The files of a revision that its models are read from, sorted by path.
  ///
  /// - Parameter root: its folder.
  mutating func files(of root: String) -> [File] {
    let all = all(of: root)
    guard !paths.isEmpty else { return all }
    return all.filter { file in paths.contains { file.path == $0 || file.path.hasPrefix($0 + "/") }
    }
  }

  private mutating func all(of tree: String) -> [File] {
    if let known = relevant[tree] { return known }
    var files: [File] = []
    for entry in trees[tree] ?? [] {
      if entry.isFolder {
        files += all(of: entry.object).map {
          File(path: entry.name + "/" + $0.path, blob: $0.blob)
        }
      } else if !entry.name.hasSuffix(".swift") || isRelevant.contains(entry.object) {
        files.append(File(path: entry.name, blob: entry.object))
      }
    }
    files.sort { $0.path.codePointsPrecede($1.path) }
    relevant[tree] = files
    return files
  }
}

/// What one pass over a Swift file's bytes tells.
struct BlobFacts: Codable {
  var isSchema: Bool
  /// Names that it may declare, sorted.
  var declares: [String]

  init(_ bytes: [UInt8]) {
    let words = SchemaWords(bytes)
    isSchema = words.isSchemaSource
    declares = words.declaredNames.sorted()
  }

  /// The capitalised words of a text that somebody declares.
  static func names(
    in text: ArraySlice<UInt8>, among declared: [String: [String]]
  ) -> Set<String> {
    var names: Set<String> = []
    for word in text.split(whereSeparator: { !$0.isNamePart }) {
      guard let first = word.first, first < 0x61 || first >= 0x80, !(0x30...0x39).contains(first)
      else { continue }
      let name = String(decoding: word, as: UTF8.self)
      if declared[name] != nil { names.insert(name) }
    }
    return names
  }
}

extension UInt8 {
  fileprivate var isNamePart: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
}
