internal import SwiftSyntax

/// Code that only compilers before Swift 3 took: it is no slip, but the parser reads it as one.
enum OldSwift {
  /// What the first fault of a file shows of such code; nil for anything else.
  ///
  /// - Parameters:
  ///   - what: what the parser misses or does not expect.
  ///   - rest: the text of the line behind that place.
  static func sign(of what: String, before rest: some StringProtocol) -> String? {
    let marks = rest.filter { $0 == ";" }.count
    if what.hasPrefix("'in' is missing"), marks == 2 { return "for …; …; …" }
    // The same between parentheses.
    if what.hasPrefix("')' is missing"), marks == 2,
      rest.last(where: { !$0.isWhitespace && $0 != "{" }) == ")"
    {
      return "for (…; …; …)"
    }
    // What is bound next may stand in the next line.
    if what.hasPrefix("'let' is missing") || what.hasPrefix("'var' is missing") {
      return "if let a = x, b = y"
    }
    if what.hasPrefix("'where"), what.hasSuffix("is not expected here") {
      return "if let a = x where …"
    }
    return nil
  }

  static func message(_ sign: String) -> String {
    "this is Swift as it was before version 3, with '\(sign)': what is said of the file may be wrong"
  }

  static let help = "let an Xcode of that time convert the app to Swift 3 or newer"

  /// Whether a message is that of `message(_:)`, whatever the sign.
  static func isSaid(in message: String) -> Bool {
    message.hasPrefix("this is Swift as it was before version 3")
  }
}
