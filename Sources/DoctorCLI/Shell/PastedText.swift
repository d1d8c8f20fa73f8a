internal import StoreDoctor
internal import StoreEngine

/// What stands behind `explain` in the shell: options before and after it, and between them what is to be
/// explained. A pasted error is one text as it stands: its quotes, and its words that begin with `-` or
/// look like a path, mean nothing to the shell.
enum PastedText {
  /// The words of the command line that means the same.
  static func words(_ text: String) -> [String] {
    var words = ShellWords.words(of: text)
    if words.contains(where: { $0.openQuote != nil || $0.isEscaping }) {
      words = text.split { " \t\n".contains($0) }
        .map { ShellWords.Word(text: String($0), raw: String($0)) }
    }
    let first = words.indices.first { takes(words[..<$0]) && !isOption(words[$0]) } ?? words.count
    let last = words.indices.dropFirst(first).first { takes(words[$0...]) } ?? words.count
    let asked = words[first..<last]
    guard asked.count > 1, !isListed(asked.map(\.text)) else { return words.map(\.text) }
    let options = words[..<first] + words[last...]
    return options.map(\.text) + ["--", cut(text, words[..<first], words[last...])]
  }

  /// Rules, codes and log files may be asked for together.
  private static func isListed(_ words: [String]) -> Bool {
    ExplanationAnswer.areKeys(words, rules: RuleCatalog.index)
      || words.allSatisfy { FilePath.isRegularFile($0) }
  }

  private static let options = CommandOption.all(of: ExplainCommand.self)

  private static func isOption(_ word: ShellWords.Word) -> Bool {
    options.contains { $0.names.contains(word.text) }
  }

  /// Whether words are options and their values, and nothing else.
  private static func takes(_ words: ArraySlice<ShellWords.Word>) -> Bool {
    var rest = words
    while let word = rest.popFirst() {
      guard let option = options.first(where: { $0.names.contains(word.text) }) else {
        return false
      }
      if option.takesValue, rest.popFirst() == nil { return false }
    }
    return true
  }

  /// A text without words at its start and its end.
  private static func cut(
    _ text: String, _ first: ArraySlice<ShellWords.Word>, _ last: ArraySlice<ShellWords.Word>
  ) -> String {
    func isSpace(_ character: Character) -> Bool { " \t\n".contains(character) }
    var rest = text[...].drop(while: isSpace)
    for word in first { rest = rest.dropFirst(word.raw.count).drop(while: isSpace) }
    for word in last.reversed() {
      while let end = rest.last, isSpace(end) { rest.removeLast() }
      rest = rest.dropLast(word.raw.count)
    }
    while let end = rest.last, isSpace(end) { rest.removeLast() }
    return String(rest)
  }
}
