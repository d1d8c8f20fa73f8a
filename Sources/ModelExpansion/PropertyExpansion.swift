package import SwiftSyntax

/// What one persisted property of a `@Model` class turns into.
package struct PropertyExpansion {
  let name: String
  let owner: String
  let slot: Int
  /// Whether the slots of a superclass may come first.
  let mayInherit: Bool

  /// The attribute the property gets from `@Model`; nil when it is none of the model's.
  package static func attribute(
    of member: some DeclSyntaxProtocol, in owner: some DeclGroupSyntax
  ) -> String? {
    guard let variable = member.as(VariableDeclSyntax.self),
      let property = StoredProperty(variable),
      !property.isConstant,
      let slot = owner.storedProperties.firstIndex(where: { $0.name == property.name })
    else { return nil }
    return "@SwiftData._PersistedProperty(\(slot))"
  }

  /// - Parameters:
  ///   - attribute: `@_PersistedProperty(slot)`.
  ///   - owner: the name of the class.
  ///   - mayInherit: whether the class names anything that it inherits from.
  package init?(
    _ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, owner: String,
    mayInherit: Bool
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = StoredProperty(variable),
      case .argumentList(let arguments) = attribute.arguments,
      let slot = arguments.first.flatMap({ Int($0.expression.trimmedDescription) })
    else { return nil }
    name = property.name
    self.owner = owner
    self.slot = slot
    self.mayInherit = mayInherit
  }

  private var peerName: String {
    "_" + (name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name)
  }

  // A sum is slow to be checked, and a model has many places.
  private var place: String { mayInherit ? "\(owner)._$first_\(owner) + \(slot)" : "\(slot)" }

  /// The init accessor, the getter and the setter.
  package var accessors: [String] {
    [
      """
      @storageRestrictions(accesses: _$storage_\(owner), initializes: \(peerName))
      init(initialValue) {
        _$storage_\(owner).initialize(\(place), initialValue)
        \(peerName) = _SwiftDataNoType_\(owner)()
      }
      """,
      """
      get {
        let storage = _$storage_\(owner)
        if storage.isWatched { access(keyPath: \\.\(name)) }
        return storage.get(\(place), self)
      }
      """,
      """
      set {
        let storage = _$storage_\(owner)
        guard storage.hasWatchers else { return storage.set(\(place), newValue, self) }
        withMutation(keyPath: \\.\(name)) { storage.set(\(place), newValue, self) }
      }
      """,
    ]
  }

  /// An empty property: it makes the compiler demand that an initializer gives the value.
  package var peer: String {
    "nonisolated(unsafe) private var \(peerName): _SwiftDataNoType_\(owner) "
      + "= _SwiftDataNoType_\(owner)()"
  }
}
