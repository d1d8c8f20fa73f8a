extension String {
  /// The words of a name, in lower case: `month` and `key` of `monthKey` and `month_key`.
  package var camelWords: [String] {
    var words = [""]
    for letter in self {
      if !letter.isLetter {
        words.append("")
      } else if letter.isUppercase, !(words.last?.isEmpty ?? true) {
        words.append(letter.lowercased())
      } else {
        words[words.count - 1] += letter.lowercased()
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
