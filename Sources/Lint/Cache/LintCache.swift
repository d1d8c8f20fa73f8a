package import ModelSource
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
  package struct Memory: Sendable {
    /// The name of the file's content.
    var content: String
    var reading: FileReading?
    var verdict: FileVerdict?
  }

  /// What a cache begins with. The files' own entries follow it, and the name of all that.
  private struct Index: Codable {
    var tool: String
    var files: [File]

    struct File: Codable {
      var path: String
      var content: String
      /// Bytes of its entry.
      var length: Int
    }
  }

  private struct Entry: Codable {
    var reading: FileReading?
    var verdict: FileVerdict?
  }

  /// What is known of each file, by its position.
  package func recall(_ files: [SourceFile]) -> [Memory] {
    let kept = entries()
    return Workers.map(files.count) { position in
      let file = files[position]
      let memory = Memory(content: ContentName.of([file.bytes]))
      guard let (content, bytes) = kept[file.path], content == memory.content,
        let (entry, rest) = try? KeptBytes.first(Entry.self, in: bytes), rest.isEmpty
      else { return memory }
      return Memory(content: content, reading: entry.reading, verdict: entry.verdict)
    }
  }

  /// Replaces what is kept, unless it says the same already. Of several runs at once the last one's
  /// stays.
  package func keep(_ seen: Examination, over known: [Memory]) {
    let (files, readings) = (seen.input.files, seen.source.readings)
    // Files of which nothing was read look empty.
    guard !Workers.isAbandoned else { return }
    let isKnown = zip(known, readings).allSatisfy { memory, reading in
      reading == nil || memory.reading?.isParsed == reading?.isParsed
    }
    guard !isKnown || !seen.fresh.isEmpty else { return CacheFolder.touch(file) }
    let entries = Workers.map(files.count) { position in
      let entry = Entry(reading: readings[position], verdict: seen.verdicts[position])
      return (try? KeptBytes.of(entry)) ?? []
    }
    let index = Index(
      tool: tool,
      files: zip(zip(files, known), entries).map { file, entry in
        Index.File(path: file.0.path, content: file.1.content, length: entry.count)
      })
    guard let head = try? KeptBytes.of(index) else { return }
    let body = head + entries.joined()
    write(body + Array(ContentName.of([body]).utf8))
  }

  private func write(_ bytes: [UInt8]) {
    let folder = file.deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard (try? FileOutput.write(bytes, to: file, replaces: .anyFile)) != nil else { return }
    CacheFolder(folder).prune(keeping: Self.mostCaches)
  }

  private static let mostCaches = 20
  private static let mostBytes = 512 << 20
  private static let nameLength = 64

  private func entries() -> [String: (content: String, bytes: ArraySlice<UInt8>)] {
    guard let bytes = try? InputFile.bytes(of: file, limit: Self.mostBytes) else { return [:] }
    let body = bytes.dropLast(Self.nameLength)
    guard ContentName.of([Array(body)]).utf8.elementsEqual(bytes.suffix(Self.nameLength)),
      let (index, entryBytes) = try? KeptBytes.first(Index.self, in: body), index.tool == tool
    else { return [:] }
    var rest = entryBytes
    var entries: [String: (content: String, bytes: ArraySlice<UInt8>)] = [:]
    for file in index.files where (0...rest.count).contains(file.length) {
      entries[file.path] = (file.content, rest.prefix(file.length))
      rest = rest.dropFirst(file.length)
    }
    return entries
  }
}
