internal import SwiftSyntax

/// A property of a `@Model` class as its declaration is written.
struct StoredProperty {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: String

  /// Nil for what holds no value of its own or is not the model's business: computed, static and
  /// lazy properties, and those marked `@Transient`.
  init?(_ declaration: VariableDeclSyntax) {
    let modifiers = declaration.modifiers.map(\.name.text)
    guard !modifiers.contains(where: { ["static", "class", "lazy"].contains($0) }),
      declaration.bindings.count == 1, let binding = declaration.bindings.first,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
      !Self.isComputed(binding)
    else { return nil }
    self.declaration = declaration
    self.binding = binding
    name = pattern.identifier.text
    if attribute("Transient") != nil { return nil }
  }

  /// A constant keeps its own storage, because accessors can only be added to a variable.
  var isConstant: Bool { declaration.bindingSpecifier.text == "let" }

  var defaultValue: String? { binding.initializer?.value.trimmedDescription }

  var isOptional: Bool {
    guard let type = binding.typeAnnotation?.type else { return false }
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || type.trimmedDescription.hasPrefix("Optional<")
  }

  func attribute(_ name: String) -> AttributeSyntax? {
    declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first {
      $0.attributeName.trimmedDescription.split(separator: ".").last.map(String.init) == name
    }
  }

  private static func isComputed(_ binding: PatternBindingSyntax) -> Bool {
    guard let accessors = binding.accessorBlock?.accessors else { return false }
    guard case .accessors(let list) = accessors else { return true }
    return !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension DeclGroupSyntax {
  /// What the model stores, in declared order: the order of its slots.
  var storedProperties: [StoredProperty] {
    memberBlock.members.compactMap {
      $0.decl.as(VariableDeclSyntax.self).flatMap(StoredProperty.init)
    }
  }

  /// `#Unique` and `#Index` inside the class: the macro's name and its arguments.
  var constraints: [(name: String, arguments: String)] {
    memberBlock.members.compactMap {
      guard let macro = $0.decl.as(MacroExpansionDeclSyntax.self),
        ["Unique", "Index"].contains(macro.macroName.text)
      else { return nil }
      return (
        macro.macroName.text,
        (macro.genericArgumentClause?.trimmedDescription ?? "")
          + "(\(macro.arguments.trimmedDescription))"
      )
    }
  }
}
