internal import SwiftSyntax

extension FlowReader {
  /// `notes.map(\.folder?.name)`, `TableColumn("Folder", value: \.folder.name)`.
  mutating func noteKeyPath(_ call: FunctionCallExprSyntax) {
    let list =
      call.receiver == nil
      ? call.name == "Dictionary" ? call.argument("grouping") : call.tableRows
      : ClosureExprSyntax.listMethods.contains(call.name) ? call.receiver : nil
    guard let list,
      let path = call.arguments.lazy.compactMap({ argument in
        argument.expression.as(KeyPathExprSyntax.self)
          ?? argument.expression.call?.arguments.first?.expression.as(KeyPathExprSyntax.self)
      }).first
    else { return }
    let names = path.components.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName
    }
    guard let first = names.first else { return }
    let next = names.dropFirst().first.flatMap {
      $0.baseName.text == "persistentModelID" ? nil : $0
    }
    let read = ObjectFlows.Read(
      member: first.baseName.text, toOne: next.map { file.location($0) },
      toMany: file.location(first), location: file.location(first),
      isOfID: next?.baseName.text == "id")
    note(ObjectFlows.Uses(reads: [read]), of: list, isCode: isCode(Syntax(call)))
  }
}

extension FunctionCallExprSyntax {
  /// The list whose objects a column of a table shows: `notes` of `Table(notes) { TableColumn… }`, and
  /// what `ForEach` goes through in its rows.
  var tableRows: ExprSyntax? {
    guard receiver == nil, name == "TableColumn" else { return nil }
    var closure = enclosing(ClosureExprSyntax.self)
    for _ in 0..<8 {
      guard let call = closure?.userCall else { return nil }
      if call.name == "Table" {
        if let first = call.arguments.first, first.label == nil { return first.expression }
        var rows: ExprSyntax?
        call.additionalTrailingClosures.first { $0.label.text == "rows" }?.forEachDescendant {
          node in
          if rows == nil, let each = node.as(FunctionCallExprSyntax.self), each.name == "ForEach" {
            rows = each.arguments.first?.expression
          }
          return rows == nil
        }
        return rows
      }
      closure = closure?.enclosing(ClosureExprSyntax.self)
    }
    return nil
  }
}
