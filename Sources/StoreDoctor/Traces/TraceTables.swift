/// A template's shape in numbers; names are numbers of `TraceTables`.
struct TemplateHead {
  var kind: StatementShape.Kind
  var selection: StatementShape.Selection
  var table: Int32
  var column: Int32
  var joinTable: Int32
  var rowsAsked: Int32
  /// Nothing in the statement varies: no parameter and no literal.
  var isConstant: Bool
  var hasLimit: Bool
  var hasOffset: Bool
  var usesStringSearch: Bool

  var isRead: Bool { kind.rawValue <= StatementShape.Kind.aggregate.rawValue }
}

/// The texts behind the numbers of `TraceRecord`: templates with their shapes, and names.
struct TraceTables {
  struct Template {
    var text: String
    var shape: StatementShape
    /// Logged just as it is in the template: there is nothing in it that could vary.
    var isConstant: Bool
  }

  /// What one exact statement text comes to.
  struct Statement {
    var template: Int32
    var literals: UInt64
    var hasLiterals: Bool
    var endsInQuote: Bool
    /// There are colour codes in it.
    var hasEscape: Bool
  }

  private(set) var templates: [Template] = []
  /// The same shapes as numbers, for the work done per statement.
  private(set) var heads: [TemplateHead] = []
  private var templateIDs = ByteInterner(maximumCount: maximumTemplates)
  private var texts = ByteInterner(maximumCount: 16_384, maximumBytes: 16 << 20)
  private var statements: [Statement] = []
  /// The text asked for last, for a line that continues it.
  private var lastTextID: Int?
  /// The same, when it was not kept.
  private var looseText: [UInt8] = []
  private var nameIDs = ByteInterner(maximumCount: 65_536, maximumBytes: 4 << 20)

  /// Past this many, a template is counted under `otherTemplate`: a log of ever new statements must
  /// not fill the memory.
  static let maximumTemplates = 20_000
  private static let otherTemplate = "(other statements)"
  /// Longer texts are not kept for recognition; they are normalised anew each time.
  private static let longestKeptText = 64 << 10
  private static let mostLiteralTexts = 2048

  /// The statement of an SQL text. Constant time for a text seen before.
  mutating func statement(_ sql: UnsafeRawBufferPointer) -> Statement {
    if !looseText.isEmpty { looseText.removeAll(keepingCapacity: true) }
    guard sql.count <= Self.longestKeptText else {
      lastTextID = nil
      return newStatement(sql)
    }
    if let last = lastTextID, texts.isEqual(last, sql) { return statements[last] }
    if let id = texts.find(sql) {
      lastTextID = id
      return statements[id]
    }
    let statement = newStatement(sql)
    // Statements with literals in them may all be different: no use in keeping them.
    if statement.hasLiterals, texts.count >= Self.mostLiteralTexts {
      lastTextID = nil
      looseText.append(contentsOf: sql)
      return statement
    }
    if texts.id(of: sql) == nil {
      texts.removeAll()
      statements.removeAll(keepingCapacity: true)
      guard texts.id(of: sql) != nil else { return statement }
    }
    lastTextID = statements.count
    statements.append(statement)
    return statement
  }

  var lastText: [UInt8]? {
    lastTextID.map { Array(texts.bytes(of: $0)) } ?? (looseText.isEmpty ? nil : looseText)
  }

  private mutating func newStatement(_ sql: UnsafeRawBufferPointer) -> Statement {
    let template = SQLTemplate(sql)
    return Statement(
      template: id(of: template), literals: template.literals, hasLiterals: template.hasLiterals,
      endsInQuote: template.endsInQuote, hasEscape: sql.find(0x1b) != nil)
  }

  private mutating func id(of template: SQLTemplate) -> Int32 {
    let found = template.bytes.withUnsafeBytes { templateIDs.id(of: $0) }
    guard let (id, isNew) = found else { return Int32(templates.count - 1) }
    guard isNew else { return Int32(id) }
    if id == Self.maximumTemplates - 1 {
      add(Template(text: Self.otherTemplate, shape: StatementShape(), isConstant: false))
    } else {
      let shape = StatementShape(template)
      add(
        Template(
          text: template.text, shape: shape,
          isConstant: template.parameterCount == 0 && !template.hasLiterals))
    }
    return Int32(id)
  }

  private mutating func add(_ template: Template) {
    let shape = template.shape
    templates.append(template)
    heads.append(
      TemplateHead(
        kind: shape.kind, selection: shape.selection, table: name(shape.table),
        column: name(shape.column), joinTable: name(shape.joinTable),
        rowsAsked: shape.rowsAsked.isEmpty ? -1 : name(shape.rowsAsked),
        isConstant: template.isConstant, hasLimit: shape.hasLimit, hasOffset: shape.hasOffset,
        usesStringSearch: shape.usesStringSearch))
  }

  /// How Core Data begins a save.
  func isExclusiveBegin(_ template: Int32) -> Bool {
    templates[Int(template)].text == "BEGIN EXCLUSIVE"
  }

  /// Number of a name: an entity, a relationship, a thread, a stage. -1 when there are too many.
  mutating func name(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    nameIDs.id(of: bytes).map { Int32($0.id) } ?? -1
  }

  /// The same, for a name that is likely to be the one met last in its place.
  @inline(__always)
  mutating func name(_ bytes: UnsafeRawBufferPointer, last: inout Int32) -> Int32 {
    if last >= 0, nameIDs.isEqual(Int(last), bytes) { return last }
    last = name(bytes)
    return last
  }

  mutating func name(_ string: String) -> Int32 {
    nameIDs.id(of: string).map { Int32($0.id) } ?? -1
  }

  func nameText(_ id: Int32) -> String? { id < 0 ? nil : nameIDs.string(of: Int(id)) }
}
