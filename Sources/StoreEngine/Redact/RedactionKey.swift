/// What decides which value stands for which. Without it nobody can tell from a replacement what it
/// stands for, nor try out whether it stands for a value that he guesses.
package struct RedactionKey: Sendable {
  private let bytes: [UInt8]

  /// One that is used once, and that nobody ever sees.
  package init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// One that gives the same replacements each time: whoever knows the seed can try guesses.
  package init(seed: UInt64) {
    bytes = Array(SHA256.hash(data: Array("storedoctor redact \(seed)".utf8)))
  }

  /// A key of its own for each purpose, so that nothing is learned from one about another.
  func hash(for purpose: String) -> KeyedHash {
    // The key has one length, so that no other key and purpose make the same bytes.
    let words = Array(SHA256.hash(data: bytes + Array(purpose.utf8))).prefix(16)
    func word(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    return KeyedHash(word(words.prefix(8)), word(words.suffix(8)))
  }
}
