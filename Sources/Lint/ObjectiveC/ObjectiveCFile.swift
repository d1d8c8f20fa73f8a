internal import ModelSource
internal import PlatformFoundation

/// Which files in Objective-C are of interest, and what is said of those that were not read.
enum ObjectiveCFile {
  private static let words: [StaticString] = [
    "NSManagedObject", "NSFetchRequest", "NSFetchedResults", "NSPersistent", "fetchRequest",
    "managedObjectContext", "NSEntityDescription", "+CoreData", "MR_",
  ]

  /// Whether a file works with Core Data.
  static func usesCoreData(_ file: SourceFile) -> Bool {
    // Most headers of C name nothing of Apple's: a look for its prefix costs next to nothing.
    guard file.path.hasSuffix(".h") ? file.bytes.has("NSManaged") : true else { return false }
    return words.contains(where: file.bytes.has)
  }

  /// Whether a file has code of one of some classes, works with their objects or asks them:
  /// `@implementation Note`, `Note *note`, `[Store save]`.
  static func works(with classes: Set<String>, _ file: SourceFile) -> Bool {
    isOfCode(file) && names(classes, file)
  }

  private static let threads: [StaticString] = [
    "InBackground", "NSOperation", "detachNewThread", "dispatch_async",
  ]

  /// Whether a file sends work to another thread, and it or its header names one of some classes.
  ///
  /// - Parameter headers: by their paths without suffix.
  static func sends(
    toThreadsOf classes: Set<String>, _ file: SourceFile, _ headers: [Substring: SourceFile]
  ) -> Bool {
    guard isOfCode(file), threads.contains(where: file.bytes.has) else { return false }
    return names(classes, file)
      || headers[file.path.withoutSuffix].map { names(classes, $0) } ?? false
  }

  private static func names(_ classes: Set<String>, _ file: SourceFile) -> Bool {
    guard !classes.isEmpty else { return false }
    let names = Set(classes.map { Array($0.utf8)[...] })
    let bytes = file.bytes
    var isAfterImplementation = false
    var place = 0
    while place < bytes.count {
      guard bytes[place].isOfWord else {
        place += 1
        continue
      }
      let start = place
      while place < bytes.count, bytes[place].isOfWord { place += 1 }
      let word = bytes[start..<place]
      defer { isAfterImplementation = word.elementsEqual("@implementation".utf8) }
      guard names.contains(word) else { continue }
      let next = bytes[place...].first { $0 != UInt8(ascii: " ") }
      let isAsked = start > 0 && bytes[start - 1] == UInt8(ascii: "[")
      if isAfterImplementation || isAsked || next == UInt8(ascii: "*") { return true }
    }
    return false
  }

  static func isOfCode(_ file: SourceFile) -> Bool {
    file.path.hasSuffix(".m") || file.path.hasSuffix(".mm")
  }

  /// The classes whose code a file has.
  static func classes(_ file: SourceFile) -> [String] {
    guard isOfCode(file) else { return [] }
    let words = words(file)
    return zip(words, words.dropFirst()).filter { $0.0 == "@implementation" }.map { String($0.1) }
  }

  /// The classes of which a header says that they inherit one of some: `@interface NoteStore : Store`.
  static func heirs(of classes: Set<String>, _ file: SourceFile) -> [String] {
    guard file.path.hasSuffix(".h"), file.bytes.has("@interface") else { return [] }
    let words = words(file)
    return words.indices.dropLast(2).compactMap { index in
      words[index] == "@interface" && classes.contains(String(words[index + 2]))
        ? String(words[index + 1]) : nil
    }
  }

  private static func words(_ file: SourceFile) -> [Substring] {
    String(decoding: file.bytes, as: UTF8.self)
      .split { !($0.isLetter || $0.isNumber || "_@".contains($0)) }
  }

  /// Whether a file gives texts names that other files may use: `NSString *const Key = @"title";`.
  static func namesTexts(_ file: SourceFile) -> Bool {
    file.bytes.has("const") && file.bytes.has("NSString")
      && file.bytes.split(separator: UInt8(ascii: "\n")).contains { line in
        line.has("const") && line.has("= @\"")
          && (!line.starts(with: "static".utf8) || file.path.hasSuffix(".h"))
      }
  }

  /// The classes of value transformers that a file declares.
  static func transformers(_ file: SourceFile) -> [String] {
    file.bytes.has("ValueTransformer") ? classes(file) : []
  }

  /// `3 Objective-C files that use Core Data were not read, 'A.m' and 2 more: …`; nil for none.
  static func text(_ paths: [String]) -> String? {
    guard let first = paths.first else { return nil }
    let others = paths.count == 1 ? "" : " and \(paths.count - 1) more"
    return
      "\(paths.count) Objective-C \(paths.count == 1 ? "file was" : "files were") not read, '\(first)'"
      + "\(others): too large, or nested too deep, and nothing is known about "
      + "\(paths.count == 1 ? "it" : "them")"
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit, `_`, `@`, or part of a letter that ASCII lacks.
  fileprivate var isOfWord: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
