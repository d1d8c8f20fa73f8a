/// What one pass over a file's bytes tells: whether it must be parsed, and what it may declare.
///
/// Parsing costs a thousand times more than this pass, and most files of an app hold no models.
struct FileScan: Sendable {
  /// Holds a word that only schemas, plans and containers use.
  private(set) var isSchemaSource = false
  /// Names after `struct`, `enum`, `class`, `actor`, `protocol`, `typealias`, `extension`.
  private(set) var declaredNames: Set<String> = []
  /// Makes the parser recurse where it counts no nesting: no file written by hand does.
  private(set) var isTooDeep = false

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { scan($0) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var offset = 0
    var wordRun = 0
    var elses = 0
    var ternaries = 0
    var arrows = 0
    var declares = false
    while offset < bytes.count {
      let byte = bytes[offset]
      guard Self.isWord(byte) else {
        switch byte {
        case UInt8(ascii: "?") where offset > 0 && bytes[offset - 1] == UInt8(ascii: " "):
          ternaries += 1
        case UInt8(ascii: ">") where offset > 0 && bytes[offset - 1] == UInt8(ascii: "-"):
          arrows += 1
        case UInt8(ascii: "{"), UInt8(ascii: "}"): arrows = 0
        default: break
        }
        // Words in a row make the parser recurse (`try try try …`); so do prefix operators.
        if byte > 0x20 && !Self.isOperator(byte) {
          wordRun = 0
          // `extension SchemaV1.Part` declares into both names.
          if byte != UInt8(ascii: ".") { declares = false }
        }
        if wordRun > Self.longestRun || arrows > Self.longestRun { isTooDeep = true }
        offset += 1
        continue
      }
      let start = offset
      while offset < bytes.count, Self.isWord(bytes[offset]) { offset += 1 }
      let word = UnsafeBufferPointer(rebasing: bytes[start..<offset])
      wordRun += 1
      if declares { declaredNames.insert(String(decoding: word, as: UTF8.self)) }
      switch Keyword(word) {
      case .declaration: declares = true
      case .schema: isSchemaSource = true
      case .model: if start > 0, [0x40, 0x2E].contains(bytes[start - 1]) { isSchemaSource = true }
      case .alternative: elses += 1
      case nil: if declares, !(offset < bytes.count && bytes[offset] == 0x2E) { declares = false }
      }
    }
    if elses > Self.mostBranches || ternaries > Self.mostBranches { isTooDeep = true }
  }

  private static let longestRun = 2_000
  private static let mostBranches = 20_000

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...0xFF: true
    default: false
    }
  }

  private static func isOperator(_ byte: UInt8) -> Bool {
    "-+!~&?><=*/%^|@".utf8.contains(byte)
  }

  private enum Keyword {
    case declaration, schema, model, alternative

    init?(_ word: UnsafeBufferPointer<UInt8>) {
      guard let first = word.first, (4...22).contains(word.count) else { return nil }
      func matches(_ text: StaticString) -> Bool {
        text.utf8CodeUnitCount == word.count
          && UnsafeBufferPointer(start: text.utf8Start, count: word.count).elementsEqual(word)
      }
      switch first {
      case UInt8(ascii: "s") where matches("struct"), UInt8(ascii: "a") where matches("actor"),
        UInt8(ascii: "c") where matches("class"), UInt8(ascii: "t") where matches("typealias"),
        UInt8(ascii: "p") where matches("protocol"):
        self = .declaration
      case UInt8(ascii: "e"):
        if matches("enum") || matches("extension") {
          self = .declaration
        } else if matches("else") {
          self = .alternative
        } else {
          return nil
        }
      case UInt8(ascii: "M"):
        if matches("Model") {
          self = .model
        } else if matches("ModelContainer") || matches("MigrationStage") {
          self = .schema
        } else {
          return nil
        }
      case UInt8(ascii: "m") where matches("modelContainer"),
        UInt8(ascii: "V") where matches("VersionedSchema"):
        self = .schema
      case UInt8(ascii: "S") where matches("Schema") || matches("SchemaMigrationPlan"):
        self = .schema
      default: return nil
      }
    }
  }
}
