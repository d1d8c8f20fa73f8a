internal import Diagnostics
internal import SwiftSyntax

/// Fetches of all objects for the largest or smallest value alone, which a sorted fetch of one object gives.
extension FetchWithoutLimit {
  /// `try context.fetch(all).map(\.price).max()`, `try context.fetch(all).max { $0.price < $1.price }`
  func checkExtreme(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, let call = node.as(FunctionCallExprSyntax.self), call.fetchesObjects,
      let user = call.onlyUser, let (member, isLargest) = user.extreme,
      let fetched = FetchedObjects(ExprSyntax(call)), let entity = fetched.entity,
      !fetched.isLimited, !entity.isOfOneObject, !call.isInLoop(TypeReader(file: file)),
      !fetched.looksForOne(of: entity, in: file),
      // What an object computes, no store sorts by.
      Search.arePlain([member], of: entity, ask: file.ask)
    else { return }
    report(
      "every '\(entity)' that fits is loaded for the \(isLargest ? "largest" : "smallest") "
        + "'\(member)' alone", at: file.location(call.nameNode), entity: entity,
      help: "sort the fetch by '\(member)', \(isLargest ? "largest" : "smallest") first, and set "
        + "'fetchLimit' to 1")
  }

  static let extremes: [RuleExample] = .texts(
    in: CoreDataText.code,
    flagged: """
      func newest(_ context: NSManagedObjectContext) throws -> Date? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        return try context.↓fetch(request).compactMap(\\.createdAt).max()
      }
      ---
      func oldest(_ context: NSManagedObjectContext) -> CDNote? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        var notes: [CDNote] = []
        do { notes = try context.↓fetch(request) } catch { print(error) }
        return notes.min { $0.createdAt! < $1.createdAt! }
      }
      ---
      func last(_ context: NSManagedObjectContext) throws -> CDNote? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        let notes = try context.↓fetch(request)
        return notes.sorted(by: { $0.createdAt! > $1.createdAt! }).first
      }
      """,
    clean: """
      func longest(_ context: NSManagedObjectContext) throws -> Int? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        return try context.fetch(request).compactMap { $0.title?.count }.max()
      }
      ---
      func newest(_ context: NSManagedObjectContext) throws -> Date? {
        let request: NSFetchRequest<CDNote> = CDNote.fetchRequest()
        request.fetchLimit = 20
        return try context.fetch(request).compactMap(\\.createdAt).max()
      }
      ---
      func byDate(_ context: NSManagedObjectContext) throws -> [CDNote] {
        try context.fetch(CDNote.fetchRequest()).sorted { $0.createdAt! > $1.createdAt! }
      }
      ---
      func span(_ context: NSManagedObjectContext) throws -> (Date?, Int) {
        let dates = try context.fetch(CDNote.fetchRequest()).compactMap(\\.createdAt)
        return (dates.max(), dates.count)
      }
      """)
}

extension FunctionCallExprSyntax {
  /// The property whose largest or smallest value is all that a method asks of a list.
  var extreme: (member: String, isLargest: Bool)? {
    if ["max", "min"].contains(name) {
      guard let closure = lastClosure, let (member, isRising) = closure.comparedMember, isRising
      else { return nil }
      return (member, name == "max")
    }
    // `notes.sorted { $0.price > $1.price }.first`
    if name == "sorted" {
      guard let closure = lastClosure, let (member, isRising) = closure.comparedMember,
        let access = Syntax(self).unwrapping.parent?.as(MemberAccessExprSyntax.self),
        !access.isCalled, ["first", "last"].contains(access.declName.baseName.text)
      else { return nil }
      return (member, isRising == (access.declName.baseName.text == "last"))
    }
    // `notes.map(\.price).max()`
    guard ["map", "compactMap"].contains(name), let member = mappedName,
      let access = Syntax(self).unwrapping.parent?.as(MemberAccessExprSyntax.self),
      access.isCalled, ["max", "min"].contains(access.declName.baseName.text),
      let end = access.parent?.as(FunctionCallExprSyntax.self), end.arguments.isEmpty,
      end.trailingClosure == nil
    else { return nil }
    return (member, end.name == "max")
  }

  /// `price` of `map(\.price)` and `map { $0.price }`.
  private var mappedName: String? {
    if let path = arguments.onlyElement?.expression.as(KeyPathExprSyntax.self) {
      return path.components.onlyElement?.component.as(KeyPathPropertyComponentSyntax.self)?
        .declName.baseName.text
    }
    guard let closure = lastClosure, let value = closure.statements.onlyElement?.item.onlyExpression
    else { return nil }
    return value.memberOfParameter
  }
}

extension ClosureExprSyntax {
  /// `price` of `{ $0.price < $1.price }`, and whether smaller ones come first.
  fileprivate var comparedMember: (String, isRising: Bool)? {
    guard
      let terms = statements.onlyElement?.item.onlyExpression?.as(SequenceExprSyntax.self)?
        .elements,
      terms.count == 3, let sign = terms.dropFirst().first?.trimmedDescription,
      ["<", ">"].contains(sign),
      let first = terms.first?.memberOfParameter, terms.last?.memberOfParameter == first
    else { return nil }
    return (first, sign == "<")
  }
}

extension ExprSyntax {
  /// `price` of `$0.price`.
  fileprivate var memberOfParameter: String? {
    guard let access = unwrapped.as(MemberAccessExprSyntax.self),
      access.base?.is(DeclReferenceExprSyntax.self) ?? false
    else { return nil }
    return access.declName.baseName.text
  }
}
