internal import Diagnostics
public import StoreEngine
public import StoreModel

/// Makes a twin of a store: the same schema, keys, links, counts and lengths, with every value replaced,
/// so that somebody else can look for a fault without seeing anybody's data. The store itself is only
/// read.
public struct StoreRedaction {
  /// The store's path.
  public let store: String
  /// The versions of the app: for stores that do not say themselves what they are, and to compare what
  /// a migration says.
  public var histories: [SchemaHistory] = []
  /// Gives the same replacements each time; nil takes a key that nobody ever sees.
  public var seed: UInt64?
  /// Reads the store while another process writes it.
  public var isLive = false
  /// Told, again and again, how far it is: steps done, steps in all, and the name of what runs.
  public var progress: (Double, Int, String) -> Void = { _, _, _ in }

  /// Told the connection to the store while it is read; then nil.
  package var onRead: (Connection?) -> Void = { _ in }

  /// A redaction with a key that is thrown away.
  public init(_ store: String) { self.store = store }

  /// Writes the twin, which takes its name when it is complete.
  ///
  /// - Throws: `RedactionError`, `StoreFileError`, `StoreOutputError`, `SQLiteError`. Then there is no
  ///   new file.
  public func run(to output: StoreOutput) throws -> RedactAnswer {
    let read: ReadStore
    do {
      read = try ReadStore.open(store, live: isLive)
    } catch {
      output.discard()
      throw error
    }
    onRead(read.file.connection)
    defer { onRead(nil) }
    if let problem = read.problem {
      output.discard()
      throw RedactionError.damaged(store, message: ReadStore.text(problem))
    }
    let store = try read.store.map { try StoreInspection(of: $0, histories: histories).store }
    let made = try RedactedStore(
      of: read.file, store, to: output, key: seed.map(RedactionKey.init(seed:)) ?? RedactionKey(),
      progress: progress)
    var answer = RedactAnswer(self.store, file: output.path, isSeeded: seed != nil)
    answer.bytesRead = read.file.bytesRead
    let comparison = TwinComparison(histories: histories, progress: progress)
    answer.differences = try comparison.differences(
      read, try ReadStore.open(made.path, live: false), path: self.store)
    try read.file.prove()
    try made.finish(like: self.store)
    answer.add(made, store)
    return answer
  }
}

extension RedactAnswer {
  mutating func add(_ made: RedactedStore, _ store: Store?) {
    let roots = Dictionary(
      keepingFirst: (store?.entities ?? []).filter { $0.parent == nil }.map { ($0.table, $0.name) })
    tables = made.rows.map { Table(entity: roots[$0.table], table: $0.table, rows: $0.rows) }
    let counts = made.counts
    values = [
      "data": counts.data, "dates": counts.dates, "files": counts.files, "kept": counts.kept,
      "numbers": counts.numbers, "texts": counts.texts, "uuids": counts.uuids,
    ]
    pages = Pages(
      freeBefore: made.pagesBefore.free, totalBefore: made.pagesBefore.total,
      freeAfter: made.pagesAfter.free, totalAfter: made.pagesAfter.total,
      fragmentationBefore: made.pagesBefore.fragmentation,
      fragmentationAfter: made.pagesAfter.fragmentation)
    unmet = made.unmet
    perhapsLinks = made.perhapsLinks
    leftOut = made.leftOut
  }
}
