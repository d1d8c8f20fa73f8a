internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine

/// What the last run over the same paths found out about each Swift file by itself, so that the next
/// one parses only what has changed.
///
/// Only what follows from a file's own bytes is kept, with the answers about models that it rests
/// on; everything between files is found out in every run. A cache that is missing, damaged, of
/// another build of the tool, or not writable is none, and never an error.
public struct LintCache: Sendable {
  private let file: String
  private let tool: String

  /// - Parameters:
  ///   - folder: holds the caches of this user.
  ///   - subject: what is linted: the working folder and the paths.
  ///   - tool: the build of the tool.
  public init(folder: String, subject: [String], tool: String) {
    file = folder.appending(component: ContentName.of(subject.map { Array($0.utf8) }))
    self.tool = tool
  }

  /// What is known of one file.
  struct Memory: Sendable {
    /// The name of the file's content.
    var content: String
    var reading: FileReading?
    var verdict: FileVerdict?
  }

  /// What is known of each file, by its position.
  func recall(_ files: [SourceFile]) -> [Memory] {
    let kept = entries()
    return Workers.map(files.count) { position in
      let file = files[position]
      let memory = Memory(content: ContentName.of([file.bytes]))
      guard let entry = kept[file.path], entry.content == memory.content else { return memory }
      var cache = CacheReader(entry.bytes, path: file.path)
      return (try? Memory(memory.content, from: &cache)) ?? memory
    }
  }

  /// Replaces what is kept, unless it says the same already. Of several runs at once the last one's
  /// stays.
  func keep(
    _ files: [SourceFile], over known: [Memory], readings: [FileReading?],
    verdicts: [Int: FileVerdict], fresh: [Int]
  ) {
    let isKnown = zip(known, readings).allSatisfy { memory, reading in
      reading == nil || memory.reading?.isParsed == reading?.isParsed
    }
    guard !isKnown || !fresh.isEmpty else { return CacheFolder.touch(file) }
    let entries = Workers.map(files.count) { position in
      var entry = CacheWriter(path: files[position].path)
      entry.write(readings[position])
      entry.write(verdicts[position])
      return entry.bytes
    }
    var cache = CacheWriter(path: "")
    cache.write(Self.format)
    cache.write(tool)
    cache.write(files.count)
    for (position, entry) in entries.enumerated() {
      cache.write(files[position].path)
      cache.write(known[position].content)
      cache.write(entry.count)
      cache.write(raw: entry)
    }
    write(cache.bytes + Array(ContentName.of([cache.bytes]).utf8))
  }

  private func write(_ bytes: [UInt8]) {
    let folder = file.deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard (try? FileOutput.write(bytes, to: file, replaces: .anyFile)) != nil else { return }
    CacheFolder(folder).prune(keeping: Self.mostCaches)
  }

  private static let format = "storedoctor lint 1"
  private static let mostCaches = 20
  private static let mostBytes = 512 << 20

  private typealias Entry = (content: String, bytes: ArraySlice<UInt8>)

  private func entries() -> [String: Entry] {
    guard let bytes = try? InputFile.bytes(of: file, limit: Self.mostBytes) else { return [:] }
    return (try? Self.entries(bytes, tool: tool)) ?? [:]
  }

  private static func entries(
    _ bytes: [UInt8], tool: String
  ) throws(DamagedCache) -> [String: Entry] {
    let nameLength = 64
    guard bytes.count > nameLength else { throw DamagedCache() }
    let body = bytes.dropLast(nameLength)
    var cache = CacheReader(body, path: "")
    guard try cache.read() == format, try cache.read() == tool,
      ContentName.of([Array(body)]).utf8.elementsEqual(bytes.suffix(nameLength))
    else { throw DamagedCache() }
    var entries: [String: Entry] = [:]
    let count: Int = try cache.read()
    for _ in 0..<max(0, count) {
      let path: String = try cache.read()
      let content: String = try cache.read()
      let length: Int = try cache.read()
      entries[path] = (content, try cache.read(raw: length))
    }
    return entries
  }
}

extension LintCache.Memory {
  fileprivate init(_ content: String, from cache: inout CacheReader) throws(DamagedCache) {
    self.init(content: content, reading: try cache.read(), verdict: try cache.read())
    guard cache.isAtEnd else { throw DamagedCache() }
  }
}
