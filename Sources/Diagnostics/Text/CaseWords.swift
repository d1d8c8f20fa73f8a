extension String {
  /// `addColumn` → `add column`.
  package var inWords: String {
    reduce(into: "") { text, character in
      text += character.isUppercase ? " " + character.lowercased() : String(character)
    }
  }
}
