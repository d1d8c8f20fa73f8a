internal import ErrorCatalog

/// Words that stand in a command for what nobody has said yet, and what goes there.
struct Placeholders {
  private static let meanings: KeyValuePairs = [
    "STORE": "the path of the app's store file; with --store it is filled in here",
    "FILE": "the path of the store file; with --store it is filled in here",
    "PATH":
      "the app's models: Swift source, .xcdatamodeld, .momd or .mom; with --model they are filled in here",
    "MODEL": "the app's models; with one --model they are filled in here",
    "ENTITY": "the name of an entity; 'storedoctor entities' lists them",
    "PROPERTY": "the name of a property; 'storedoctor show' lists them",
    "TABLE": "the name of a table; 'storedoctor entities' lists them",
    "KEY": "the row's Z_PK, the number behind 'p' in an object's URI",
    "CODE": "the code that the error shows",
    "VERSION": "the name or the identifier of a version",
    "NEW": "the name of a new file",
    "PID": "the number of a process",
  ]

  private var found: Set<String> = []

  /// Takes the words of the commands of an explanation, after what is known was filled in.
  mutating func note(_ text: String) {
    for command in Self.commands(in: text) {
      for word in command.split(whereSeparator: { !$0.isLetter && $0 != "_" }) {
        found.insert(String(word))
      }
    }
  }

  /// `STORE: the path …`, in the order of how often they are used.
  var lines: [(word: String, meaning: String)] {
    Self.meanings.filter { found.contains($0.key) }.map { ($0.key, $0.value) }
  }

  private static func commands(in text: String) -> [Substring] {
    if let range = text.firstRange(of: ": storedoctor ") { return [text[range.upperBound...]] }
    var commands: [Substring] = []
    var rest = text[...]
    while let start = ["'storedoctor ", "'lsof "].compactMap({ rest.firstRange(of: $0)?.upperBound }
    )
    .min() {
      let command = rest[start...].prefix { $0 != "'" }
      commands.append(command)
      rest = rest[command.endIndex...]
    }
    return commands
  }
}

extension ExplainResult {
  /// Every text of it that may hold commands.
  private var texts: [String] {
    findings.map(\.text)
      + answers.flatMap { answer in
        answer.findings.map(\.text)
          + (answer.explanation.map { $0.causes + $0.confirm + $0.fixes } ?? [])
      }
  }

  /// What the words mean that its commands still have.
  var placeholders: [(word: String, meaning: String)] {
    var found = Placeholders()
    for text in texts { found.note(text) }
    return found.lines
  }
}

extension ExplanationAnswer {
  /// What is to be put into the commands of the answer that are not complete, as
  /// `STORE is the path …`.
  public var placeholders: [String] {
    var seen: Set<String> = []
    return answers.flatMap { part -> [String] in
      guard case .errors(let result, _) = part else { return [] }
      return result.placeholders.filter { seen.insert($0.word).inserted }.map {
        "\($0.word) is \($0.meaning)"
      }
    }
  }
}
