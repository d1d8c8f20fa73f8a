internal import SwiftSyntax

extension FetchedObjects {
  private static let ids: Set = ["guid", "id", "identifier", "uid", "uuid"]

  /// Whether a request of Core Data asks for the object of one id: `uuid == %@`, `%K == %@`.
  func isByID(_ file: LintFile) -> Bool {
    guard isCoreData, let entity else { return false }
    let conditions = equalPaths
    return !conditions.isEmpty
      && conditions.allSatisfy { paths in
        paths.contains { path in
          path.count == 1
            && (Self.ids.contains(path[0].lowercased())
              || !file.ask(.isUnique(path[0], of: entity)).isEmpty)
        }
      }
  }

  /// The relationships that a request of Core Data wants to lead to one object or a few: `folder` of
  /// `folder == %@` and of `folder.name == %@`.
  var managedPins: [String] { equalPaths.onlyElement?.compactMap(\.first) ?? [] }

  /// What each predicate of the request compares for being equal.
  private var equalPaths: [[[String]]] {
    guard let descriptorName, let body = fetch.enclosingBody, body.isHandwritten else { return [] }
    return body.assigned("predicate", of: descriptorName).map {
      $0.resolved.call?.equalPaths ?? []
    }
  }
}

extension FunctionCallExprSyntax {
  /// The key paths that a predicate compares for being equal with a value; none where one of several conditions
  /// is enough.
  fileprivate var equalPaths: [[String]] {
    guard name == "NSPredicate", let format = argument("format")?.literalText,
      !format.uppercased().contains(" OR "), !format.contains("||"), !format.contains("!")
    else { return [] }
    let given = Array(arguments.dropFirst())
    return Comparison.all(in: format).filter { $0.sign.hasPrefix("=") }.map { comparison in
      comparison.keyArgument.map { place in
        given.indices.contains(place) ? given[place].expression.keyPathParts ?? [] : []
      } ?? comparison.path
    }
  }
}
