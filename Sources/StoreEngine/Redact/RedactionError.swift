package import StoreModel

/// Why a store cannot be redacted.
package enum RedactionError: ReportableError, Sendable, Hashable {
  case damaged(String, message: String)
  case notUnique(table: String)

  package var status: ExitStatus { .unreadable }

  package var description: String {
    switch self {
    case .damaged(let path, let message):
      "'\(path)' is damaged (\(message)), and a redacted twin would not be"
    case .notUnique(let table):
      "values of '\(table)' that must be unique differ by less than can be kept apart"
    }
  }

  package var help: [String] {
    switch self {
    case .damaged:
      [
        "save what can be read with 'repair --salvage' and redact that; the damage itself cannot be shared"
      ]
    case .notUnique:
      ["dates that lie less than a microsecond apart are the likely cause; please report it"]
    }
  }
}
