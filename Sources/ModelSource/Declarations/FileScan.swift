/// What one pass over a file's bytes tells: whether it must be parsed, and what it may declare.
///
/// Parsing costs a hundred times more than this pass, and most files of an app hold no models.
struct FileScan: Sendable, Codable {
  /// Holds a word that only schemas, plans and containers use.
  private(set) var isSchemaSource = false
  /// Holds `@Model` or `@SwiftData.Model`.
  private(set) var declaresModels = false
  /// Holds a word that only code around a store uses; any other file is of no interest to rules.
  private(set) var usesStores = false
  /// Holds a word that only code around CloudKit uses.
  private(set) var usesCloudKit = false
  /// Names after `struct`, `enum`, `class`, `actor`, `protocol`, `typealias`, `extension`.
  private(set) var declaredNames: Set<String> = []
  /// Makes the parser recurse where it counts no nesting, or look ahead for minutes: no file
  /// written by hand does.
  private(set) var isTooDeep = false
  /// What its types say of their members.
  private(set) var members = MemberScan()

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { scan($0) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var code = CodeBytes(bytes)
    var hazards = Hazards()
    var declares = false
    var isOfSwiftData = false
    var previous: UInt8 = 0
    var word: [UInt8] = []
    var scanner = MemberScanner()
    while true {
      let byte = code.next(after: &word)
      if let last = word.last {
        finish(word, after: previous, isOfSwiftData: isOfSwiftData, &declares, &hazards)
        isOfSwiftData = word.elementsEqual("SwiftData".utf8)
        previous = last
      }
      guard let byte else { break }
      scanner.note(word, byte)
      // `extension SchemaV1.Part` declares into both names; anything else ends a declaration.
      if byte > 0x20 && byte != UInt8(ascii: ".") { declares = false }
      hazards.note(byte, after: previous)
      if hazards.isTooDeep || code.depth > Hazards.deepestStrings
        || code.parentheses > Hazards.deepestParentheses
      {
        isTooDeep = true
        return
      }
      previous = byte
    }
    members = scanner.found
    if hazards.isTooDeep { isTooDeep = true }
  }

  private mutating func finish(
    _ word: [UInt8], after marker: UInt8, isOfSwiftData: Bool, _ declares: inout Bool,
    _ hazards: inout Hazards
  ) {
    if declares { declaredNames.insert(String(decoding: word, as: UTF8.self)) }
    if marker == UInt8(ascii: "#") { hazards.note(directive: word) }
    switch Keyword(word) {
    case .declaration: declares = true
    case .schema: (isSchemaSource, usesStores) = (true, true)
    case .store: usesStores = true
    case .cloud: usesCloudKit = true
    case .model where marker == UInt8(ascii: "@") || marker == UInt8(ascii: ".") && isOfSwiftData:
      (isSchemaSource, usesStores, declaresModels) = (true, true, true)
    case .alternative: hazards.elses += 1
    default: break
    }
    hazards.words += 1
  }

  /// Counts what makes the parser recurse without a bracket, and brackets that it looks ahead into
  /// at each level: in vain for `\A(…`, twice for `[[[…` as an array type or an inline array type,
  /// several times for `@(@(…`, which nobody writes.
  private struct Hazards {
    var words = 0
    var elses = 0
    /// The `#if` that lie in each other.
    private var conditions = 0
    private var ternaries = 0
    private var arrows = 0
    /// The open square brackets; whether a type may begin inside.
    private var braces = 0
    private var bareAttributes = 0
    private var brackets: [Bool] = []
    private var typeBrackets = 0
    /// The calls one after the other, `a.b().c()`: each is inside of the next, and rules look at all.
    private var chain = 0
    /// The last byte that is no white space.
    private var solid: UInt8 = 0

    static let deepestStrings = 64
    static let deepestParentheses = 100
    private static let deepestBraces = 250
    private static let mostBareAttributes = 8
    private static let longestRun = 2_000
    private static let mostBranches = 20_000
    private static let mostTernaries = 5_000
    private static let longestChain = 1_000
    private static let deepestConditions = 64
    private static let deepestBrackets = 10
    private static let mostBrackets = 1_000

