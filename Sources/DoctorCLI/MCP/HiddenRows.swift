internal import Diagnostics

/// The answer of `sql` without the values of its rows: for each its type. A length would be a value as well:
/// a statement can make a text as long as a number it asks for.
enum HiddenRows {
  static func hidden(_ answer: JSONValue) -> JSONValue {
    guard case .object(var members) = answer, members["command"] == "sql",
      case .object(var body)? = members["sql"], case .array(let rows)? = body["rows"]
    else { return answer }
    body["rows"] = .array(
      rows.map { row in
        guard case .object(let values) = row else { return mark(row) }
        return .object(values.mapValues(mark))
      })
    body["valuesAreShown"] = false
    members["sql"] = .object(body)
    return .object(members)
  }

  private static func mark(_ value: JSONValue) -> JSONValue {
    func hidden(_ type: JSONValue) -> JSONValue { .object(["hidden": true, "type": type]) }
    return switch value {
    case .null: .null
    case .bool: hidden("boolean")
    case .integer: hidden("integer")
    case .number: hidden("number")
    case .string: hidden("text")
    case .array, .object: hidden("data")
    }
  }
}
