package import Diagnostics
internal import ErrorCatalog
package import StoreModel

/// The commands within texts, with the names of the case at hand in the place of STORE, PATH, ENTITY
/// and the like: whoever reads them pastes them. What is not known stays as the usage line has it.
package struct FilledCommands {
  /// The store and the models, as the user named them.
  private let store: String?
  private let models: [String]
  /// The one version in them that a command about one asks for; nil where they have several.
  private let model: String?
  /// What the error itself names, by the word that stands for it.
  private var names: [String: String] = [:]

  /// - Parameters:
  ///   - store: the store that the command was given; nil without one.
  ///   - models: what stood behind `--model`.
  ///   - histories: what it holds, where that is known.
  package init(store: String?, models: [String], histories: [SchemaHistory] = []) {
    self.store = store.map { ($0.hasPrefix("-") ? "./" + $0 : $0).shellWord }
    self.models = models.map(\.shellWord)
    let hasCurrent = histories.count == 1 && histories[0].currentVersion != nil
    model =
      models.count != 1
      ? nil
      : histories.flatMap(\.versions).count < 2
        ? models[0].shellWord : hasCurrent ? "\(models[0])@current".shellWord : nil
  }

  /// The same, with what an error and the objects in its text name.
  func about(_ answer: ErrorAnswer, _ objects: [ObjectReference]) -> FilledCommands {
    var filled = self
    func take(_ word: String, _ values: String?...) {
      // Any other text would need quotes of its own, or is none of the model's names.
      filled.names[word] = values.lazy.compactMap { $0 }.first { $0.isName }
    }
    func capture(_ names: String...) -> String? {
      answer.captures.first { names.contains($0.name) }?.value
    }
    let object = objects.count == 1 ? objects.first : nil
    take("ENTITY", capture("entity"), object?.entity)
    take("PROPERTY", capture("attribute", "property", "relationship"))
    take("TABLE", capture("table"))
    filled.names["KEY"] = object?.key.map { "\($0)" }
    filled.names["CODE"] = capture("sqlite code").flatMap { Int($0) }.map { "\($0)" }
    return filled
  }

  /// A text, each of whose commands stands in quotes: `'storedoctor check STORE' lists them`, or behind a
  /// colon at its end.
  package func filled(_ text: String) -> String {
    if let range = text.firstRange(of: ": storedoctor ") {
      let start = text.index(range.lowerBound, offsetBy: 2)
      return filled(String(text[..<start])) + command(text[start...])
    }
    var result = ""
    var rest = text[...]
    while let start = Self.beginnings.compactMap({ rest.firstRange(of: $0)?.lowerBound }).min() {
      let command = rest[rest.index(after: start)...].prefix { $0 != "'" }
      result += rest[...start] + self.command(command)
      rest = rest[command.endIndex...]
    }
    return result + rest
  }

  private static let beginnings = ["'storedoctor ", "'lsof "]

  private func command(_ text: Substring) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    for index in words.indices {
      switch words[index] {
      case "STORE", "FILE":
        // Behind '-o' or '--trace' it would be a new one.
        if let store, index > 0, !words[index - 1].hasPrefix("-") || words[index - 1] == "--full" {
          words[index] = store
        }
      case "PATH" where index > 0 && words[index - 1] == "--model" && !models.isEmpty:
        words[index] = models.joined(separator: " --model ")
      case "MODEL":
        if let model { words[index] = model }
      case let word:
        words[index] = names.sorted { $0.key < $1.key }.reduce(word) {
          Self.replacing($1.key, in: $0, with: $1.value)
        }
      }
    }
    return words.joined(separator: " ")
  }

  /// `"PROPERTY` and `table_info(TABLE)"` hold the word beside marks.
  private static func replacing(_ name: String, in word: String, with value: String) -> String {
    guard let range = word.firstRange(of: name) else { return word }
    let before = word[..<range.lowerBound].last
    let after = word[range.upperBound...].first
    let isWhole = [before, after].allSatisfy { $0.map { !$0.isLetter && $0 != "_" } ?? true }
    return isWhole ? word.replacingCharacters(in: range, with: value) : word
  }

  /// An explanation whose checks and fixes can be pasted.
  func filled(_ explanation: Explanation) -> Explanation {
    var explanation = explanation
    explanation.causes = explanation.causes.map(filled)
    explanation.confirm = explanation.confirm.map(filled)
    explanation.fixes = explanation.fixes.map(filled)
    return explanation
  }

  /// A finding whose advice can be pasted.
  package func filled(_ finding: Finding) -> Finding {
    var finding = finding
    finding.help = finding.help.map(filled)
    return finding
  }
}

extension String {
  /// Letters, digits and underscores: a name of a model, as it stands in a command without quotes.
  fileprivate var isName: Bool {
    !isEmpty && first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