    var isTooDeep: Bool {
      words > Self.longestRun || arrows > Self.longestRun
        || typeBrackets > Self.deepestBrackets || brackets.count > Self.mostBrackets
        || elses > Self.mostBranches || ternaries > Self.mostTernaries
        || chain > Self.longestChain
        || braces > Self.deepestBraces || conditions > Self.deepestConditions
        || bareAttributes > Self.mostBareAttributes
    }

    mutating func note(directive: [UInt8]) {
      if directive.elementsEqual("if".utf8) {
        conditions += 1
      } else if directive.elementsEqual("endif".utf8) {
        conditions = max(0, conditions - 1)
      }
    }

    mutating func note(_ byte: UInt8, after previous: UInt8) {
      follow(byte, after: previous)
      switch byte {
      case UInt8(ascii: "?") where previous == 0x20: ternaries += 1
      case UInt8(ascii: ">") where previous == UInt8(ascii: "-"): arrows += 1
      case UInt8(ascii: "{"):
        arrows = 0
        braces += 1
      case UInt8(ascii: "}"):
        arrows = 0
        braces = max(0, braces - 1)
      case UInt8(ascii: "(") where previous == UInt8(ascii: "@"): bareAttributes += 1
      case UInt8(ascii: "["):
        brackets.append(true)
        typeBrackets += 1
      case UInt8(ascii: "]"):
        if brackets.popLast() == true { typeBrackets -= 1 }
      // What begins with a string is no type, so the parser does not look ahead into it.
      case UInt8(ascii: "\"") where previous == UInt8(ascii: "[") && brackets.last == true:
        brackets[brackets.count - 1] = false
        typeBrackets -= 1
      default: break
      }
      // Words in a row make the parser recurse (`try try try …`); so do prefix operators.
      if byte > 0x20 && !"-+!~&?><=*/%^|@".utf8.contains(byte) { words = 0 }
    }

    /// Counts what goes on behind a call: a member, another call, a subscript.
    private mutating func follow(_ byte: UInt8, after previous: UInt8) {
      // The end of a word; one that is no member begins something else.
      if previous != solid, isMeant(previous) {
        if isClosed { chain = 0 }
        solid = previous
      }
      guard isMeant(byte) else { return }
      if isClosed {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "["): chain += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): break
        default: chain = 0
        }
      }
      solid = byte
    }

    /// What is unwrapped goes on as it is.
    private func isMeant(_ byte: UInt8) -> Bool {
      byte > 0x20 && byte != UInt8(ascii: "!") && byte != UInt8(ascii: "?")
    }

    private var isClosed: Bool {
      solid == UInt8(ascii: ")") || solid == UInt8(ascii: "]") || solid == UInt8(ascii: "}")
    }
  }

  private enum Keyword {
    case declaration, schema, model, store, cloud, alternative

    private static let words: [(text: StaticString, meaning: Keyword)] = [
      ("actor", .declaration), ("class", .declaration), ("enum", .declaration),
      ("extension", .declaration), ("protocol", .declaration), ("struct", .declaration),
      ("typealias", .declaration), ("else", .alternative), ("Model", .model),
      ("MigrationStage", .schema), ("ModelConfiguration", .schema), ("ModelContainer", .schema),
      ("Schema", .schema),
      ("SchemaMigrationPlan", .schema), ("VersionedSchema", .schema), ("modelContainer", .schema),
      ("CoreData", .store), ("FetchDescriptor", .store), ("FetchRequest", .store),
      ("ModelContext", .store), ("NSPredicate", .store), ("NSSortDescriptor", .store),
      ("PackageDescription", .store), ("SectionedFetchRequest", .store),
      ("SwiftData", .store), ("managedObjectContext", .store), ("modelContext", .store),
      ("Predicate", .store), ("mainContext", .store), ("detached", .store), ("allObjects", .store),
      ("CKContainer", .cloud),
      ("CloudKit", .cloud), ("viewContext", .store), ("newBackgroundContext", .store),
      ("performBackgroundTask", .store),
    ]

    init?(_ word: [UInt8]) {
      guard let first = word.first, (4...22).contains(word.count) else { return nil }
      let match = Self.words.first { text, _ in
        text.utf8CodeUnitCount == word.count && text.utf8Start.pointee == first
          && text.withUTF8Buffer { $0.elementsEqual(word) }
      }
      guard let match else { return nil }
      self = match.meaning
    }
  }
}
