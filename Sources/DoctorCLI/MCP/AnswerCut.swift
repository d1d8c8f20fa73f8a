/// A part of an answer, as long as an agent wants to read at once.
struct AnswerCut {
  /// Characters, when the call does not say how many.
  static let usual = 20_000
  static let largest = 200_000

  let text: String
  /// Says what is left and how to get it; nil when this is the end.
  let rest: String?

  init(of answer: String, from offset: Int, size: Int) {
    let characters = answer.unicodeScalars
    let start =
      characters.index(characters.startIndex, offsetBy: offset, limitedBy: characters.endIndex)
      ?? characters.endIndex
    let end =
      characters.index(start, offsetBy: min(size, Self.largest), limitedBy: characters.endIndex)
      ?? characters.endIndex
    text = String(characters[start..<end])
    let next = offset + characters.distance(from: start, to: end)
    rest =
      end == characters.endIndex
      ? nil
      : "This is a part: characters \(offset) to \(next) of \(characters.count). "
        + "The same call with \"offset\": \(next) goes on."
  }
}
