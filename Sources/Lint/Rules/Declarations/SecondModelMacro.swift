internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds models with a second `#Unique` or `#Index`.
struct SecondModelMacro: SourceRule {
  static let info = RuleInfo(
    id: "second-model-macro", group: .declarations, severity: .warning,
    summary: "a model has a second '#Unique' or '#Index'",
    why:
      "SwiftData takes one of each in a model: what the second one says is refused, or has no effect on the store",
    fix: "write all lists of key paths into the first one",
    examples: .texts(
      flagged: """
        @Model final class Page {
          #Unique<Page>([\\.code])
          ↓#Unique<Page>([\\.title, \\.author])
          var code = ""
          var title = ""
          var author = ""
          init() {}
        }
        ---
        @Model final class Page {
          #Index<Page>([\\.code])
          var code = ""
          var title = ""
          ↓#Index<Page>([\\.title], [\\.title, \\.code])
          init() {}
        }
        ---
        @Model
        public final class Page {
          #Index<Page>([\\.code])
          #Unique<Page>([\\.code])
          ↓#Index<Page>([\\.title])
          public var code: String
          public var title: String
          public init(code: String, title: String) {
            self.code = code
            self.title = title
          }
        }
        """,
      clean: """
        @Model final class Page {
          #Unique<Page>([\\.code], [\\.title, \\.author])
          var code = ""
          var title = ""
          var author = ""
          init() {}
        }
        ---
        @Model final class Page {
          #Unique<Page>([\\.code])
          var code = ""
          init() {}
        }
        ---
        @Model final class Page {
          #Unique<Page>([\\.code])
          var code = ""
          init() {}
        }
        @Model final class Line {
          #Unique<Line>([\\.code])
          var code = ""
          init() {}
        }
        """))

  static let nodes: [SyntaxKind] = [.classDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let model = node.as(ClassDeclSyntax.self), model.attribute("Model") != nil,
      file.meansSwiftData
    else { return }
    var seen: Set<String> = []
    for member in model.memberBlock.members {
      guard let macro = member.decl.as(MacroExpansionDeclSyntax.self),
        case let name = macro.macroName.text, ["Index", "Unique"].contains(name),
        !seen.insert(name).inserted
      else { continue }
      report(
        "'\(model.name.text)' has a '#\(name)' already, and SwiftData takes one in a model",
        at: file.location(macro), entity: model.name.text,
        help:
          "write its lists of key paths into the first one: '#\(name)<\(model.name.text)>([…], […])'",
        certainty: .inferred(
          "as developers report; Apple's documentation only shows one with all lists"))
    }
  }
}
