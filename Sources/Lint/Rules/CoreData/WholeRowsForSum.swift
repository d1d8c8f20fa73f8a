internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds fetches of Core Data of which only the sum of one attribute is used.
struct WholeRowsForSum: SourceRule {
  static let info = RuleInfo(
    id: "whole-rows-for-sum", group: .dataAccess, severity: .note,
    summary: "all objects of a fetch are loaded to add up one of their attributes",
    why:
      "each object is made and kept in memory for one number, which SQLite adds up without making any",
    fix:
      "fetch a dictionary with an 'NSExpressionDescription' of 'sum:' instead of the objects",
    limits:
      "only fetches whose result stays in the function and is asked for nothing but the sum, the number of objects and "
      + "whether there is any",
    examples: .texts(
      in: amounts,
      flagged: """
        func total(_ context: NSManagedObjectContext) throws -> Double {
          let request: NSFetchRequest<CDEntry> = CDEntry.fetchRequest()
          return try context.↓fetch(request).reduce(0) { $0 + $1.amount }
        }
        ---
        func total(_ context: NSManagedObjectContext) -> Double {
          let request = NSFetchRequest<CDEntry>(entityName: "Entry")
          request.predicate = NSPredicate(format: "amount > 0")
          let entries = (try? context.↓fetch(request)) ?? []
          return entries.map(\\.amount).reduce(0, +)
        }
        ---
        func total(_ context: NSManagedObjectContext) async throws -> Double {
          try await context.perform {
            var total = 0.0
            let entries = try context.↓fetch(CDEntry.fetchRequest())
            for entry in entries { total += entry.amount }
            return total
          }
        }
        ---
        func mean(_ context: NSManagedObjectContext) throws -> Double {
          let entries = try context.↓fetch(CDEntry.fetchRequest())
          guard !entries.isEmpty else { return 0 }
          return entries.map { $0.amount }.reduce(0, +) / Double(entries.count)
        }
        """,
      clean: """
        func total(_ context: NSManagedObjectContext) throws -> Double {
          let entries = try context.fetch(CDEntry.fetchRequest())
          show(entries)
          return entries.reduce(0) { $0 + $1.amount }
        }
        ---
        func total(_ context: NSManagedObjectContext) throws -> Double {
          let entries = try context.fetch(CDEntry.fetchRequest())
          return entries.reduce(0) { $0 + $1.price }
        }
        ---
        func total(_ context: NSManagedObjectContext) throws -> [String: Double] {
          let entries = try context.fetch(CDEntry.fetchRequest())
          return entries.reduce(into: [:]) { $0[$1.title ?? "", default: 0] += $1.amount }
        }
        ---
        func total(_ entries: [CDEntry]) -> Double { entries.reduce(0) { $0 + $1.amount } }
        """))

  private static func amounts(_ text: String) -> String {
    """
    // file: Entries.swift
    import CoreData
    extension CDEntry { var price: Double { amount * 2 } }
    \(text)
    // file: Entries.xcdatamodeld/Entries.xcdatamodel/contents
    <model type="com.apple.IDECoreDataModeler.DataModel">
    <entity name="Entry" representedClassName="CDEntry">
      <attribute name="amount" attributeType="Double" defaultValueString="0"/>
      <attribute name="title" optional="YES" attributeType="String"/>
    </entity>
    </model>
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.fetchesObjects,
      let key = call.onlyProperty(\.summed, ofKept: \.summed),
      let fetched = FetchedObjects(ExprSyntax(call)), fetched.isCoreData,
      fetched.givesObjects, let entity = fetched.entity, !fetched.isLimited,
      !entity.isOfHandful, !entity.isOfFewObjects, !entity.isOfOneObject,
      !file.ask(.isPlainManaged(key, of: entity)).isEmpty
        || !file.ask(.mayBeNilManaged(key, of: entity)).isEmpty
    else { return }
    report(
      "all objects of this fetch are loaded to add up '\(key)'", at: file.location(call.nameNode),
      entity: entity, property: key,
      help: "let the store add them up: 'NSExpression(forFunction: \"sum:\", …)'")
  }
}

extension Syntax {
  /// The property of `….reduce(0) { $0 + $1.amount }`, `….map(\.amount).reduce(0, +)` and
  /// `for entry in … { total += entry.amount }`.
  fileprivate var summed: String? {
    if let loop = parent?.as(ForStmtSyntax.self), Syntax(loop.sequence).id == id,
      let name = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let terms = loop.body.statements.onlyElement?.item.as(ExprSyntax.self)?
        .as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
    {
      return terms.last?.member(of: name)
    }
    guard let access = parent?.as(MemberAccessExprSyntax.self),
      access.base.map({ Syntax($0).id == id }) ?? false, access.isCalled,
      let call = access.parent?.as(FunctionCallExprSyntax.self)
    else { return nil }
    switch access.declName.baseName.text {
    case "reduce":
      guard call.arguments.first?.label == nil, let closure = call.lastClosure,
        let terms = closure.statements.onlyElement?.item.onlyExpression?
          .as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.trimmedDescription == "+"
      else { return nil }
      let names = closure.parameterNames.count == 2 ? closure.parameterNames : ["$0", "$1"]
      guard terms.first?.trimmedDescription == names[0] else { return nil }
      return terms.last?.member(of: names[1])
    case "map":
      guard let sum = call.parent?.as(MemberAccessExprSyntax.self), sum.isCalled,
        sum.declName.baseName.text == "reduce",
        let added = sum.parent?.as(FunctionCallExprSyntax.self),
        added.arguments.last?.expression.trimmedDescription == "+"
      else { return nil }
      if let path = call.arguments.onlyElement?.expression.as(KeyPathExprSyntax.self) {
        return path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)?
          .declName.baseName.text
      }
      guard let closure = call.lastClosure else { return nil }
      return closure.statements.onlyElement?.item.onlyExpression?
        .member(of: closure.parameterNames.first ?? "$0")
    default: return nil
    }
  }
}

extension ExprSyntax {
  /// `amount` of `entry.amount`, also behind a conversion of `NSNumber`: `entry.amount.doubleValue`.
  fileprivate func member(of name: String) -> String? {
    guard let access = unwrapped.as(MemberAccessExprSyntax.self), let base = access.base else {
      return nil
    }
    if base.as(DeclReferenceExprSyntax.self)?.baseName.text == name {
      return access.declName.baseName.text
    }
    guard access.declName.baseName.text.hasSuffix("Value") else { return nil }
    return base.member(of: name)
  }
}
