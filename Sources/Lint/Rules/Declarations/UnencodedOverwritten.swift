internal import Diagnostics
internal import ModelSource
internal import SwiftSyntax

/// Finds stored values that are overwritten with an empty one when the new value cannot be encoded.
struct UnencodedOverwritten: SourceRule {
  static let info = RuleInfo(
    id: "unencoded-overwritten", group: .declarations, severity: .note,
    summary: "a value that cannot be encoded is stored as an empty one",
    why:
      "a single number that is not finite, or an error in 'encode(to:)', makes the whole value fail: what was "
      + "stored before is overwritten with nothing, and nobody learns of it",
    fix: "encode first, and leave the stored value as it is where that fails, or let the error out",
    limits:
      "only assignments to stored properties of models; lists of texts and whole numbers always encode, new "
      + "objects have nothing to lose, and what 'undecoded-overwritten' names is not said again",
    examples: .texts(
      flagged: """
        struct Tag: Codable { var size = 1.0 }
        @Model class Note {
          var tagData = Data()
          init() {}
          func setTags(_ tags: [Tag]) { ↓tagData = (try? JSONEncoder().encode(tags)) ?? Data() }
        }
        ---
        import Foundation
        import SwiftData

        struct Style: Codable { var size = 12.0 }
        @Model final class Note {
          var styleJSON = "{}"
          init() {}
        }
        struct Writer {
          let encoder = JSONEncoder()
          func apply(_ style: Style, to note: Note) {
            note.↓styleJSON = (try? encoder.encode(style)).flatMap { String(data: $0, encoding: .utf8) } ?? "{}"
          }
        }
        ---
        struct Tag: Codable { var size = 1.0 }
        @Model class Note {
          var tagData = Data()
          var markData = Data()
          var tags: [Tag] {
            get { (try? JSONDecoder().decode([Tag].self, from: tagData)) ?? [] }
            set { tagData = (try? JSONEncoder().encode(newValue)) ?? Data() }
          }
          var marks: [Double] {
            get { (try? JSONDecoder().decode([Double].self, from: markData)) ?? [] }
            set { ↓markData = (try? JSONEncoder().encode(newValue)) ?? Data() }
          }
          init() {}
        }
        """,
      clean: """
        struct Tag: Codable { var size = 1.0 }
        @Model class Note {
          var tagData = Data()
          var cache = ""
          init(_ tags: [Tag]) { tagData = (try? JSONEncoder().encode(tags)) ?? Data() }
          func setTags(_ tags: [Tag]) throws { tagData = try JSONEncoder().encode(tags) }
          func keepTags(_ tags: [Tag]) { tagData = (try? JSONEncoder().encode(tags)) ?? tagData }
          func setWords(_ words: [String]) { tagData = (try? JSONEncoder().encode(words)) ?? Data() }
          func tagData(_ tags: [Tag]) -> Data {
            let tagData = (try? JSONEncoder().encode(tags)) ?? Data()
            return tagData
          }
        }
        ---
        struct Tag: Codable { var size = 1.0 }
        @Model class Note { var tagData = Data(); init() {} }
        func set(_ tags: [Tag], of note: Note) {
          guard let data = try? JSONEncoder().encode(tags) else { return }
          note.tagData = data
        }
        ---
        struct Tag: Codable { var size = 1.0 }
        @Model class Note { var tagData = Data(); init() {} }
        struct Draft {
          var tagData = Data()
          mutating func take(_ tags: [Tag]) { tagData = (try? JSONEncoder().encode(tags)) ?? Data() }
          func made(_ tags: [Tag]) -> Note {
            let note = Note()
            note.tagData = (try? JSONEncoder().encode(tags)) ?? Data()
            return note
          }
        }
        """))

  static let nodes: [SyntaxKind] = [.sequenceExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      terms.count == 5,
      terms[1].is(AssignmentExprSyntax.self),
      terms[3].as(BinaryOperatorExprSyntax.self)?.operator.text == "??", terms[4].isNothingStored,
      let encoded = terms[2].quietlyEncoded, !file.isTest, file.meansSwiftData,
      node.enclosing(InitializerDeclSyntax.self) == nil,
      let (entity, property, place) = terms[0].storedProperty(file),
      encoded.mayFail(TypeReader(file: file)), !node.isSetterOfUndecoded
    else { return }
    report(
      "'\(entity).\(property)' is overwritten with an empty value when the new one cannot be encoded",
      at: file.location(place), entity: entity, property: property)
  }
}

extension ExprSyntax {
  /// `Data()`, `""`, `"[]"`
  fileprivate var isNothingStored: Bool {
    if let call { return ["Data", "String"].contains(call.name) && call.arguments.isEmpty }
    return self.as(StringLiteralExprSyntax.self)?.segments.trimmedDescription
      .allSatisfy { " []{}".contains($0) } ?? false
  }

  /// What is encoded in `(try? encoder.encode(tags))`, whatever is made of the bytes.
  fileprivate var quietlyEncoded: ExprSyntax? {
    var found: ExprSyntax?
    Syntax(self).forEachDescendant { node in
      if let call = node.as(FunctionCallExprSyntax.self), call.name == "encode",
        call.receiver != nil, let value = call.arguments.onlyElement, value.label == nil
      {
        found = value.expression
      }
      return found == nil
    }
    let isQuiet =
      found?.enclosing(TryExprSyntax.self)?.questionOrExclamationMark?.text == "?"
    return isQuiet ? found : nil
  }

  /// Whether the encoded value is of a type of the app, or holds numbers that need not be finite.
  fileprivate func mayFail(_ types: TypeReader) -> Bool {
    let always: Set = [
      "Bool", "Date", "Int", "Int16", "Int32", "Int64", "String", "UInt", "URL", "UUID",
    ]
    if lastName == "newValue", let binding = enclosing(PatternBindingSyntax.self) {
      guard let type = binding.typeAnnotation?.type else { return false }
      return !type.trimmedDescription.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .allSatisfy { always.contains(String($0)) || ["Array", "Set"].contains(String($0)) }
    }
    // What is not written is not guessed.
    return types.type(of: self).map { !always.contains($0.name) } ?? false
  }

  /// The class and name of a stored property of a model that is assigned; not of an object that the
  /// function has just made.
  fileprivate func storedProperty(_ file: LintFile) -> (String, String, Syntax)? {
    let found: (owner: String?, name: DeclReferenceExprSyntax)
    if let name = self.as(DeclReferenceExprSyntax.self) {
      if case .local? = name.nameOrigin { return nil }
      found = (name.ownerName, name)
    } else if let access = self.as(MemberAccessExprSyntax.self), let base = access.base {
      if let local = base.unwrapped.as(DeclReferenceExprSyntax.self),
        case .local(_, let value?)? = local.nameOrigin,
        value.call?.name.first?.isUppercase ?? false
      {
        return nil
      }
      found = (
        base.isSelfName ? access.ownerName : TypeReader(file: file).model(of: base), access.declName
      )
    } else {
      return nil
    }
    guard let owner = found.owner, !file.ask(.isModel(owner)).isEmpty,
      !file.ask(.attribute(found.name.baseName.text, of: owner)).isEmpty
    else { return nil }
    return (owner, found.name.baseName.text, Syntax(found.name))
  }
}

extension Syntax {
  /// Whether it is in the setter of a property that 'undecoded-overwritten' names.
  fileprivate var isSetterOfUndecoded: Bool {
    guard let accessor = enclosing(AccessorDeclSyntax.self),
      accessor.accessorSpecifier.text == "set"
    else { return false }
    return accessor.enclosing(VariableDeclSyntax.self)?.undecoded != nil
  }
}
