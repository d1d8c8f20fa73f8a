internal import Diagnostics
internal import SwiftSyntax

/// Stored texts and data that other code takes to be readable, whatever is in them.
extension StoredValueTrap {
  /// `URL(string: note.link)!`, `Kind(rawValue: note.kindName)!`, `try! decoder.decode(Style.self, from: note.style)`
  func checkDecoded(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, node.enclosing(MacroExpansionExprSyntax.self) == nil
    else { return }
    let types = TypeReader(file: file)
    if let forced = node.as(ForceUnwrapExprSyntax.self),
      let made = forced.expression.unwrapped.as(FunctionCallExprSyntax.self),
      let kind = made.readKind,
      let value = made.arguments.first?.expression.storedValue(types, file)
    {
      // What a model reads of itself is said above.
      guard kind != .enumCase || value.isOfAnother else { return }
      report(
        kind == .enumCase
          ? "the app ends here when a stored '\(value.property)' is none of the values that this version knows"
          : "the app ends here when a stored '\(value.property)' is no \(kind.rawValue)",
        at: file.location(forced.exclamationMark), entity: value.entity, property: value.property,
        help: kind == .enumCase
          ? nil : "unwrap it with 'if let' or '??', and say what counts for an object without one")
    } else if let attempt = node.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "!",
      let call = attempt.expression.call,
      ["decode", "unarchivedObject", "jsonObject"].contains(call.name),
      let given = call.argument("from") ?? call.argument("with"),
      let value = given.storedValue(types, file), let mark = attempt.questionOrExclamationMark
    {
      report(
        "the app ends here when a stored '\(value.property)' cannot be decoded, as after a change of the type",
        at: file.location(mark), entity: value.entity, property: value.property,
        help:
          "decode it with 'try?' or 'do', and say what counts for an object whose value cannot be read"
      )
    }
  }

  static let decoded: [RuleExample] = .texts(
    in: { text in
      """
      import Foundation
      import SwiftData

      enum Kind: String { case book, film, other }
      struct Style: Codable { var size = 12 }
      @Model final class Work {
        var kindName = "book"
        var link = ""
        var key = ""
        var style = Data()
        init() {}
      }
      \(text)
      """
    },
    flagged: """
      struct Row {
        let kind: Kind
        let link: URL
        init(work: Work) {
          kind = Kind(rawValue: work.kindName)↓!
          link = URL(string: work.link)↓!
        }
      }
      ---
      enum Report {
        static func keys(_ works: [Work]) -> [UUID] { works.map { UUID(uuidString: $0.key)↓! } }
      }
      ---
      extension Work {
        var shownStyle: Style { try↓! JSONDecoder().decode(Style.self, from: style) }
      }
      ---
      func open(_ work: Work) -> URL {
        let text = work.link
        return URL(string: text)↓!
      }
      """,
    clean: """
      struct Row {
        let kind: Kind
        let link: URL?
        init(work: Work) {
          kind = Kind(rawValue: work.kindName) ?? .other
          link = URL(string: work.link)
        }
      }
      ---
      let home = URL(string: "https://example.com")!
      func page(_ number: Int) -> URL { URL(string: "https://example.com/\\(number)")! }
      ---
      extension Work {
        var shownStyle: Style { (try? JSONDecoder().decode(Style.self, from: style)) ?? Style() }
      }
      """)
}

/// What a value is read as.
private enum ReadKind: String {
  case enumCase = "case"
  case url = "URL"
  case uuid = "UUID"
  case number = "number"
  case base64 = "base 64 text"
}

extension FunctionCallExprSyntax {
  fileprivate var readKind: ReadKind? {
    guard arguments.count == 1, let label = arguments.first.map({ $0.label?.text ?? "" }) else {
      return nil
    }
    switch (name, label) {
    case ("URL", "string"): return .url
    case ("UUID", "uuidString"): return .uuid
    case ("Data", "base64Encoded"): return .base64
    case ("Int", ""), ("Double", ""), ("Float", ""), ("Decimal", "string"): return .number
    case (_, "rawValue"): return .enumCase
    default: return nil
    }
  }
}

private struct StoredValue {
  let entity: String
  let property: String
  /// Whether it is one of an object that other code was given.
  let isOfAnother: Bool
}

extension ExprSyntax {
  /// The attribute that a value is, or that a constant of the function holds.
  fileprivate func storedValue(_ types: TypeReader, _ file: LintFile) -> StoredValue? {
    let value = unwrapped
    if let access = value.as(MemberAccessExprSyntax.self), let base = access.base {
      let name = access.declName.baseName.text
      guard let owner = base.isSelfName ? access.ownerName : types.model(of: base),
        types.isModel(owner),
        file.ask(.attributes(of: owner)).contains(name)
      else { return nil }
      return .init(entity: owner, property: name, isOfAnother: !base.isSelfName)
    }
    guard let name = value.as(DeclReferenceExprSyntax.self) else { return nil }
    if let local = name.localValue {
      guard local.unwrapped.is(MemberAccessExprSyntax.self) else { return nil }
      return local.storedValue(types, file)
    }
    switch name.nameOrigin {
    case .property?, nil:
      guard let owner = name.ownerName, types.isModel(owner),
        file.ask(.attributes(of: owner)).contains(name.baseName.text)
      else { return nil }
      return .init(entity: owner, property: name.baseName.text, isOfAnother: false)
    default: return nil
    }
  }
}
