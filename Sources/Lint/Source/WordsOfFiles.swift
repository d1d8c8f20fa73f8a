internal import ModelSource
internal import Synchronization

/// The words of files that are not parsed, collected in one pass when somebody first asks: there may
/// be as many questions as properties, and hundreds of megabytes to look through.
final class WordsOfFiles: Sendable {
  private let files: [SourceFile]
  /// Hashes of the words. Two words with the same hash make a rule silent, never loud.
  private let hashes = Mutex<Set<UInt64>?>(nil)

  init(_ files: [SourceFile]) { self.files = files }

  func has(_ word: String) -> Bool {
    hashes.withLock { known in
      if known == nil { known = Self.words(in: files) }
      return known?.contains(Self.hash(word.utf8)) ?? false
    }
  }

  /// Which of the files have one of the words, by their positions.
  static func positions(of names: Set<String>, in files: [SourceFile]) -> [Int] {
    let wanted = Set(names.map { hash($0.utf8) })
    guard !wanted.isEmpty else { return [] }
    let found = Workers.map(files.count) { position in
      Workers.isAbandoned || forEachWord(of: files[position]) { !wanted.contains($0) }
    }
    return found.indices.filter { !found[$0] }
  }

  /// How often words stand in files, in comments too.
  static func counts(of names: Set<String>, in files: [SourceFile]) -> [String: Int] {
    let wanted = Dictionary(
      names.map { (hash($0.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    let parts = Workers.map(files.count) { position in
      var counts: [String: Int] = [:]
      _ =
        !Workers.isAbandoned
        && forEachWord(of: files[position]) {
          if let name = wanted[$0] { counts[name, default: 0] += 1 }
          return true
        }
      return counts
    }
    return parts.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
  }

  /// Whether an app begins in one of the files.
  static func haveStart(_ files: [SourceFile]) -> Bool {
    let starts: Set = ["main", "NSApplicationMain", "UIApplicationMain"]
    return positions(of: starts, in: files).contains { position in
      let path = files[position].path
      let text = String(decoding: files[position].bytes, as: UTF8.self)
      return path.hasSuffix("main.swift") || path.hasSuffix("main.m")
        || ["@main", "@NSApplicationMain", "@UIApplicationMain"].contains { text.contains($0) }
    }
  }

  private static func words(in files: [SourceFile]) -> Set<UInt64> {
    var words: Set<UInt64> = []
    for file in files where !Workers.isAbandoned {
      _ = forEachWord(of: file) {
        words.insert($0)
        return true
      }
    }
    return words
  }

  /// Until `visit` gives false; false then.
  private static func forEachWord(of file: SourceFile, _ visit: (UInt64) -> Bool) -> Bool {
    var hash = start
    for byte in file.bytes {
      if isWord(byte) {
        hash = next(hash, byte)
      } else if hash != start {
        guard visit(hash) else { return false }
        hash = start
      }
    }
    return hash == start || visit(hash)
  }

  private static let start: UInt64 = 0xcbf2_9ce4_8422_2325

  /// FNV-1a.
  private static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  private static func hash(_ word: some Sequence<UInt8>) -> UInt64 { word.reduce(start, next) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}
