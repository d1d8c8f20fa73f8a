internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds searches for what a user types that tell 'Anna' from 'anna'.
struct CaseSensitiveSearch: SourceRule {
  static let info = RuleInfo(
    id: "case-sensitive-search", group: .dataAccess, severity: .note,
    summary: "a search for what a user types tells capital letters from small ones",
    why:
      "'CONTAINS' and its like compare letter by letter: who types 'anna' does not find 'Anna', and who types "
      + "'jose' not 'José'",
    fix: "write '[cd]' behind it, as in 'CONTAINS[cd]'",
    limits:
      "only values that are called a search, or that a function which says so is given; keys of codes and of "
      + "texts that were made equal before, values that are made small, and tests are left alone",
    examples: [RuleExample].texts(
      in: CoreDataText.code,
      flagged: """
        func show(_ searchText: String, _ request: NSFetchRequest<CDNote>) {
          request.predicate = NSPredicate(format: ↓"title CONTAINS %@", searchText)
        }
        ---
        func search(_ text: String) -> NSPredicate {
          NSPredicate(format: ↓"folder != nil AND (%K BEGINSWITH %@)", "title", text)
        }
        ---
        final class Finder {
          func notes(matchingSearch text: String) -> NSPredicate {
            let values: [AnyObject] = ["title" as AnyObject, text as AnyObject]
            return NSPredicate(format: ↓"%K CONTAINS %@", argumentArray: values)
          }
        }
        """,
      clean: """
        func show(_ searchText: String, _ request: NSFetchRequest<CDNote>) {
          request.predicate = NSPredicate(format: "title CONTAINS[cd] %@", searchText)
        }
        ---
        func search(_ text: String, _ code: String) -> [NSPredicate] {
          let small = text.lowercased()
          return [
            NSPredicate(format: "title == %@", text),
            NSPredicate(format: "smallTitle CONTAINS %@", small),
            NSPredicate(format: "code BEGINSWITH %@", code),
            NSPredicate(format: "title MATCHES %@", text),
          ]
        }
        ---
        func notes(in folders: [CDFolder], _ prefix: String) -> [NSPredicate] {
          [
            NSPredicate(format: "folder.name BEGINSWITH %@", prefix),
            NSPredicate(format: "folder IN %@", folders),
          ]
        }
        """)
      + .texts(
        in: CoreDataText.objectiveC,
        flagged: """
          - (void)searchBar:(UISearchBar *)searchBar textDidChange:(NSString *)text {
            self.request.predicate = [NSPredicate predicateWithFormat:↓@"title contains %@", text];
          }
          """,
        clean: """
          - (void)searchBar:(UISearchBar *)searchBar textDidChange:(NSString *)text {
            self.request.predicate = [NSPredicate predicateWithFormat:@"title contains[cd] %@", text];
          }
          """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  fileprivate static func message(_ sign: String) -> String {
    "'\(sign)' tells capital letters from small ones, and accents from none: what a user types finds less than "
      + "is there"
  }

  fileprivate static func help(_ sign: String) -> String { "write '\(sign)[cd]'" }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self),
      call.name == "NSPredicate", let format = call.argument("format"),
      let text = format.literalText
    else { return }
    let searches = PredicateFormat.exactSearches(in: text)
    guard !searches.isEmpty else { return }
    let types = TypeReader(file: file)
    let isSearch = call.enclosing(FunctionDeclSyntax.self).map {
      ($0.signature.parameterClause.parameters.map(\.firstName.text) + [$0.name.text])
        .contains(where: \.speaksOfSearch)
    }
    let values = call.arguments.dropFirst().map(\.expression)
    let isList = call.argument("argumentArray") != nil
    for search in searches {
      guard !isList else {
        guard isSearch ?? false, !values.contains(where: \.isMadeEqual) else { continue }
        return say(search.sign, file.location(format), report)
      }
      guard values.indices.contains(search.argument), case let value = values[search.argument],
        !value.isMadeEqual, types.type(of: value).map({ $0.name == "String" }) ?? true,
        value.lastName?.speaksOfSearch ?? false || isSearch ?? false && value.isGiven
      else { continue }
      return say(search.sign, file.location(format), report)
    }
  }

  private func say(_ sign: String, _ place: Location, _ report: RuleReport) {
    report(Self.message(sign), at: place, help: Self.help(sign))
  }
}

extension CaseSensitiveSearch: ObjectiveCRule {
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    for predicate in body.predicates(body.method.body) {
      let search = PredicateFormat.exactSearches(in: predicate.format).first { search in
        guard predicate.values.indices.contains(search.argument),
          case let value = predicate.values[search.argument], let name = value.name,
          !body.value(value).isMadeEqual
        else { return false }
        return name.lastPart.speaksOfSearch
          || body.method.selector.speaksOfSearch && body.method.parameters[name] == "NSString"
      }
      guard let search else { continue }
      report(
        Self.message(search.sign), at: body.file.location(predicate.offset),
        help: Self.help(search.sign))
    }
  }
}

extension PredicateFormat {
  private static let exact: Set = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE"]

  /// Keys whose texts no user writes as they are, or that hold them in one form.
  private static let equalKeys = [
    "code", "fold", "hash", "id", "identifier", "key", "lower", "normal", "number", "path", "phone",
    "plain", "search", "small", "upper", "url", "uuid",
  ]

  /// Which arguments, from 0, are looked for letter by letter in a text: `title CONTAINS %@`.
  static func exactSearches(in format: String) -> [(sign: String, argument: Int)] {
    let words = format.split(whereSeparator: { " ()".contains($0) }).map(String.init)
    var found: [(sign: String, argument: Int)] = []
    var place = 0
    for (index, word) in words.enumerated() {
      let marks = word.replacing("%%", with: "").count { $0 == "%" }
      defer { place += marks }
      guard word == "%@", index > 1, exact.contains(words[index - 1].uppercased()),
        case let key = words[index - 2].lowercased(), !key.contains("%@"),
        !equalKeys.contains(where: key.contains)
      else { continue }
      found.append((words[index - 1], place))
    }
    return found
  }
}

extension String {
  /// `searchText`, `searchBar:textDidChange:`, `updateSearchResults`, `query`
  fileprivate var speaksOfSearch: Bool {
    let small = lowercased()
    return small.contains("search") || small == "query" || small == "querystring"
      || small == "searchterm"
  }
}

extension ExprSyntax {
  /// Whether the text was made small or large, or is one that is written there.
  fileprivate var isMadeEqual: Bool {
    if resolved.literalText != nil { return true }
    let words: Set = ["lowercased", "uppercased", "folding", "capitalized", "applyingTransform"]
    return mentions(words) || resolved.mentions(words)
  }

  /// Whether it is what the function around was given.
  fileprivate var isGiven: Bool {
    guard case .parameter? = unwrapped.as(DeclReferenceExprSyntax.self)?.nameOrigin else {
      return false
    }
    return true
  }
}

extension [ObjCNode] {
  fileprivate var isMadeEqual: Bool {
    ["lowercaseString", "uppercaseString", "stringByFoldingWithOptions"].contains(where: mentions)
  }
}
