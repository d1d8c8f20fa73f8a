internal import SwiftSyntax

/// The files that containers keep their objects in, as far as the code says how they are called.
extension SyntaxProtocol {
  /// The first call that makes a container, itself or through a function.
  var containerMade: FunctionCallExprSyntax? {
    var found: FunctionCallExprSyntax?
    forEachDescendant { node in
      guard found == nil else { return false }
      if let call = node.as(FunctionCallExprSyntax.self),
        call.name == "ModelContainer" && !call.arguments.isEmpty || call.callsContainerMaker
      {
        found = call
      }
      return found == nil && !node.is(FunctionDeclSyntax.self)
    }
    return found
  }
}

extension FunctionCallExprSyntax {
  /// The names of the files that the container keeps its objects in, of all that it may be; none for what is in
  /// memory alone. Nil where a name is not known.
  var filesOfContainer: Set<String>? {
    var files: Set<String> = []
    for made in ExprSyntax(self).meanings() {
      guard let call = made.calls("ModelContainer") else { return nil }
      var given: [ExprSyntax] = []
      var isList = false
      for argument in call.arguments {
        if argument.label?.text == "configurations" { isList = true }
        if isList, argument.label == nil || argument.label?.text == "configurations" {
          given.append(argument.expression)
        }
      }
      if !isList { files.insert("default.store") }
      for expression in given {
        for found in expression.meanings(as: "ModelConfiguration", in: made.scope) {
          let elements =
            found.value.as(ArrayExprSyntax.self).map { list in
              list.elements.flatMap {
                $0.expression.meanings(as: "ModelConfiguration", in: found.scope)
              }
            } ?? [found]
          for element in elements {
            switch element.configuredFile {
            case .memory: continue
            case .named(let name): files.insert(name)
            case nil: return nil
            }
          }
        }
      }
    }
    return files
  }
}

enum ConfiguredFile {
  case memory
  case named(String)
}

extension Meaning {
  /// Where a configuration keeps its objects.
  var configuredFile: ConfiguredFile? {
    guard let call = calls("ModelConfiguration") ?? calls("init") else { return nil }
    var name = "default.store"
    for argument in call.arguments {
      switch argument.label?.text {
      case nil:
        guard let text = argument.expression.meanings(in: scope).onlyElement?.value.literalText
        else { return nil }
        name = "\(text).store"
      case "isStoredInMemoryOnly":
        guard let truth = argument.expression.meanings(in: scope).onlyElement?.truth else {
          return nil
        }
        if truth { return .memory }
      case "url":
        guard let file = argument.expression.fileName(in: scope) else { return nil }
        name = file
      default: continue
      }
    }
    return .named(name)
  }
}

extension ExprSyntax {
  /// `Notes.store` of `folder.appending(path: "Notes.store")`, whatever variables it went through.
  fileprivate func fileName(in scope: MeaningScope, _ depth: Int = 4) -> String? {
    guard depth > 0 else { return nil }
    let found = meanings(in: scope)
    guard let meaning = found.onlyElement else { return nil }
    if let call = meaning.value.unwrapped.call {
      guard ["appending", "appendingPathComponent"].contains(call.name),
        let text = call.arguments.first?.expression.meanings(in: meaning.scope).onlyElement?.value
          .literalText
      else { return nil }
      return text.split(separator: "/").last.map(String.init)
    }
    // `if let url = url`: what the outer variable of the name holds.
    guard let name = meaning.value.unwrapped.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let body = enclosingBody, body.isHandwritten
    else { return nil }
    var values: [ExprSyntax] = []
    body.forEachDescendant { node in
      if let binding = node.as(PatternBindingSyntax.self), binding.name == name,
        let value = binding.initializer?.value
      {
        values.append(value)
      }
      return true
    }
    return values.onlyElement?.fileName(in: scope, depth - 1)
  }
}
