import Foundation
import Testing

/// What the products make public says what it is.
@Suite struct PublicDeclarationTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  @Test(arguments: [
    "Diagnostics", "Lint", "StoreDoctor", "StoreEngine", "StoreModel", "SwiftData",
    "SwiftDataTesting", "TraceAnalysis",
  ])
  func areDocumented(_ target: String) throws {
    let folder = Self.sources.appending(path: target)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    var count = 0
    for case let name as String in names where name.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let found = Self.declarations(in: text)
      count += found.count
      let bare = found.filter { !$0.isDocumented }.map { "line \($0.line): \($0.text)" }
      #expect(bare.isEmpty, "write '///' above these, or make them package: \(target)/\(name)")
    }
    #expect(count > 5)
  }

  /// Declarations that begin a line with `public`. Those that a protocol of the standard library asks
  /// for need no words.
  private static func declarations(
    in text: String
  ) -> [(line: Int, text: String, isDocumented: Bool)] {
    var found: [(line: Int, text: String, isDocumented: Bool)] = []
    var isDocumented = false
    var isInText = false
    // Of an attribute that goes over several lines.
    var openParentheses = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let bare = line.trimmingPrefix { $0 == " " }
      // Examples of rules are Swift code as well.
      if line.contains("\"\"\""), line.components(separatedBy: "\"\"\"").count % 2 == 0 {
        isInText.toggle()
      }
      if isInText { continue }
      let isPublic =
        ["public ", "open "].contains(where: bare.hasPrefix)
        || bare.hasPrefix("@") && bare.contains("public ")
      if bare.hasPrefix("///") {
        isDocumented = true
      } else if openParentheses > 0 || bare.hasPrefix("@") && !isPublic {
        openParentheses += bare.count { $0 == "(" } - bare.count { $0 == ")" }
      } else if !bare.hasPrefix("#"), !bare.hasPrefix("//") {
        if isPublic, let match = String(bare).firstMatch(of: declaration),
          match.1.firstMatch(of: witness) == nil
        {
          found.append((index + 1, String(match.1), isDocumented))
        }
        isDocumented = false
      }
    }
    return found
  }

  private static nonisolated(unsafe) let declaration =
    #/^(?:@\w+(?:\([^)]*\))? )*((?:public|open) (?!import|extension).*)/#
  private static nonisolated(unsafe) let witness =
    #/static func (?:==|<)|func hash\(|var description|func encode\(to|init\(from |func makeIterator|func next\(\)|init\(\w+Literal/#

  @Test func whatIsBareIsNoticed() {
    let text = """
      /// Said.
      @Attached(
        member, names: named(a))
      public var a = 1
      public var b = 2

      public static func == (left: Self, right: Self) -> Bool { true }
      @MainActor public func c() {}
      """
    #expect(Self.declarations(in: text).map(\.isDocumented) == [true, false, false])
  }
}
