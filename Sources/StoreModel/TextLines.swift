extension StringProtocol {
  /// The lines of a text, empty ones included, whatever system wrote it: a carriage return and the line feed behind
  /// it are one character.
  package var lines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }
}
