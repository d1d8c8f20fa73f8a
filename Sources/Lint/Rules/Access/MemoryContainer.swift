internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// Whether the container that the call makes, itself or through functions of the project, keeps its
  /// objects in memory; nil where that is not known, or differs.
  var keepsInMemory: Bool? {
    let kinds = kindsOfMemory
    return kinds.count == 1 ? kinds.first ?? nil : nil
  }

  /// Whether one of the containers that the call may make is known to keep its objects in a file.
  var mayKeepInFile: Bool { kindsOfMemory.contains(false) }

  private var kindsOfMemory: Set<Bool?> {
    guard name == "ModelContainer" || givesModelContainer else { return [nil] }
    return ExprSyntax(self).meanings().reduce(into: []) { $0.formUnion($1.kindsOfMemory) }
  }

  /// Whether the called function is written to return a container.
  private var givesModelContainer: Bool {
    guard name.first?.isLowercase ?? false else { return false }
    if let own = functionOfFile {
      return own.signature.returnClause.flatMap { WrittenType($0.type)?.name } == "ModelContainer"
    }
    return FileMemo.current?.types.type(of: ExprSyntax(self))?.name == "ModelContainer"
  }
}

extension ExprSyntax {
  /// Whether the name of a property stands for a container in memory: `preview` of `return preview`.
  var namesMemoryContainer: Bool {
    guard let types = FileMemo.current?.types else { return false }
    let name: DeclReferenceExprSyntax
    if let access = self.as(MemberAccessExprSyntax.self), access.base?.dottedName != nil {
      name = access.declName
    } else if let own = self.as(DeclReferenceExprSyntax.self), own.isValue {
      name = own
    } else {
      return false
    }
    guard name.baseName.text.first?.isLowercase ?? false,
      types.type(of: self)?.name == "ModelContainer"
        || name.nameOrigin.givesContainer
    else { return false }
    return meanings().reduce(into: []) { $0.formUnion($1.kindsOfMemory) } == [true]
  }
}

extension NameOrigin? {
  fileprivate var givesContainer: Bool {
    guard case .property(let binding, _)? = self else { return false }
    return binding.typeAnnotation.flatMap { WrittenType($0.type)?.name } == "ModelContainer"
  }
}

extension Meaning {
  fileprivate var kindsOfMemory: Set<Bool?> {
    guard let call = calls("ModelContainer") else { return [nil] }
    var given = false
    var kinds: Set<Bool?> = []
    for argument in call.arguments {
      if argument.label?.text == "configurations" { given = true }
      guard given else { continue }
      for found in argument.expression.meanings(as: "ModelConfiguration", in: scope) {
        kinds.formUnion(found.configuredInMemory)
      }
    }
    return given ? kinds : [call.arguments.isEmpty ? nil : false]
  }

  /// What the configurations of a list, or a single one, say of it.
  private var configuredInMemory: Set<Bool?> {
    if let list = value.as(ArrayExprSyntax.self) {
      return list.elements.reduce(into: []) { kinds, element in
        for found in element.expression.meanings(as: "ModelConfiguration", in: scope) {
          kinds.insert(found.saysMemory)
        }
      }
    }
    return [saysMemory]
  }

  private var saysMemory: Bool? {
    guard calls("ModelConfiguration") ?? calls("init") != nil else { return nil }
    guard let said = argument("isStoredInMemoryOnly") else { return false }
    let kinds = Set(said.map(\.truth))
    return kinds.count == 1 ? kinds.first ?? nil : nil
  }
}
