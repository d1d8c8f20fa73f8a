package import Diagnostics
package import StoreModel

/// A request to leave rules out: `// storedoctor:ignore[rule] reason` for the next declaration,
/// `// storedoctor:ignore-file[rule] reason` for its file, or the user-info key
/// `storedoctor:ignore` of a model file's entity or property with `[rule] reason` as its value.
package struct Suppression: Sendable {
  /// Ids as written.
  package var rules: [String]
  package var reason: String
  var scope: Scope
  /// Where it is written.
  package var location: Location
  /// Bytes of the file to remove with it; nil in model files.
  var range: Range<Int>?

  enum Scope: Sendable {
    /// Lines of the file, first and last.
    case lines(ClosedRange<Int>)
    case file
    /// An entity, or one of its properties, of a model file.
    case element(entity: String, property: String?)
  }

  /// The word every form begins with.
  package static let marker = "storedoctor:ignore"

  /// - Parameter text: what follows the marker: `[a, b] reason`.
  /// - Returns: nil when the brackets do not close.
  static func parse(_ text: Substring) -> (rules: [String], reason: String)? {
    guard text.first == "[", let close = text.firstIndex(of: "]") else { return nil }
    let rules = text[text.index(after: text.startIndex)..<close]
      .split { $0 == "," || $0 == " " }.map(String.init)
    var reason = text[text.index(after: close)...]
    while reason.first == " " || reason.first == ":" || reason.first == "-" { reason.removeFirst() }
    while reason.last == " " || reason.last == "\r" { reason.removeLast() }
    return (rules, String(reason))
  }

  /// Whether it speaks of this finding.
  package func covers(_ finding: Finding, rule: String) -> Bool {
    guard finding.rule == rule else { return false }
    // What is said of a call may be accepted at the function that it leads to, too.
    let places = [finding.location, LoopCause.place(of: finding)].compactMap(\.self)
      .filter { $0.path == location.path }
    guard !places.isEmpty else { return false }
    switch scope {
    case .file: return true
    case .lines(let lines): return places.contains { $0.line.map(lines.contains) ?? false }
    case .element(let entity, let property):
      return finding.entity == entity && (property == nil || finding.property == property)
    }
  }
}
