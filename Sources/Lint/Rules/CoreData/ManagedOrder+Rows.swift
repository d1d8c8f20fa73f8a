internal import SwiftSyntax

extension OrderOfToMany {
  /// The relationship that fills a property whose elements are shown row by row, as it comes:
  /// `rows = album.pictures?.allObjects as? [Picture] ?? []`.
  static func filledList(
    _ expression: ExprSyntax, in file: LintFile
  ) -> (entity: String, property: String)? {
    let name =
      expression.unwrapped.as(DeclReferenceExprSyntax.self)
      ?? expression.unwrapped.as(MemberAccessExprSyntax.self)?.ownName
    guard let name, let owner = name.ownerName,
      let type = TypeReader(file: file).managed(ExprSyntax(name)), type.isList,
      case let blocks = file.tree.memberBlocks(of: owner), blocks.allSatisfy(\.isHandwritten)
    else { return nil }
    let text = name.baseName.text
    var values: [ExprListSyntax] = []
    var isSorted = false
    for block in blocks {
      block.forEachDescendant { node in
        if let terms = node.as(ExprListSyntax.self), terms.count >= 3,
          terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
          terms.first?.plainTarget == text
        {
          values.append(terms)
        }
        // `rows.sort { … }`, and whatever else may bring an order.
        if let access = node.as(MemberAccessExprSyntax.self), access.base?.lastName == text,
          ["append", "insert", "sort", "swapAt"].contains(access.declName.baseName.text)
        {
          isSorted = true
        }
        return !isSorted
      }
    }
    guard !isSorted, let given = values.onlyElement?.dropFirst(2).first else { return nil }
    return managedList(given, in: file)
  }
}
