internal import SwiftSyntax

extension FlowReader {
  /// What a function or initializer does with each object that it is given.
  mutating func noteGiven(
    _ parameters: FunctionParameterListSyntax, to name: String, _ body: Syntax,
    generics: GenericParameterClauseSyntax?
  ) {
    for (position, parameter) in parameters.enumerated() {
      guard let type = WrittenType(parameter.type), !type.isList else { continue }
      let classes = types.isStored(type.name) ? [type.name] : adopting(type.name, generics)
      guard !classes.isEmpty else { continue }
      let label = parameter.firstName.text == "_" ? "#\(position)" : parameter.firstName.text
      let uses = self.uses(of: (parameter.secondName ?? parameter.firstName).text, in: body)
      flows.holders += classes.map {
        .init(name: "\(name)(\(label))", entity: $0, isList: false, uses: uses)
      }
    }
  }

  /// The classes of objects that adopt a protocol of the app's: the one of that name, or the one that a
  /// generic parameter of that name has to adopt.
  private func adopting(
    _ name: String, _ generics: GenericParameterClauseSyntax?
  ) -> [String] {
    let own = generics?.parameters.first { $0.name.text == name }
    let adopted = own.map { $0.inheritedType?.dottedName?.lastPart ?? "" } ?? name
    guard adopted.first?.isUppercase ?? false else { return [] }
    return adopters(of: adopted)
  }

  /// The classes of objects that adopt a protocol.
  func adopters(of name: String) -> [String] { file.ask(.adopting(name)).filter(types.isStored) }
}
