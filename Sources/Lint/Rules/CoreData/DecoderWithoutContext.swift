internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds decoders that objects of Core Data ask for their context in vain.
struct DecoderWithoutContext: ProjectRule {
  static let info = RuleInfo(
    id: "decoder-without-context", group: .dataAccess, severity: .error,
    summary: "objects of Core Data are decoded by a decoder that is given no context",
    why:
      "the class takes its context out of the decoder's 'userInfo', and finds none there: decoding ends the app, or "
      + "throws each time",
    fix: "set 'decoder.userInfo[.managedObjectContext] = context' before it decodes",
    limits: "decoders that are made in the same function, or in a property of the same type",
    examples: .texts(
      in: { note + CoreDataText.code($0) },
      flagged: """
        func load(_ data: Data) throws -> [CDNote] { try JSONDecoder().↓decode([CDNote].self, from: data) }
        ---
        final class Loader {
          private let decoder = JSONDecoder()
          func load(_ data: Data) throws -> CDNote {
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.↓decode(CDNote.self, from: data)
          }
        }
        ---
        func load(_ url: URL) async throws {
          let (data, _) = try await URLSession.shared.data(from: url)
          let decoder = JSONDecoder()
          decoder.keyDecodingStrategy = .convertFromSnakeCase
          _ = try decoder.↓decode([CDNote].self, from: data)
        }
        """,
      clean: """
        func load(_ data: Data, _ context: NSManagedObjectContext) throws -> [CDNote] {
          let decoder = JSONDecoder()
          decoder.userInfo[.context] = context
          return try decoder.decode([CDNote].self, from: data)
        }
        ---
        func load(_ data: Data, _ decoder: JSONDecoder) throws -> [CDNote] {
          try decoder.decode([CDNote].self, from: data)
        }
        ---
        func load(_ data: Data) throws -> [String] { try JSONDecoder().decode([String].self, from: data) }
        """))

  private static let note = """
    // file: CDNote.swift
    import CoreData
    extension CodingUserInfoKey { static let context = CodingUserInfoKey(rawValue: "context")! }
    @objc(CDNote) final class CDNote: NSManagedObject, Decodable {
      @NSManaged var title: String?
      required convenience init(from decoder: any Decoder) throws {
        guard let context = decoder.userInfo[.context] as? NSManagedObjectContext else {
          throw CocoaError(.featureUnsupported)
        }
        self.init(context: context)
        title = try decoder.singleValueContainer().decode(String.self)
      }
    }

    """

  func check(_ lint: LintContext, report: RuleReport) {
    let code = lint.coreData.code
    for found in code.plainDecodings where code.contextDecoded.contains(found.type) {
      report(
        "'\(found.type)' takes its context out of the decoder's 'userInfo', and this one is given none",
        at: found.location)
    }
  }
}

extension CoreDataCode {
  /// Notes classes that ask a decoder for their context, and decoders that have none.
  mutating func noteDecoding(_ node: Syntax, in file: LintFile) {
    if let start = node.as(InitializerDeclSyntax.self), let owner = start.ownerName,
      start.signature.parameterClause.parameters.onlyElement?.firstName.text == "from",
      let body = start.body, body.isHandwritten, body.mentions(["userInfo"]),
      body.mentions(["NSManagedObjectContext"])
    {
      contextDecoded.insert(owner)
    }
    guard let call = node.as(FunctionCallExprSyntax.self), call.name == "decode",
      call.argument("from") != nil, let receiver = call.receiver, receiver.isPlainDecoder,
      let named = call.arguments.first?.expression,
      let type = named.metatypeName ?? named.listMetatypeName
    else { return }
    plainDecodings.append(
      .init(type: type.lastPart, location: file.location(call.nameNode)))
  }
}

extension ExprSyntax {
  /// `Note` of `[Note].self`.
  fileprivate var listMetatypeName: String? {
    guard let member = self.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "self",
      let list = member.base?.as(ArrayExprSyntax.self)
    else { return nil }
    return list.elements.onlyElement?.expression.dottedName
  }

  /// A decoder that is made in the function or the type around it, where nothing sets what it knows.
  fileprivate var isPlainDecoder: Bool {
    let value = unwrapped
    if value.makesDecoder { return true }
    guard
      let name = value.as(DeclReferenceExprSyntax.self)
        ?? value.as(MemberAccessExprSyntax.self).flatMap({
          $0.base?.isSelfName ?? false ? $0.declName : nil
        })
    else { return false }
    switch name.nameOrigin {
    case .local(_, let made?):
      return made.makesDecoder && !(name.enclosingBody?.mentions(["userInfo"]) ?? true)
        && !(name.enclosingBody?.handsOnDecoder(name.baseName.text) ?? true)
    case .property(let binding, _):
      guard let made = binding.initializer?.value, made.makesDecoder,
        let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
        variable.modifiers.isPrivate || variable.isConstant,
        let members = binding.enclosing(MemberBlockSyntax.self), members.isReadable
      else { return false }
      return !members.mentions(["userInfo"]) && !Syntax(members).handsOnDecoder(name.baseName.text)
    default: return false
    }
  }

  private var makesDecoder: Bool {
    guard let call else { return false }
    return ["JSONDecoder", "PropertyListDecoder"].contains(call.calledExpression.dottedName)
      && call.arguments.isEmpty && call.trailingClosure == nil
  }
}

extension Syntax {
  /// Whether other code is given the decoder, which may set it up.
  fileprivate func handsOnDecoder(_ decoder: String) -> Bool {
    hasDescendant { node in
      node.as(LabeledExprSyntax.self)?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        == decoder
    }
  }
}
