/// A template's shape in numbers; names are numbers of `TraceTables`.
struct TemplateHead {
  /// What it is for, once a statement came whose purpose was not known.
  var kind: StatementShape.Kind?
  var comparison: StatementShape.Comparison
  var selection: StatementShape.Selection
  var table: Int32
  var column: Int32
  var joinTable: Int32
  var rowsAsked: Int32
  /// Nothing in the statement varies: no parameter and no literal.
  var isConstant: Bool
  var hasLimit: Bool
  var asksForRange: Bool
  var hasOneBound: Bool
  var isPage: Bool
  var writesOneRow: Bool
  var usesStringSearch: Bool
  /// A query that was broken off before its table: what it asks for is not known.
  var isFragment: Bool
}

/// The texts behind the numbers of `TraceRecord`: templates with their shapes, and names.
struct TraceTables {
  /// A class, because it is made on one thread and kept on another, and because many are copied often
  /// when a list of them grows.
  final class Template: Sendable {
    let text: String
    let shape: StatementShape

    init(text: String, shape: StatementShape) { (self.text, self.shape) = (text, shape) }

    convenience init(_ template: SQLTemplate) {
      self.init(text: template.text, shape: StatementShape(template))
    }
  }

  /// What one exact statement text comes to.
  struct Statement {
    var template: Int32
    var literals: UInt64
    /// Its literals say what it asks for: without parameters, whose values may not be logged.
    var isWhole: Bool
    /// The quote that the text ends inside of; 0 when none.
    var openQuote: UInt8
    /// There are colour codes in it.
    var hasEscape = false

    fileprivate init(_ known: SkeletonTable.Entry, _ skeleton: SQLSkeleton) {
      template = known.template
      literals = skeleton.literals
      isWhole = skeleton.hasLiterals && !known.hasParameters
      openQuote = skeleton.openQuote
    }
  }

  private(set) var templates: [Template] = []
  /// A name had no room.
  private(set) var hasMoreNames = false
  /// The same shapes as numbers, for the work done per statement.
  private(set) var heads: [TemplateHead] = []
  private var templateIDs = ByteInterner(maximumCount: maximumTemplates)
  /// Places of the templates for what is past the limit; -1 before there is any.
  private var rest: (queries: Int32, statements: Int32) = (-1, -1)
  private var skeletons = SkeletonTable()
  /// Statements of the piece being read that were taken apart ahead, in the order in which they come.
  var prepared: [PreparedTemplate] = [] { didSet { firstPrepared = 0 } }
  private var firstPrepared = 0
  private var recent = RecentTexts<Statement>()
  private var last = LastText()
  private var nameIDs = ByteInterner(maximumCount: 65_536, maximumBytes: 4 << 20)

  /// Past this many, a statement is counted with all others of its sort: a log of ever new
  /// statements must not fill the memory.
  static let maximumTemplates = 20_000
  static let otherQueries = "(other queries)"
  static let otherStatements = "(other statements)"

  /// The statement of an SQL text, taken apart only when it differs from those before in more than
  /// its literals.
  ///
  /// - Parameters:
  ///   - found: its skeleton, if it was found ahead.
  ///   - isQuery: whether its purpose is to read; nil when only the text can tell.
  mutating func statement(
    _ sql: UnsafeRawBufferPointer, _ found: SQLSkeleton? = nil, isQuery: Bool? = nil
  ) -> Statement {
    last.keep(sql)
    if let found, let known = skeletons[found.hash] { return Statement(known, found) }
    if let statement = recent.find(sql) { return statement }
    let skeleton = found ?? SQLSkeleton(sql)
    let known = skeletons[skeleton.hash]
    let statement =
      known.map { Statement($0, skeleton) } ?? newStatement(sql, skeleton, isQuery: isQuery)
    recent.keep(statement, of: sql)
    return statement
  }

  private mutating func newStatement(
    _ sql: UnsafeRawBufferPointer, _ skeleton: SQLSkeleton, isQuery: Bool?
  ) -> Statement {
    var statement: Statement
    if let prepared = takePrepared(skeleton.hash) {
      let known = entry(
        prepared.template.text, prepared.template, hasParameters: prepared.hasParameters,
        hasLiterals: skeleton.hasLiterals, isQuery: isQuery)
      skeletons.insert(skeleton.hash, known)
      statement = Statement(known, skeleton)
    } else {
      let template = SQLTemplate(sql)
      let known = entry(
        template.text, Template(template), hasParameters: template.hasParameters,
        hasLiterals: skeleton.hasLiterals, isQuery: isQuery)
      if template.isPlain { skeletons.insert(skeleton.hash, known) }
      statement = Statement(known, skeleton)
      statement.openQuote = template.openQuote
    }
    statement.hasEscape = sql.find(0x1b) != nil
    return statement
  }

