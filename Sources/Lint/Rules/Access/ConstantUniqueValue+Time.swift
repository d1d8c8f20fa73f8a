internal import Diagnostics
internal import SwiftSyntax

/// Unique values that are made of the second in which the object is made: two of one second are one object.
extension ConstantUniqueValue {
  func checkSeconds(_ call: FunctionCallExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard call.isWholeSecond, !file.isTest, file.meansSwiftData,
      let use = call.onlyUse(in: file), !call.isForOthersThanTheApp, !call.isThrowaway,
      !use.entity.isOfOneObject, !file.ask(.isUnique(use.property, of: use.entity)).isEmpty
    else { return }
    report(
      "the unique '\(use.property)' of a '\(use.entity)' is the second in which it is made: of two that are made "
        + "in one second, the later is written over the other", at: file.location(call),
      entity: use.entity, property: use.property, help: "make it of 'UUID()'")
  }

  static let seconds: [RuleExample] = .texts(
    in: models,
    flagged: """
      func add(_ name: String, _ context: ModelContext) {
        context.insert(Ship(code: ↓Int(Date().timeIntervalSince1970), name: name))
      }
      ---
      @Model final class Buoy {
        @Attribute(.unique) var key: String
        var name: String
        init(key: String, name: String) { self.key = key; self.name = name }
        convenience init(name: String) { self.init(key: Self.newKey, name: name) }
        static var newKey: String { String(↓Int(Date().timeIntervalSince1970)) }
      }
      ---
      @Model final class Buoy {
        @Attribute(.unique) var key: String = "\\(↓Int(Date.now.timeIntervalSince1970))"
        init() {}
      }
      """,
    clean: """
      func add(_ name: String, _ context: ModelContext) {
        context.insert(Ship(code: Int(Date().timeIntervalSince1970 * 1_000_000), name: name))
        context.insert(Harbour(key: "\\(name)-\\(Int(Date().timeIntervalSince1970))", name: name))
      }
      ---
      @Model final class Buoy {
        @Attribute(.unique) var key = UUID()
        var made = Int(Date().timeIntervalSince1970)
        init() {}
      }
      """)
}

extension FunctionCallExprSyntax {
  /// `Int(Date().timeIntervalSince1970)`
  fileprivate var isWholeSecond: Bool {
    guard ["Int", "Int64", "UInt", "UInt64"].contains(calledExpression.trimmedDescription),
      let time = arguments.onlyElement?.expression.as(MemberAccessExprSyntax.self),
      time.declName.baseName.text == "timeIntervalSince1970"
    else { return false }
    return ["Date()", "Date.now"].contains(time.base?.trimmedDescription)
  }

  /// The property that the number becomes, itself or as a text, and its class: given to an initializer, written
  /// behind the property, or through a computed property of the file.
  fileprivate func onlyUse(in file: LintFile) -> (entity: String, property: String)? {
    var node = Syntax(self)
    for _ in 0..<8 {
      guard let next = node.parent else { return nil }
      if let text = next.as(StringLiteralExprSyntax.self) {
        guard text.segments.count(where: { !$0.trimmedDescription.isEmpty }) == 1 else {
          return nil
        }
      } else if let argument = next.as(LabeledExprSyntax.self),
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      {
        if call.calledExpression.trimmedDescription != "String" {
          return argument.property(of: call)
        }
      } else if next.is(InitializerClauseSyntax.self) {
        guard let binding = next.parent?.as(PatternBindingSyntax.self), let name = binding.name,
          let owner = binding.enclosingType, let type = owner.typeName
        else { return nil }
        return TypeReader(file: file).isModel(type) ? (type, name) : nil
      } else if next.is(AccessorBlockSyntax.self) {
        guard let name = next.parent?.as(PatternBindingSyntax.self)?.name else { return nil }
        return file.tree.argument(named: name)
      } else if !next.is(ExprSyntax.self), !next.is(LabeledExprSyntax.self),
        !next.is(LabeledExprListSyntax.self),
        !next.is(ExpressionSegmentSyntax.self), !next.is(StringLiteralSegmentListSyntax.self),
        !next.is(CodeBlockItemSyntax.self), !next.is(CodeBlockItemListSyntax.self)
      {
        return nil
      } else if next.is(SequenceExprSyntax.self) {
        return nil
      }
      node = next
    }
    return nil
  }
}

extension LabeledExprSyntax {
  /// The property of the class whose initializer is given the value.
  fileprivate func property(
    of call: FunctionCallExprSyntax
  ) -> (entity: String, property: String)? {
    guard let label = label?.text else { return nil }
    if call.calledExpression.trimmedDescription == "self.init" {
      return call.ownerName.map { ($0, label) }
    }
    guard let made = call.calledExpression.dottedName?.lastPart, made.first?.isUppercase ?? false
    else { return nil }
    return (made, label)
  }
}

extension SourceFileSyntax {
  /// The property that the initializers of the file are given a computed value for: `self.init(id: Self.newID)`.
  fileprivate func argument(named name: String) -> (entity: String, property: String)? {
    var found: (String, String)?
    forEachDescendant { node in
      guard found == nil, let argument = node.as(LabeledExprSyntax.self) else {
        return found == nil
      }
      if argument.expression.lastName == name,
        let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      {
        found = argument.property(of: call)
      }
      return found == nil
    }
    return found
  }
}
