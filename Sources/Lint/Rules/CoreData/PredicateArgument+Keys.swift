internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Values that a predicate reads in another way than the property that they are compared with has them.
extension PredicateArgument {
  private static let wide: Set = ["Int", "Int64", "NSInteger", "NSUInteger", "UInt", "UInt64"]
  private static let idEnds = ["ID", "Id", "_id", "dentifier"]

  /// `serverId == %d` with an `Int`: a whole number of 64 bits, of which the lower half is compared.
  static func checkWidth(
    _ key: PredicateKey, _ value: ExprSyntax, _ file: LintFile, _ types: TypeReader
  ) -> String? {
    guard key.isEqual, ["d", "i", "u"].contains(key.mark),
      key.path.last.map({ name in idEnds.contains { name.hasSuffix($0) } || name == "id" })
        ?? false,
      value.unwrapped.is(DeclReferenceExprSyntax.self)
        || value.unwrapped.is(MemberAccessExprSyntax.self),
      let type = types.type(of: value.unwrapped), !type.isList, wide.contains(type.name)
    else { return nil }
    // Where no model is known, nor is how large the numbers are.
    let kept = file.ask(.managedAttributes(key.path.last ?? ""))
    guard kept.isEmpty || kept.contains("64 bits") else { return nil }
    return
      "'%\(key.mark)' reads 32 bits of this number: an identifier above 2147483647 is never found"
  }

  /// `code == %@` with a `UUID`, where the attribute holds a text.
  static func checkIdentifier(
    _ key: PredicateKey, _ value: ExprSyntax, _ file: LintFile, _ types: TypeReader
  ) -> String? {
    guard key.mark == "@", key.path.count == 1, key.isEqual || key.isIn,
      let type = types.type(of: value.givenAsItIs.unwrapped), type.isList == key.isIn,
      ["NSUUID", "UUID"].contains(type.name),
      case let kept = file.ask(.managedAttributes(key.path[0])), !kept.isEmpty,
      kept.allSatisfy({ $0.hasPrefix("text") })
    else { return nil }
    return "'\(key.path[0])' holds texts, and no text is equal to a 'UUID': this finds nothing"
  }

  /// `link == %@` with `mark.link ?? ""`: a row that has none is not equal to an empty text.
  static func checkDefault(_ key: PredicateKey, _ value: ExprSyntax, _ file: LintFile) -> String? {
    guard key.isEqual, key.mark == "@", key.path.count == 1,
      let terms = value.unwrapped.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      terms.last?.literalText == ""
    else { return nil }
    guard file.ask(.managedAttributes(key.path[0])) == ["text or nil"] else { return nil }
    return
      noValue + "rows without '\(key.path[0])' hold nil: none of them is found"
  }

  static let widthHelp = "write '%lld' and give it as an 'Int64', or '%@' and an 'NSNumber'"
  static let identifierHelp = "give the texts of the identifiers: 'uuidString'"
  static let defaultHelp =
    "do not ask where there is no value; who looks for the rows without one writes '== nil'"
  /// How every message about a value that is made up begins.
  static let noValue = "where there is no value, this looks for an empty text, and "
}

/// A place for a value in the format of a predicate, with the key before it.
struct PredicateKey {
  var path: [String]
  /// `d` of `%d`, `lld` of `%lld`.
  var mark: String
  /// Whether the two are compared with `=`.
  var isEqual: Bool
  /// Whether it is one of a list.
  var isIn = false

  /// One for each place, in their order; nil for those that no key stands before.
  static func all(in format: String) -> [PredicateKey?] {
    var found: [PredicateKey?] = []
    var words: [Substring] = []
    for word in format.split(whereSeparator: { " ()\n\t,".contains($0) }) {
      var rest = word[...]
      // `rank==%d`
      while let percent = rest.firstIndex(of: "%") {
        let before = rest[..<percent]
        let mark = rest[percent...].dropFirst().prefix { $0.isLetter || $0 == "@" || $0 == "%" }
        rest = rest[percent...].dropFirst(mark.count + 1)
        guard mark != "%", !mark.isEmpty else { continue }
        let sign = before.isEmpty ? words.last ?? "" : before.drop { !"=<>!".contains($0) }
        let key =
          before.isEmpty
          ? words.dropLast().last ?? ""
          : before.first.map({ "=<>!".contains($0) }) ?? true
            ? words.last ?? "" : before.prefix { !"=<>!".contains($0) }
        let isKey =
          !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) }
        found.append(
          isKey
            ? PredicateKey(
              path: String(key).keyPath, mark: String(mark), isEqual: ["=", "=="].contains(sign),
              isIn: sign.uppercased() == "IN")
            : nil)
      }
      words.append(word)
    }
    return found
  }
}

extension PredicateArgument {
  static let keyed: [RuleExample] = [RuleExample].texts(
    in: CoreDataText.code,
    flagged: """
      func notes(_ id: Int, _ other: Int64) -> [NSPredicate] {
        [
          NSPredicate(format: "remoteId == %d", ↓id),
          NSPredicate(format: "title != nil AND folder.remoteID=%i", ↓other),
        ]
      }
      ---
      func notes(_ id: UUID, _ ids: [UUID]) -> [NSPredicate] {
        [
          NSPredicate(format: "title == %@", ↓id as CVarArg),
          NSPredicate(format: "title IN %@", ↓ids),
        ]
      }
      """,
    clean: """
      func notes(_ id: Int, _ small: Int32, _ rank: Int) -> [NSPredicate] {
        [
          NSPredicate(format: "remoteId == %ld", id), NSPredicate(format: "remoteId == %d", small),
          NSPredicate(format: "rank == %d", rank), NSPredicate(format: "remoteId == %d", 7),
        ]
      }
      ---
      func notes(_ id: UUID, _ ids: [UUID]) -> [NSPredicate] {
        [
          NSPredicate(format: "title == %@", id.uuidString), NSPredicate(format: "uuid == %@", id as CVarArg),
          NSPredicate(format: "title IN %@", ids.map(\\.uuidString)),
        ]
      }
      """)
}