  private mutating func takePrepared(_ hash: UInt64) -> PreparedTemplate? {
    let rest = prepared[firstPrepared...]
    guard let place = rest.firstIndex(where: { $0.hash == hash }) else { return nil }
    firstPrepared = place + 1
    return rest[place]
  }

  /// The text asked for last, which the next line may continue.
  var lastText: [UInt8] { last.text }

  /// - Parameter template: made only where the text is a new one.
  private mutating func entry(
    _ text: String, _ template: @autoclosure () -> Template, hasParameters: Bool,
    hasLiterals: Bool, isQuery: Bool?
  ) -> SkeletonTable.Entry {
    guard let (id, isNew) = templateIDs.id(of: text) else {
      let isQuery = isQuery ?? StatementClassifier.kind(of: template().shape).isRead
      return (restID(isQuery: isQuery), hasParameters)
    }
    if isNew { add(template(), isConstant: !hasParameters && !hasLiterals) }
    return (Int32(id), hasParameters)
  }

  private mutating func restID(isQuery: Bool) -> Int32 {
    let known = isQuery ? rest.queries : rest.statements
    if known >= 0 { return known }
    var shape = StatementShape()
    if isQuery {
      // A batch: a read that no pattern is made of.
      shape.verb = "SELECT"
      shape.column = "Z_PK"
      shape.comparison = .list
    }
    let text = isQuery ? Self.otherQueries : Self.otherStatements
    add(Template(text: text, shape: shape), isConstant: false)
    let id = Int32(templates.count - 1)
    if isQuery { rest.queries = id } else { rest.statements = id }
    return id
  }

  func isRest(_ template: Int32) -> Bool {
    template >= 0 && (template == rest.queries || template == rest.statements)
  }

  private mutating func add(_ template: Template, isConstant: Bool) {
    templates.append(template)
    let shape = template.shape
    heads.append(
      TemplateHead(
        comparison: shape.comparison, selection: shape.selection, table: name(shape.table),
        column: name(shape.column), joinTable: name(shape.joinTable),
        rowsAsked: shape.rowsAsked.isEmpty ? -1 : name(shape.rowsAsked),
        isConstant: isConstant, hasLimit: shape.hasLimit,
        asksForRange: shape.asksForRange, hasOneBound: shape.hasOneBound, isPage: shape.isPage,
        writesOneRow: shape.writesOneRow,
        usesStringSearch: shape.usesStringSearch,
        isFragment: shape.verb == "SELECT" && shape.table.isEmpty))
  }

  /// What a statement is for that does not say so itself: its template is classified the first time.
  @inline(__always)
  mutating func kind(of template: Int32) -> StatementShape.Kind {
    if let kind = heads[Int(template)].kind { return kind }
    let kind = StatementClassifier.kind(of: templates[Int(template)].shape)
    heads[Int(template)].kind = kind
    return kind
  }

  /// How Core Data begins a save.
  func isExclusiveBegin(_ template: Int32) -> Bool {
    templates[Int(template)].text == "BEGIN EXCLUSIVE"
  }

  /// Number of a name: an entity, a relationship, a thread, a stage. -1 when there are too many.
  mutating func name(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    number(nameIDs.id(of: bytes)?.id)
  }

  /// The same, for a name that is likely to be the one met last in its place.
  @inline(__always)
  mutating func name(_ bytes: UnsafeRawBufferPointer, last: inout Int32) -> Int32 {
    if last >= 0, nameIDs.isEqual(Int(last), bytes) { return last }
    last = name(bytes)
    return last
  }

  mutating func name(_ string: String) -> Int32 {
    number(nameIDs.id(of: string)?.id)
  }

  private mutating func number(_ id: Int?) -> Int32 {
    if id == nil { hasMoreNames = true }
    return id.map { Int32($0) } ?? -1
  }

  func nameText(_ id: Int32) -> String? { id < 0 ? nil : nameIDs.string(of: Int(id)) }
}

/// A copy of the text met last, which costs little as the memory is used again.
private struct LastText {
  private var bytes: [UInt8] = Array(repeating: 0, count: 4096)
  private var count = 0

  var text: [UInt8] { Array(bytes[..<count]) }

  @inline(__always)
  mutating func keep(_ text: UnsafeRawBufferPointer) {
    if text.count > bytes.count {
      bytes = Array(text)
    } else {
      bytes.withUnsafeMutableBytes { $0.copyMemory(from: text) }
    }
    count = text.count
  }
}
