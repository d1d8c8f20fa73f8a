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

  private static func words(in files: [SourceFile]) -> Set<UInt64> {
    var words: Set<UInt64> = []
    for file in files {
      var hash = start
      for byte in file.bytes {
        if isWord(byte) {
          hash = next(hash, byte)
        } else if hash != start {
          words.insert(hash)
          hash = start
        }
      }
      if hash != start { words.insert(hash) }
    }
    return words
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
