internal import StoreEngine
public import StoreModel

/// A value that somebody has given for a required property: `Note.title=Untitled`.
struct RepairValue: Sendable {
  /// `Entity.property`.
  let path: String
  let value: SQLiteValue

  /// - Throws: `RepairError` when the model has no such attribute, or the text is no value of it.
  init(_ text: String, in store: Store) throws(RepairError) {
    guard let sign = text.firstIndex(of: "="), let dot = text[..<sign].firstIndex(of: ".") else {
      throw .setting(text)
    }
    let (name, property) = (text[..<dot], text[text.index(after: dot)..<sign])
    path = String(text[..<sign])
    let entity = try? store.entity(named: String(name))
    guard let attribute = entity?.property(named: String(property))?.attribute else {
      throw .unknownProperty(path)
    }
    let given = String(text[text.index(after: sign)...])
    guard let value = attribute.type.value(of: given),
      let stored = try? attribute.storedValue(value)
    else { throw .value(given, type: attribute.type.name, path: path) }
    self.value = stored
  }
}

extension AttributeType {
  /// Whether a value can be given as text.
  var hasText: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal, .string, .uri,
      .uuid, .date:
      true
    default: false
    }
  }

  /// The value that a text stands for.
  fileprivate func value(of text: String) -> PropertyValue? {
    switch self {
    case .integer16: Int16(text).map { .integer(Int64($0)) }
    case .integer32: Int32(text).map { .integer(Int64($0)) }
    case .integer64: Int64(text).map { .integer($0) }
    case .boolean: ["true": true, "1": true, "false": false, "0": false][text].map { .bool($0) }
    case .double, .float: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .decimal: text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) == nil ? nil : .decimal(text)
    case .string: .string(text)
    case .uri: text.isEmpty ? nil : .url(text)
    case .uuid: UUIDText.bytes(text).map { .uuid($0) }
    case .date: Self.date(text).map { .date($0) }
    default: nil
    }
  }

  /// `2026-01-31` or `2026-01-31T12:30:00Z`, in seconds since 2001.
  private static func date(_ text: String) -> Double? {
    let form =
      /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2}):([0-9]{2}(?:\.[0-9]+)?)Z)?/
    guard let match = text.wholeMatch(of: form)?.output, let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3), 1...12 ~= month, 1...31 ~= day
    else { return nil }
    let hours = match.4.flatMap { Double($0) } ?? 0
    let minutes = match.5.flatMap { Double($0) } ?? 0
    let seconds = match.6.flatMap { Double($0) } ?? 0
    guard hours < 24, minutes < 60, seconds < 60 else { return nil }
    let days = CoreDataDate.days(year: year, month: month, day: day)
    // The 31st of a month of 30 days is the first of the next, which nobody means.
    guard month == 12 || days < CoreDataDate.days(year: year, month: month + 1, day: 1) else {
      return nil
    }
    return Double(days) * 86_400 - CoreDataDate.unixOffset + hours * 3600 + minutes * 60 + seconds
  }
}

/// Why a store is not repaired.
public enum RepairError: ReportableError, Hashable {
  /// Not `Entity.property=VALUE`.
  case setting(String)
  case unknownProperty(String)
  case value(String, type: String, path: String)
  case unknownRule(String, near: String?)
  /// SQLite finds damage in the file; its first message.
  case damaged(String, message: String)
  /// The `-wal` file beside a store that is whole without it.
  case foreignLog(String)
  /// No row of an entity is left in a damaged file.
  case nothingLeft(String)

  /// A damaged file cannot be read, or not enough of it; the rest are mistakes in what was asked for.
  public var status: ExitStatus {
    switch self {
    case .damaged, .foreignLog, .nothingLeft: .unreadable
    default: .usage
    }
  }

  public var description: String {
    switch self {
    case .setting(let text): "'\(text)' is not of the form Entity.property=VALUE"
    case .unknownProperty(let path): "the store's model has no attribute '\(path)'"
    case .value(let text, let type, let path): "'\(text)' is no \(type), which '\(path)' is"
    case .unknownRule(let name, _): "neither 'check' nor 'preflight' has the rule '\(name)'"
    case .foreignLog(let path):
      "'\(path)' cannot be read with the '-wal' file beside it, and is whole without it: the log is that "
        + "of another store, or damaged"
    case .nothingLeft(let path):
      "'\(path)' has no row that can be saved, and nothing was written"
    case .damaged(let path, let message):
      "'\(path)' is damaged, and a repair needs a file that can be read: \(message)"
    }
  }

  /// What to say instead.
  public var help: [String] {
    switch self {
    case .setting: ["for example --set Note.title=Untitled"]
    case .unknownProperty: ["'entities' lists the entities and their properties"]
    case .value(_, "Date", _): ["give a date as 2026-01-31 or 2026-01-31T12:30:00Z"]
    case .value: []
    case .unknownRule(_, let near):
      [near.map { "did you mean '\($0)'?" } ?? "'storedoctor rules' lists them"]
    case .foreignLog:
      [
        "copy the store again with its own '-wal' file; without one, copy the store alone: it lacks what was "
          + "saved last"
      ]
    case .nothingLeft: ["restore a backup"]
    case .damaged:
      [
        "restore a backup; without one, add --salvage to save every row that can still be reached"
      ]
    }
  }
}
