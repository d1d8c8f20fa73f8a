import StoreModel
import Testing

@testable import StoreEngine

@Suite struct TextRedactorTests {
  private let values = ValueRedactor(RedactionKey(seed: 1), knownNames: ["title"])

  @Test(arguments: [
    "Anna Schmidt", "anna.schmidt@example.org", "+49 (30) 901820", "x", "7", "Ünïcödé Straße",
    "Привет, мир", "Γειά σου Κόσμε", "日本語のテキスト", "한국어 문장", "مرحبا بالعالم", "שלום",
    "नमस्ते दुनिया", "👩🏽‍🚀🚀🎉", "e\u{301}te\u{301}", "----", "(-:", "a\u{0}b", "tab\tand\nline",
    "A longer text, with many words in it, of which not one may be seen afterwards.",
    "https://example.org/a%20b/%C3%A9?q=Anna", "mailto:anna@example.org", "ISBN 978-3-16-148410-0",
  ])
  func theShapeStays(_ text: String) throws {
    let new = values.text(text)
    #expect(new != text)
    #expect(new.utf8.count == text.utf8.count && new.utf16.count == text.utf16.count)
    let pairs = Array(zip(text.unicodeScalars, new.unicodeScalars))
    #expect(pairs.count == text.unicodeScalars.count)
    for (old, new) in pairs {
      #expect(
        old.properties.generalCategory == new.properties.generalCategory
          || !text.contains { $0.isLetter || $0.isNumber }, "\(old) \(new)")
      #expect(old == new || !old.properties.isWhitespace)
    }
    #expect(values.text(text) == new)
  }

  @Test func shortTextsStayDifferentInAnyCase() {
    let letters = Array("abcXYZ059äß- ")
    let texts = letters.flatMap { a in letters.flatMap { b in ["\(a)\(b)", "\(a)"] } }
    let distinct = Set(texts)
    #expect(Set(distinct.map(values.text)).count == distinct.count)
    let folded = Set(distinct.map { $0.lowercased() })
    #expect(Set(distinct.map { values.text($0).lowercased() }).count == folded.count)
    #expect(values.text("ANNA lives").lowercased() == values.text("Anna Lives").lowercased())
  }

  @Test func aUUIDIsOneInEveryForm() throws {
    let text = "5D2C6A0E-3B7F-4C1D-9A2E-0F1E2D3C4B5A"
    let new = values.text(text)
    let bytes = try #require(UUIDText.bytes(text))
    #expect(values.identifier(bytes) == UUIDText.bytes(new) && new != text)
    #expect(values.text(text.lowercased()) == new.lowercased())
    #expect(Array(new)[14] == "4" && "89AB".contains(Array(new)[19]))
    let stored = [2] + Array(text.utf8) + [0]
    #expect(values.externalValue(stored) == [2] + Array(new.utf8) + [0])
    #expect(values.fileName(text) == new)
    let none = [UInt8](repeating: 0, count: 16)
    #expect(values.identifier(none) == none)
  }

  @Test func anAddressStaysOne() {
    let new = values.text("https://anna.example.org:8080/a%20b?q=Anna%C3%A9#top")
    #expect(new.hasPrefix("https://") && !new.lowercased().contains("anna"))
    #expect(
      new.wholeMatch(
        of: #/https://\w{4}\.\w{7}\.\w{3}:\d{4}/\w%\d\d\w\?\w=\w{4}%[A-F]\d%[A-F]\d#\w{3}/#) != nil,
      "\(new)")
  }

  @Test func blankTextsHaveNothingToReplace() {
    for text in ["", "  ", "\n\t ", "\u{301}\u{302}"] { #expect(values.text(text) == text) }
    #expect(values.counts.kept == 4)
  }
}
