/// A diagram in Mermaid's notation, and what there was no room for.
public struct MermaidText: Sendable, Hashable {
  /// The diagram, without a fence around it.
  public var text: String
  /// What was left out, one sentence each, because GitHub draws nothing that is larger.
  public var omissions: [String] = []

  /// Characters that Mermaid takes; a document cannot raise it.
  static let mostCharacters = 50_000
  /// Lines between boxes that it takes.
  static let mostEdges = 500

  /// Whether it would be drawn.
  static func fits(_ text: String, edges: Int) -> Bool {
    // It counts UTF-16; a margin is left for what surrounds the text.
    edges <= mostEdges && text.utf16.count < mostCharacters - 500
  }

  /// Whether a name may stand in a diagram as it is: a letter, then letters, digits and `_`. What
  /// Mermaid has a meaning for gets another name, too.
  static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first),
      name.utf8.allSatisfy({ isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F })
    else { return false }
    return !reserved.contains(name.lowercased())
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  private static let reserved: Set<String> = [
    "acctitle", "accdescr", "class", "classdef", "click", "default", "direction", "end",
    "erdiagram", "flowchart", "graph", "href", "interpolate", "linkstyle", "many", "o", "one",
    "only", "optionally", "pk", "fk", "uk", "style", "subgraph", "title", "to", "u", "x", "zero",
  ]

  /// A text for a label in double quotes. The notation has codes for characters, as HTML has.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "#quot;"
      case "#": quoted += "#35;"
      case ";": quoted += "#59;"
      case "<": quoted += "#lt;"
      case ">": quoted += "#gt;"
      case "&": quoted += "#amp;"
      case "%": quoted += "#37;"
      case "\\": quoted += "#92;"
      case "`": quoted += "#96;"
      case "{": quoted += "#123;"
      case "}": quoted += "#125;"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A word for where only words may stand: other characters become `_`.
  static func word(_ text: String) -> String {
    var word = ""
    for scalar in text.unicodeScalars {
      let isKept =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      word.unicodeScalars.append(isKept || scalar == "_" ? scalar : "_")
    }
    if word.utf8.first.map(isLetter) != true || ["PK", "FK", "UK"].contains(word) {
      word = "p_" + word
    }
    return word
  }
}
