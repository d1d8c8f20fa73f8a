internal import SwiftSyntax

extension Meaning {
  /// The file of a store in the folder that an app shares with its extensions, in words that are the same
  /// however the code gets there: `Stack.storeURL`, `groupFolder.appending(path: "Notes.store")`.
  var fileOfGroup: String? {
    var (node, scope) = (value.unwrapped, scope)
    var parts: [String] = []
    for _ in 0..<12 {
      if let call = node.as(FunctionCallExprSyntax.self) {
        if let group = call.argument("forSecurityApplicationGroupIdentifier") {
          let name = Meaning(group, scope).text
          return parts.isEmpty ? nil : "the store at '\(parts.joined(separator: "/"))' of \(name)"
        }
        if let receiver = call.receiver, let first = call.arguments.first?.expression,
          ["appending", "appendingPathComponent"].contains(call.name)
        {
          parts.insert(Meaning(first, scope).text, at: 0)
          node = receiver.unwrapped
          continue
        }
      }
      guard let next = node.meanings(in: scope).onlyElement, next.value.unwrapped.id != node.id
      else { return nil }
      (node, scope) = (next.value.unwrapped, next.scope)
    }
    return nil
  }

  /// What is written where a text is made, or the name of what stands for it.
  var text: String {
    let meant = value.meanings(in: scope).onlyElement?.value ?? value
    return meant.literalText ?? value.trimmedDescription
  }
}
