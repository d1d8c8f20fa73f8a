internal import SwiftSyntax

/// Lists of objects that a function has at hand without fetching them itself: whoever leads to one of them
/// then costs no query.
extension FlowReader {
  /// `let folders = try allFolders()`, where that fetches them.
  mutating func noteLoad(by call: FunctionCallExprSyntax) {
    guard !file.isTest, file.mayAsk(call.name + "()"), !call.passesOn,
      !(call.isContextMethod && call.isOnContext), call.trailingClosure == nil,
      let body = call.enclosingBody,
      let type = types.type(of: ExprSyntax(call)), type.isList, types.isStored(type.name),
      let (fetched, _) = FetchedObjects.behind(ExprSyntax(call)), !fetched.isBounded,
      !isForOne(fetched)
    else { return }
    flows.loads.append(
      .init(
        entity: type.name, function: file.location(body), owner: call.ownerName,
        location: file.location(call.nameNode)))
  }

  /// `func export(_ notes: [Note], in folders: [Folder])`
  mutating func noteLoads(givenTo function: FunctionDeclSyntax) {
    guard !file.isTest, let body = function.body else { return }
    for parameter in function.signature.parameterClause.parameters {
      guard let type = WrittenType(parameter.type), type.isList, types.isStored(type.name) else {
        continue
      }
      flows.loads.append(
        .init(
          entity: type.name, function: file.location(body), owner: function.ownerName,
          location: file.location(parameter)))
    }
  }
}
