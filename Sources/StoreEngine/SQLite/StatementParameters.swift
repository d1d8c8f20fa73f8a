internal import CSQLite
package import StoreModel

/// A parameter of a statement that was given no value. SQLite would take it for NULL, and answer
/// another question than the one that was asked.
package struct MissingParameter: ReportableError, Hashable {
  /// As the statement has it: `:title`, `?1`.
  package let name: String

  package var status: ExitStatus { .usage }
  package var description: String { "'\(name)' has no value" }
  package var help: [String] {
    let plain = name.hasPrefix("?") ? name : String(name.dropFirst())
    return [
      "give it one: 'parameter set \(name) VALUE' in the shell, --parameter \(plain)=VALUE elsewhere"
    ]
  }
}

extension Statement {
  /// The parameters in the order of their places: `:name`, `@name` or `$name` as it is written,
  /// `?3` by its number, which a bare `?` has too.
  package var parameterNames: [String] {
    withHandle { handle in
      (0..<max(0, sqlite3_bind_parameter_count(handle))).map { index in
        // The pointer belongs to the statement and is copied while that lives.
        sqlite3_bind_parameter_name(handle, index + 1).map { String(cString: $0) }
          ?? "?\(index + 1)"
      }
    }
  }

  /// Gives every parameter its value, named with or without its first character.
  ///
  /// - Throws: `MissingParameter` rather than letting one be NULL.
  package func bind(named values: [String: SQLiteValue]) throws {
    let names = parameterNames
    guard !names.isEmpty else { return }
    try bind(
      names.map { name in
        guard let value = values[name] ?? values[String(name.dropFirst())] else {
          throw MissingParameter(name: name)
        }
        return value
      })
  }
}

extension SQLiteValue {
  /// A value as people write it: `NULL`, a number, `x'00ff'`, `'a text'`; anything else is that text.
  package init(typed text: String) {
    let isQuoted = text.count > 1 && text.hasPrefix("'") && text.hasSuffix("'")
    let digits = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    if text.uppercased() == "NULL" {
      self = .null
    } else if isQuoted {
      self = .text(Self.unquoted(text))
    } else if digits, let number = Int64(text) {
      self = .integer(number)
    } else if digits, let number = Double(text), number.isFinite {
      self = .real(number)
    } else if text.lowercased().hasPrefix("x'"), text.hasSuffix("'"),
      let bytes = [UInt8](hexDigits: Array(text.utf8.dropFirst(2).dropLast()))
    {
      self = .blob(bytes)
    } else {
      self = .text(text)
    }
  }

  /// The text between two apostrophes, in which two stand for one.
  private static func unquoted(_ text: String) -> String {
    var result = ""
    var isSecond = false
    for character in text.dropFirst().dropLast() {
      isSecond = character == "'" && !isSecond
      if !isSecond { result.append(character) }
    }
    return result
  }
}
