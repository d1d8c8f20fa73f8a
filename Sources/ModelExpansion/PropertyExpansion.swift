public import SwiftSyntax

/// What one persisted property of a `@Model` class turns into.
public struct PropertyExpansion {
  let name: String
  let owner: String
  let slot: Int

  /// The attribute the property gets from `@Model`; nil when it is none of the model's.
  public static func attribute(
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
  public init?(_ declaration: some DeclSyntaxProtocol, attribute: AttributeSyntax, owner: String) {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = StoredProperty(variable),
      case .argumentList(let arguments) = attribute.arguments,
      let slot = arguments.first.flatMap({ Int($0.expression.trimmedDescription) })
    else { return nil }
    name = property.name
    self.owner = owner
    self.slot = slot
  }

  private var peerName: String {
    "_" + (name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name)
  }

  private var place: String { "\(owner)._$first_\(owner) + \(slot)" }

  /// The init accessor, the getter and the setter.
  public var accessors: [String] {
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
        if _$storage_\(owner).isWatched { access(keyPath: \\.\(name)) }
        return _$storage_\(owner).get(\(place), self)
      }
      """,
      """
      set {
        guard _$storage_\(owner).hasWatchers else {
          return _$storage_\(owner).set(\(place), newValue, self)
        }
        withMutation(keyPath: \\.\(name)) {
          _$storage_\(owner).set(\(place), newValue, self)
        }
      }
      """,
    ]
  }

  /// An empty property: it makes the compiler demand that an initializer gives the value.
  public var peer: String {
    "@Transient nonisolated(unsafe) private var \(peerName): _SwiftDataNoType_\(owner) "
      + "= _SwiftDataNoType_\(owner)()"
  }
}
