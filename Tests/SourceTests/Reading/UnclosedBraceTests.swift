import ModelSource
import SwiftParser
import SwiftSyntax
import Testing

/// A missing '}' is told at its '{', not at the end of the file.
@Suite struct UnclosedBraceTests {
  private func place(_ text: String) -> (line: Int, text: String)? {
    let tree = Parser.parse(source: text)
    return SyntaxProblems.first(in: Syntax(tree)).map { found in
      (text.utf8.prefix(found.offset).count { $0 == UInt8(ascii: "\n") } + 1, found.text)
    }
  }

  @Test func aClassInATypeIsNotClosed() throws {
    let found = try #require(
      place(
        """
        enum V1 {
          final class Note {
            var title = ""
            init() { title = "a" }

          final class Tag {
            var name = ""
          }
        }
        """))
    #expect(found.line == 2)
    #expect(found.text.contains("judging by the indentation"))
  }

  @Test func aFunctionIsNotClosed() throws {
    let found = try #require(
      place(
        """
        struct List {
        \tfunc all() -> [Int] {
        \t\tif isOpen {
        \t\t\treturn []
        \t\treturn [1]
        \t}
        \tvar isOpen = true
        }
        """))
    #expect(found.line == 3)
  }

  /// Where every '}' stands as it should, the end of the file is all there is to say.
  @Test(arguments: ["enum V1 {\n  class Note {\n  }\n", "class Note { init() {\n", "struct A {"])
  func theLastIsMissing(_ text: String) throws {
    let found = try #require(place(text))
    #expect(found.text == "'}' is missing after this")
  }

  @Test func whatIsWholeHasNoFault() { #expect(place("enum V1 {\n class A {\n}\n}") == nil) }
}
