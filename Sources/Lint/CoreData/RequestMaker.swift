internal import StoreModel
internal import SwiftSyntax

extension CoreDataCode {
  /// A fetched results controller for a request that nothing here sorts.
  struct Unsorted: Sendable, Codable {
    /// The class whose `fetchRequest()` makes the request; nil where that is Core Data's own.
    var maker: String?
    /// The function that makes the request, with the type around it; nil where it is made in place.
    var source: String?
    /// The labels of the call of that function.
    var labels: [String]?
    var location: Location
  }

  /// A function that gives a request: several may have one name, and be told apart by their labels.
  struct RequestMaker: Sendable, Codable {
    /// With the type around it.
    var name: String
    /// A `?` follows the label of what has a default value.
    var labels: [String]
    /// Whether nothing sorts the request.
    var isPlain: Bool
  }

  /// Whether what gives a request certainly gives one that nothing sorts: every function that the call
  /// may mean.
  func givesPlainRequest(_ unsorted: Unsorted) -> Bool {
    guard let source = unsorted.source else { return true }
    guard let labels = unsorted.labels else { return plainRequests.contains(source) }
    let meant = makers.filter { $0.name == source && labels.fit($0.labels) }
    return meant.isEmpty ? plainRequests.contains(source) : meant.allSatisfy(\.isPlain)
  }

  mutating func noteMaker(_ node: Syntax) {
    let plain = FetchedResultsWithoutSort.plainRequest(node)
    if let plain { plainRequests.insert(plain) }
    guard let function = node.as(FunctionDeclSyntax.self),
      function.signature.returnClause?.type.mentions(["NSFetchRequest"]) ?? false
    else { return }
    let name = function.name.text
    makers.append(
      .init(
        name: function.ownerName.map { "\($0).\(name)" } ?? name,
        labels: function.signature.parameterClause.parameters.labels, isPlain: plain != nil))
  }
}

extension [String] {
  /// Whether arguments with these labels fit parameters; those with default values may be missing.
  func fit(_ parameters: [String]) -> Bool {
    var rest = self[...]
    for label in parameters {
      let isOptional = label.last == "?"
      if rest.first == (isOptional ? String(label.dropLast()) : label) {
        rest = rest.dropFirst()
      } else if !isOptional {
        return false
      }
    }
    return rest.isEmpty
  }
}
