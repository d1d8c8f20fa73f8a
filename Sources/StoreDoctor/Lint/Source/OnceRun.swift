internal import StoreModel
internal import SwiftSyntax

extension Location {
  /// Whether the file holds work that runs once for each user: `IdentityMigrationService.swift`.
  var isOfOneRun: Bool {
    let name = (path.split(separator: "/").last ?? "").lowercased()
    return ["migrat", "backfill"].contains(where: name.contains)
  }
}

extension SyntaxProtocol {
  /// Whether the function around only serves tests of the interface.
  var isForUITests: Bool {
    var node = parent
    for _ in 0..<64 {
      guard let next = node else { return false }
      if let function = next.as(FunctionDeclSyntax.self),
        function.name.text.lowercased().contains("uitest")
      {
        return true
      }
      if let choice = next.as(IfExprSyntax.self),
        choice.conditions.description.lowercased().contains("uitest")
      {
        return true
      }
      node = next.parent
    }
    return false
  }
}
