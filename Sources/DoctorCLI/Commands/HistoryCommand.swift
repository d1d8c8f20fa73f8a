public import ArgumentParser
internal import Diagnostics
internal import ErrorCatalog
public import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct HistoryCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    command: "history", abstract: "Show who changed what and when: the persistent history.",
    usage:
      "storedoctor history STORE [--entity E] [--object URI] [--author A] [--since T] [--until T] "
      + "[--by hour|day|month] [--changes]",
    discussion: """
      Counts transactions and changes by writer, entity, property and time, and says what the \
      history costs, where it has gaps and bursts, and whether anybody trims it. With --changes, or \
      with --object, each change is a row; --format csv and jsonl give rows too. Values that \
      deletions kept are shown only with --show-values. Times are UTC.

      --since takes a token of the app, too: what 'print' shows of an NSPersistentHistoryToken or a \
      DefaultHistoryToken, its JSON, {"store id": number}, an archive as base64, or a file with one of \
      these; or the number alone, which the first column shows. What is behind it is shown; exit code 1 \
      when a part of that is gone.

      Examples:
        storedoctor history notes.store
        storedoctor history notes.store --entity Note --since 2025-06-01 --by hour
        storedoctor history notes.store --since token.data --changes
        storedoctor history notes.store --object x-coredata://…/Note/p12
        storedoctor history notes.store --author widget --format jsonl > widget.jsonl
      """)
  static let wordOptions = ["entity", "object", "author", "since", "until", "by", "limit"]
  static let writesRows = true

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @Option(help: "Only changes of this entity and its subentities.")
  var entity: String?

  @Option(
    help: ArgumentHelp(
      "Only changes of this object: x-coredata://…/Note/p12, Note/p12 or Note/12.",
      valueName: "uri"))
  var object: String?

  @Option(help: "Only transactions of this author; '' stands for those without one.")
  var author: String?

  @Option(
    help: ArgumentHelp(
      "Only from this moment on: 2025-06-01 or 2025-06-01T10:30Z; or behind an app's token, or "
        + "its number.",
      valueName: "t"), completion: .file()
  )
  var since: String?

  @Option(help: ArgumentHelp("Only before this moment.", valueName: "t"))
  var until: String?

  @Option(help: ArgumentHelp("Count by this time.", valueName: "hour|day|month"))
  var by: HistoryOverview.Unit?

  @Flag(help: "Show each change as a row.")
  var changes = false

  @Option(help: "At most this many rows of changes; 0 shows all.")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func givesRows(_ settings: Session.Settings) -> Bool {
    let isFormat = if case .rows? = common.format { true } else { settings.rowFormat != nil }
    return changes || object != nil || isFormat
  }

  func run(in session: Session) throws -> Report {
    let (_, store) = try session.namedCoreDataStore(store)
    let filter = try filter(store)
    guard changes || object != nil || session.settings.rowFormat != nil else {
      let overview = try HistoryOverview(of: store, filter, by: by)
      return Report(command: Self.name, overview, sections: HistoryText.sections(overview))
    }
    let format = session.settings.format(of: nil)
    let rows = try HistoryRows(
      of: store, filter, limit: session.rowLimit(limit, as: format),
      showsValues: session.settings.showsValues, format: format)
    return Report(
      command: Self.name, rows, sections: [.rows(rows.stream.settled(session.settings))])
  }

  private func filter(_ store: Store) throws -> HistoryFilter {
    var filter = HistoryFilter()
    filter.entity = entity
    filter.author = author
    if let number = since.flatMap({ Int64($0) }), number >= 0 {
      filter.after = number
    } else if let token = try token() {
      filter.after = try number(token, store)
    } else {
      filter.since = try moment(since, "--since")
    }
    filter.until = try moment(until, "--until")
    guard let object else { return filter }
    let words = object.split(separator: "/").suffix(2).map(String.init)
    guard words.count == 2, let key = Int64(words[1].drop { $0 == "p" }) else {
      throw Failure.usage(
        "'\(object)' names no object",
        help: "write ENTITY/KEY, as in Note/12, or the URI of the object's id")
    }
    if let entity, entity != words[0] {
      throw Failure.usage("--entity says '\(entity)', --object '\(words[0])'; leave out --entity")
    }
    if let id = ObjectReference(uri: object)?.store, !id.isEmpty, id != store.metadata.uuid {
      throw Failure.usage(
        "the object is of the store with the id \(id); this one has \(store.metadata.uuid)")
    }
    (filter.entity, filter.key) = (words[0], key)
    return filter
  }

  /// The token that --since gives by itself or in a file; nil for a moment.
  private func token() throws -> HistoryToken? {
    guard let since, HistoryMoment.seconds(since) == nil else { return nil }
    if let token = HistoryToken(since) { return token }
    guard FilePath.isRegularFile(since) else { return nil }
    guard let token = HistoryToken(try TextFile.bytes(of: since)) else {
      throw Failure.usage(
        "no history token is in '\(VisibleText(since).text)'",
        help: "it has to be an archive of the token, its JSON, or what 'print' shows of it")
    }
    return token
  }

  private func number(_ token: HistoryToken, _ store: Store) throws -> Int64 {
    let own = store.metadata.uuid.uppercased()
    guard let number = token.transactions[own] else {
      let others = token.transactions.keys.sorted().joined(separator: ", ")
      throw Failure.usage(
        "the token is of the store with the id \(others); this one has \(store.metadata.uuid)",
        help: "an app that asks this store with it gets 134501")
    }
    return number
  }

  private func moment(_ text: String?, _ option: String) throws -> Double? {
    guard let text else { return nil }
    guard Int64(text) == nil, let seconds = HistoryMoment.seconds(text) else {
      throw Failure.usage(
        "\(option) '\(text)' is no moment",
        help: "write it as 2025-06-01 or 2025-06-01T10:30:00Z, or give a token of the app")
    }
    return seconds
  }
}

extension HistoryOverview.Unit: ExpressibleByArgument {}
