internal import ModelSource
internal import SwiftSyntax

/// How a class of Core Data's objects declares a property.
enum ManagedMember {
  /// `@NSManaged`: the store keeps it, or used to.
  case managed
  /// A variable of the class alone, which no store knows: `weak var tracker`.
  case plain
  /// It has code of its own.
  case computed
}

extension LintFile {
  /// How a class declares a property, wherever it does; nil where the model alone names it.
  func managedMember(_ name: String, of type: String) -> ManagedMember? {
    if let own = tree.binding(name, of: type)?.managedMember { return own }
    guard let text = ask(.memberCode("\(type).\(name)")).first else { return nil }
    // A function or an initializer of that name is no property.
    return ParsePool.tree(of: text).statements.first?.item.as(VariableDeclSyntax.self)?.bindings
      .first?
      .managedMember
  }
}

extension PatternBindingSyntax {
  fileprivate var managedMember: ManagedMember? {
    guard let variable = parent?.parent?.as(VariableDeclSyntax.self) else { return nil }
    if variable.attribute("NSManaged") != nil { return .managed }
    switch accessorBlock?.accessors {
    case nil: return .plain
    case .getter: return .computed
    case .accessors(let list):
      let observes = list.allSatisfy { ["didSet", "willSet"].contains($0.accessorSpecifier.text) }
      return observes ? .plain : .computed
    }
  }
}
