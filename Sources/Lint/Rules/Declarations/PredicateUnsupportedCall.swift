internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds functions that no predicate can call.
struct PredicateUnsupportedCall: PredicateRule {
  static let info = RuleInfo(
    id: "predicate-unsupported-call", group: .declarations, severity: .error,
    summary: "a predicate calls a function it cannot translate",
    why: "a predicate is translated when it is compiled, and only a few functions of the standard "
      + "library and Foundation have a translation",
    fix: "use 'starts(with:)', 'contains' or 'localizedStandardContains', or keep a stored copy "
      + "of the text in the form that is compared",
    explanation: "swiftdata-unsupported-predicate",
    examples: [
      .flagged(predicate("$0.title.↓hasPrefix(\"a\")")),
      .flagged(
        predicate(
          "Calendar.current.↓isDate($0.day, inSameDayAs: now) || $0.↓isLong() || $0.title.isEmpty")),
      .flagged(predicate("$0.title.↓lowercased() == \"a\" || $0.body?.↓hasSuffix(\"z\") == true")),
      .flagged(
        """
        import SwiftData

        @Model final class Contact {
          var name: String
          init(name: String) { self.name = name }
        }
        struct Finder {
          let text: String
          var filter: Predicate<Contact> {
            #Predicate<Contact> { contact in
              contact.name.↓uppercased().contains("A") || contact.name.↓hasPrefix(text)
            }
          }
        }
        """),
      .clean(predicate("$0.title.starts(with: \"a\")")),
      .clean(predicate("$0.title.localizedStandardContains(\"a\") && $0.body?.isEmpty == false")),
      .flagged(
        """
        @Model final class Contact { var name = ""; init() {} }
        func isShort(_ name: String) -> Bool { name.count < 4 }
        var short: Predicate<Contact> { #Predicate { contact in ↓isShort(contact.name) } }
        func find(_ text: String) -> Predicate<Contact> {
          #Predicate { $0.name.↓lowercased().contains(text) }
        }
        """),
      .clean(
        """
        @Model final class Contact { var name = ""; init() {} }
        func find(_ text: String, _ all: [Contact]) -> ([Contact], Predicate<Contact>) {
          let wanted = text.lowercased()
          let some = all.filter { $0.name.hasPrefix(wanted) }
          return (some, #Predicate<Contact> { $0.name.contains(wanted) })
        }
        """),
    ])

  private static func predicate(_ condition: String) -> String {
    """
    @Model class Note {
      var title = ""
      var body: String?
      var day = Date()
      init() {}
      func isLong() -> Bool { title.count > 9 }
    }
    let now = Date()
    let found = #Predicate<Note> { \(condition) }
    """
  }

  func check(_ use: PredicateUse, in file: LintFile, report: RuleReport) {
    guard !file.ask(.isModel(use.entity)).isEmpty else { return }
    for call in use.foreignCalls {
      report(
        "'\(call.name)' has no translation in a predicate", at: file.location(call.nameNode),
        entity: use.entity)
    }
    for path in use.paths {
      if path.call != nil, path.names.count == 1, let last = path.names.first {
        report(
          "'\(use.entity).\(path.first)()' cannot be called in a predicate",
          at: file.location(last),
          entity: use.entity)
        continue
      }
      guard path.call != nil, path.names.count > 1, let last = path.names.last,
        Self.unsupported.contains(last.baseName.text),
        !file.ask(.attribute(path.first, of: use.entity)).isEmpty
      else { continue }
      report(
        "'\(last.baseName.text)' has no translation in a predicate", at: file.location(last),
        entity: use.entity, property: path.first)
    }
  }

  private static let unsupported: Set = [
    "hasPrefix", "hasSuffix", "lowercased", "uppercased", "trimmingCharacters",
    "replacingOccurrences", "components", "split", "map", "compactMap",
    "reduce", "sorted", "reversed", "joined", "wholeMatch", "firstMatch", "dropFirst", "dropLast",
    "prefix", "suffix", "formatted", "timeIntervalSince", "isMultiple", "rounded", "compare",
    "addingTimeInterval", "advanced", "distance", "localizedCaseInsensitiveContains",
  ]
}

extension PredicateUse {
  /// Calls of a function, a calendar or a formatter with something of the object.
  fileprivate var foreignCalls: [FunctionCallExprSyntax] {
    var found: [FunctionCallExprSyntax] = []
    body.statements.forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), let receiver = call.receiver,
        let owner = receiver.dottedName?.lowercased(),
        owner.hasPrefix("calendar") || owner.hasSuffix("calendar") || owner.hasSuffix("formatter")
      {
        found.append(call)
      } else if let call = node.as(FunctionCallExprSyntax.self), call.receiver == nil,
        call.name.first?.isLowercase ?? false, call.arguments.mentions([parameter])
      {
        // A function is Swift, whoever wrote it.
        found.append(call)
      }
      return true
    }
    return found
  }
}
