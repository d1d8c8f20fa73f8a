internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// Code that deletes an object, or that is told a class whose objects it may delete.
  struct Removal: Sendable, Codable {
    /// Nil where the code does not say of which class the object is: it may be any.
    var entity: String?
    var location: Location
    /// What the code around names of objects: who names the children may well delete them.
    var members: [String] = []
    /// Whether a class is named, which a helper may fetch or delete.
    var isOfClass = false
  }
}

extension FlowReader {
  mutating func noteRemoval(_ call: FunctionCallExprSyntax) {
    guard !file.isTest else { return }
    if !Self.listing.contains(call.name) {
      for argument in call.arguments {
        guard let name = argument.expression.metatypeName?.lastPart else { continue }
        flows.removals.append(
          .init(entity: name, location: file.location(call), isOfClass: true))
      }
    }
    guard call.name == "delete", call.isOnContext, call.arguments.count == 1,
      let object = call.arguments.first, object.label == nil
    else { return }
    var removal = ObjectFlows.Removal(
      entity: types.object(of: object.expression), location: file.location(call.nameNode))
    if removal.entity != nil {
      let around = call.enclosing(FunctionDeclSyntax.self).map { Syntax($0) }
      var names: Set<String> = []
      (around ?? call.enclosing(MemberBlockItemSyntax.self).map { Syntax($0) })?
        .forEachDescendant { node in
          if let access = node.as(MemberAccessExprSyntax.self) {
            names.insert(access.declName.baseName.text)
          }
          return true
        }
      removal.members = names.sorted()
    }
    flows.removals.append(removal)
  }

  /// What is told the classes of a store alone.
  private static let listing: Set = ["ModelContainer", "Schema", "modelContainer", "init"]
}
