/// The key paths in the format of an NSPredicate.
enum PredicateFormat {
  /// None for a format with functions, or with variables that are filled in later, whose key paths may
  /// be about something else. Those of `SUBQUERY` stand for the objects of its list.
  static func keyPaths(in format: String) -> [[String]] {
    var paths: [[String]] = []
    var rest = format[...]
    var lists: [String: [String]] = [:]
    // The list of a SUBQUERY, whose variable comes next.
    var opened: [String]?
    var opensList = false
    while let character = rest.first {
      if character == "'" || character == "\"" {
        rest = rest.dropFirst()
        while let inner = rest.first, inner != character {
          rest = rest.dropFirst(inner == "\\" ? 2 : 1)
        }
        rest = rest.dropFirst()
      } else if character == "$" {
        let word = rest.dropFirst().prefix(while: isPart)
        rest = rest.dropFirst(word.count + 1)
        let parts = word.split(separator: ".").map(String.init)
        guard let name = parts.first else { return [] }
        if let list = opened {
          lists[name] = list
          opened = nil
          continue
        }
        guard let list = lists[name] else { return [] }
        let path = list + parts.dropFirst()
        if opensList { (opened, opensList) = (path, false) }
        paths.append(path)
      } else if character == "[" {
        // The options of a comparison: `CONTAINS[cd]`.
        rest = rest.drop { $0 != "]" }.dropFirst()
      } else if character == "%" {
        rest = rest.dropFirst().drop { $0.isLetter || $0 == "@" }
        // `%K.name` is a part of something that is not written here.
        if rest.first == "." { rest = rest.drop(while: isPart) }
      } else if isStart(character) {
        let word = rest.prefix(while: isPart)
        rest = rest.dropFirst(word.count)
        let isCall = rest.drop { $0 == " " }.first == "("
        if keywords.contains(word.uppercased()) { continue }
        if word.uppercased() == "SUBQUERY" {
          opensList = true
          continue
        }
        guard !isCall else { return [] }
        let path = word.split(separator: ".").map(String.init)
        if opensList { (opened, opensList) = (path, false) }
        paths.append(path)
      } else if character.isNumber {
        rest = rest.drop { $0.isNumber || $0.isLetter || $0 == "." }
      } else {
        rest = rest.dropFirst()
      }
    }
    return paths
  }

  /// Which of the arguments, from 0, stand for keys, those of `%K`, and the key path before each:
  /// `["notes"]` of `notes.%K`. None where a text in the format holds a mark, or a key path goes on behind
  /// one.
  static func keyArguments(in format: String) -> [(position: Int, before: [String])] {
    guard !format.contains("'"), !format.contains("\""), !format.contains("%%"),
      !format.contains("%K.")
    else { return [] }
    let pieces = format.split(separator: "%", omittingEmptySubsequences: false)
    return zip(pieces, pieces.dropFirst()).enumerated().compactMap { position, texts in
      guard texts.1.first == "K" else { return nil }
      let before = texts.0.reversed().prefix(while: isPart).reversed()
      return (position, String(before).keyPath)
    }
  }

  private static func isStart(_ character: Character) -> Bool {
    character.isLetter || character == "_" || character == "@" || character == "#"
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_.@#".contains(character)
  }

  private static let keywords: Set<String> = [
    "ALL", "AND", "ANY", "BEGINSWITH", "BETWEEN", "CONTAINS", "ENDSWITH", "FALSE", "FALSEPREDICATE",
    "IN", "LIKE", "MATCHES", "NIL", "NO", "NONE", "NOT", "NULL", "OR", "SELF",
    "SOME", "TRUE", "TRUEPREDICATE", "UTI-CONFORMS-TO", "UTI-EQUALS", "YES",
  ]
}
