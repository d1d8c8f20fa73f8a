internal import Diagnostics
internal import ErrorCatalog
internal import StoreDoctor

/// The pages of the documentation that are made of data, in DocC's Markdown: one of each rule, each
/// error and each command, and their tables of contents. `Scripts/documentation.sh` builds a site of
/// them and of the pages in `Documentation`.
enum SitePages {
  static let option = "--generate-documentation"

  /// A page of the site; the file's name is its address.
  struct Page {
    var name: String
    var text: String
  }

  /// Every page, each after a line with the name of its file.
  static func all() -> String {
    let pages = rules() + errors() + commands()
    return pages.map { "<!-- file: \($0.name).md -->\n\($0.text)" }.joined(separator: "\n")
  }

  private static func rules() -> [Page] {
    let pages = RuleCatalog.all.map { rule in
      Page(name: rule.pageName, text: "# \(rule.id)\n\n" + text(of: rule))
    }
    var index = """
      # Rules

      What is looked for in source, models, stores, logs and traces.

      A rule's id configures it (`rules:` in `.storedoctor.yml`), suppresses it
      (`// storedoctor:ignore[id] reason`) and explains it (`storedoctor explain id`).

      ## Topics

      """
    for group in RuleGroup.allCases {
      let members = RuleCatalog.all.filter { $0.group == group }
      index += topic(group.title, members.map(\.pageName))
    }
    return [Page(name: "Rules", text: index)] + pages
  }

  private static func text(of rule: RuleInfo) -> String {
    var text = RulePage.markdown(of: rule)
    if let id = rule.explanation {
      text += "\n## See also\n\n- <doc:\(ErrorPage.address(of: id))>\n"
    }
    return text + "\n*\(rule.severity.rawValue)* · \(rule.group.title)\n"
  }

  private static func errors() -> [Page] {
    let all = ExplanationCatalog.all
    var index = """
      # Errors

      What the errors of SwiftData, Core Data, CloudKit mirroring, SQLite and the model compiler mean.

      `storedoctor explain TEXT --store STORE --model PATH` finds the page of a code, a message or a log,
      and says what is true of your store and your models.

      ## By code

      | domain | code | name | page |
      |---|---|---|---|

      """
    let coded = all.flatMap { explanation in
      explanation.domain.map { domain in explanation.codes.map { (domain, $0, explanation) } } ?? []
    }
    for (domain, code, explanation) in coded.sorted(by: {
      ($0.0, $0.1, $0.2.id) < ($1.0, $1.1, $1.2.id)
    }) {
      let name = explanation.symbol.map { "`\(MarkdownReporter.code($0))`" } ?? ""
      let page = "[\(explanation.id)](doc:\(ErrorPage.address(of: explanation.id)))"
      index += "| \(domain) | \(code) | \(name) | \(page) |\n"
    }
    index += "\n## Topics\n"
    for framework in Explanation.Framework.allCases {
      let members = all.filter { $0.framework == framework }
      index += topic(framework.rawValue, members.map { ErrorPage.address(of: $0.id) })
    }
    return [Page(name: "Errors", text: index)]
      + all.map { Page(name: ErrorPage.address(of: $0.id), text: ErrorPage.text(of: $0)) }
  }

  private static func commands() -> [Page] {
    var index = "# Commands\n\nWhat each command is for, with its help.\n\n## Topics\n"
    for group in CommandCatalog.groups {
      index += topic(group.title, group.commands.map { "command-\($0.name)" })
    }
    return [Page(name: "Commands", text: index)]
      + CommandCatalog.all.map { type in
        let text = "# storedoctor \(type.name)\n\n\(MarkdownReporter.prose(type.summary))\n\n"
        return Page(name: "command-\(type.name)", text: text + "```\n\(type.helpText)\n```\n")
      }
  }

  private static func topic(_ title: String, _ pages: [String]) -> String {
    pages.isEmpty
      ? "" : "\n### \(title)\n\n" + pages.map { "- <doc:\($0)>\n" }.joined()
  }
}
