internal import ModelInputs
internal import ModelSource
internal import StoreEngine
internal import StoreModel

/// Which files of many revisions their models can be read from.
///
/// Trees and contents that revisions have in common are read once. Of Swift files those count that hold
/// models, and those that declare a name which the storage of one of these rests on, and so on.
struct RevisionFiles {
  /// A file of some revisions.
  struct File: Hashable {
    var path: String
    var blob: String

    var isSource: Bool { path.hasSuffix(".swift") }
  }

  /// What is known of the Swift files that models are read from.
  private(set) var readings: [File: FileReading] = [:]
  /// Objects that the repository has not, as a clone may be without some.
  private(set) var missing: Set<String> = []
  /// The folders of the revisions.
  let roots: Set<String>

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
  init(
    _ repository: GitRepository, roots: Set<String>, below paths: [String]
  ) throws(GitError) {
    self.paths = paths.contains(".") ? [] : paths
    self.roots = roots
    try readTrees(repository)
    try findRelevant(repository)
  }

  private mutating func readTrees(_ repository: GitRepository) throws(GitError) {
    var waiting = roots
    while !waiting.isEmpty {
      var next: Set<String> = []
      var found: [String: [Entry]] = [:]
      try repository.objects(waiting.sorted()) { name, content in
        found[name] = Self.entries(of: content, nameLength: name.utf8.count / 2)
      }
      missing.formUnion(waiting.filter { found[$0] == nil })
      for (name, entries) in found {
        trees[name] = entries
        next.formUnion(entries.filter(\.isFolder).map(\.object))
      }
      waiting = next.filter { trees[$0] == nil && !missing.contains($0) }
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
      // Hidden folders hold what others wrote.
      guard isFolder || isFile && isModelFile(name), !name.contains("/"),
        !name.hasPrefix(".") || name == ".xccurrentversion"
      else { continue }
      entries.append(Entry(name: name, object: Array(object).hexText, isFolder: isFolder))
    }
    return entries
  }

  private static func isModelFile(_ name: String) -> Bool {
    name.hasSuffix(".swift") || name.hasSuffix(".mom")
      || ["contents", ".xccurrentversion", "elements", "VersionInfo.plist"].contains(name)
  }

  private mutating func findRelevant(_ repository: GitRepository) throws(GitError) {
    let sources = sources(below: roots)
    let blobs = Set(sources.map(\.blob)).sorted()
    var scans: [String: FileReading] = [:]
    for start in stride(from: 0, to: blobs.count, by: Self.scanned) {
      var contents: [(String, [UInt8])] = []
      let names = Array(blobs[start..<min(start + Self.scanned, blobs.count)])
      try repository.objects(names) { contents.append(($0, Array($1))) }
      let found = contents
      let read = Workers.map(found.count) { FileReading(bytes: found[$0].1) }
      for (index, scan) in read.enumerated() { scans[found[index].0] = scan }
    }
    missing.formUnion(blobs.filter { scans[$0] == nil })
    // Most apps with Core Data models have none in source, and words in common with those that do.
    guard scans.values.contains(where: \.declaresModels) else { return }
    let readable = sources.filter { scans[$0.blob] != nil }
    let read: [FileReading]
    do {
      read = try SwiftModelReader.parse(readable.compactMap { scans[$0.blob] }) { positions in
        try repository.files(positions.map { readable[$0] })
      }
    } catch { throw error as? GitError ?? .noGit }
    for (file, reading) in zip(readable, read) where reading.isParsed {
      readings[file] = reading
      isRelevant.insert(file.blob)
    }
  }

  /// Files whose contents are in memory at once.
  private static let scanned = 2_000

  /// The Swift files of all revisions, sorted by path.
  private func sources(below roots: Set<String>) -> [File] {
    var sources: Set<File> = []
    var seen: Set<File> = []
    var waiting = roots.map { File(path: "", blob: $0) }
    while let folder = waiting.popLast() {
      guard seen.insert(folder).inserted else { continue }
      for entry in trees[folder.blob] ?? [] {
        let path = folder.path.isEmpty ? entry.name : folder.path + "/" + entry.name
        let file = File(path: path, blob: entry.object)
        if entry.isFolder { waiting.append(file) } else if file.isSource { sources.insert(file) }
      }
    }
    return sources.filter(isAsked).sorted {
      ($0.path, $0.blob) < ($1.path, $1.blob)
    }
  }

  private func isAsked(_ file: File) -> Bool {
    paths.isEmpty || paths.contains { file.path == $0 || file.path.hasPrefix($0 + "/") }
  }

  /// The files of a revision that its models are read from, sorted by path.
  ///
  /// - Parameter root: its folder.
  mutating func files(of root: String) -> [File] {
    let all = all(of: root)
    return paths.isEmpty ? all : all.filter(isAsked)
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
