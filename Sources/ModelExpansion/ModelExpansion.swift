package import SwiftSyntax

/// What `@Model` adds to a class. The macro itself only hands over the declaration and puts the
/// texts back, so that the expansion can be tested as text.
///
/// Every persisted property becomes a slot of a storage object: an init accessor fills it, a getter
/// and a setter go through it. Init accessors reach only stored properties of their own class, so a
/// subclass has a storage of its own until the object is complete and the runtime joins them.
///
/// The class may belong to the main actor. What the runtime calls is `nonisolated` all the same,
/// because a context is used wherever its user is.
package struct ModelExpansion {
  let name: String
  let isSubclass: Bool
  /// Whether there is only one level, so that the storage never changes: then reading a property
  /// need not keep it alive.
  let hasOneLevel: Bool
  let isFinal: Bool
  let access: String
  let properties: [StoredProperty]
  let constraints: [(name: String, arguments: String)]

  /// - Parameter isSubclass: whether the conformance to `PersistentModel` is inherited.
  package init(_ declaration: ClassDeclSyntax, isSubclass: Bool) {
    name = declaration.name.text
    self.isSubclass = isSubclass
    let modifiers = declaration.modifiers.map(\.name.text)
    isFinal = modifiers.contains("final")
    hasOneLevel = !isSubclass && isFinal
    access =
      modifiers.contains { $0 == "public" || $0 == "open" }
      ? "public " : modifiers.contains("package") ? "package " : ""
    properties = declaration.storedProperties
    constraints = declaration.constraints
  }

  /// Whether the class is bound to a global actor.
  package static func isIsolated(_ declaration: ClassDeclSyntax) -> Bool {
    declaration.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") == true
    }
  }

  /// What stands before 'PersistentModel' in the conformance.
  ///
  /// The runtime and actors use models wherever they are, so it belongs to no actor, not even in a
  /// module whose declarations are the main actor's by default. But a property named 'id' is the
  /// identity that code anywhere may ask for: it goes with its class.
  package static func isolation(of declaration: ClassDeclSyntax) -> String {
    if isIsolated(declaration) { return "@preconcurrency " }
    let isFree = declaration.modifiers.contains { $0.name.text == "nonisolated" }
    let hasIdentity = declaration.storedProperties.contains { $0.name == "id" }
    return isFree || !hasIdentity ? "nonisolated " : ""
  }

  /// The members added to the class.
  package var members: [String] {
    [storage, type, typeProperty, firstSlot, marker]
      + [storageProperty, levels, adopt, initializer, observeAccess, observeMutation]
      + (isSubclass ? [inherited] : []) + (isFinal ? [] : [keyPaths])
  }

  private var storage: String {
    // Every access to a property goes through it; the runtime's checks of exclusive access would
    // cost more than the access. Accesses never overlap: it is read, or put in place of another whose
    // values the new one has, and no code of the user's runs meanwhile.
    let keyword =
      hasOneLevel
      ? "nonisolated(unsafe) \(access)let"
      : "@exclusivity(unchecked) nonisolated(unsafe) \(access)var"
    return "\(keyword) _$storage_\(name): SwiftData._ModelStorage = "
      + "SwiftData._ModelStorage.make(\(name)._$type_\(name))"
  }

  private var type: String {
    let rows = properties.enumerated().map { row($1, slot: $0) }
    let rules = constraints.map { "SwiftData.Schema.\($0.name)\($0.arguments)" }
    return """
      nonisolated static let _$type_\(name) = SwiftData._ModelType(
        model: { \(name).self },
        properties: {
          [
            \(rows.joined(separator: ",\n      "))
          ]
        },
        rules: {
          [\(rules.joined(separator: ", "))]
        }\(isSubclass ? ",\n  inherited: { \(name)._$inherited_\(name)() }" : ""))
      """
  }

  /// A key path of a subclass to what its superclass declares is another than the superclass's own, and
  /// only code that knows the properties can write it: for any class below.
  private var keyPaths: String {
    let own = properties.map { "\\_SwiftDataRoot.\($0.name)" }.joined(separator: ", ")
    let above = isSubclass ? "super._$keyPaths(of: _SwiftDataRoot.self) + " : ""
    return """
      \(access)class func _$keyPaths<_SwiftDataRoot: \(name)>(
        of: _SwiftDataRoot.Type
      ) -> [AnyKeyPath] {
        \(above)[\(own)]
      }
      """
  }

  private var inherited: String {
    """
    private class func _$inherited_\(name)() -> [AnyKeyPath] {
      super._$keyPaths(of: \(name).self)
    }
    """
  }

  private func row(_ property: StoredProperty, slot: Int) -> String {
    var parts = ["\"\(plain(property.name))\"", "\\\(name).\(property.name)"]
    if property.isConstant { parts.append("isConstant: true") }
    if let value = property.defaultValue { parts.append("defaultValue: { \(value) }") }
    for option in ["Attribute", "Relationship"] {
      guard let attribute = property.attribute(option) else { continue }
      let arguments = attribute.arguments?.trimmedDescription ?? ""
      parts.append("metadata: { SwiftData.Schema.\(option)(\(arguments)) }")
      break
    }
    return ".init(\(parts.joined(separator: ", ")))"
  }

  /// The name without the backquotes of a keyword.
  private func plain(_ name: String) -> String {
    name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
  }

  private var inherit: String { isSubclass ? "override " : "" }

  private var typeProperty: String {
    "nonisolated \(access)\(inherit)class var _$type: SwiftData._ModelType { _$type_\(name) }"
  }

  private var firstSlot: String {
    isSubclass
      ? "nonisolated private static let _$first_\(name): Int = _$type_\(name).first"
      : "nonisolated private static var _$first_\(name): Int { 0 }"
  }

  private var marker: String {
    "nonisolated struct _SwiftDataNoType_\(name) {}"
  }

  private var storageProperty: String {
    "nonisolated \(access)\(inherit)var _$storage: SwiftData._ModelStorage { _$storage_\(name) }"
  }

  private var levels: String {
    let value = isSubclass ? "super._$levels + [_$storage_\(name)]" : "[_$storage_\(name)]"
    return "nonisolated \(access)\(inherit)var _$levels: [SwiftData._ModelStorage] { \(value) }"
  }

  private var adopt: String {
    let rest = isSubclass ? "; super._$adopt(storage)" : ""
    let body = hasOneLevel ? "{}" : "{ _$storage_\(name) = storage\(rest) }"
    return "nonisolated \(access)\(inherit)func _$adopt(_ storage: SwiftData._ModelStorage) " + body
  }

  private var initializer: String {
    let constants = properties.filter { $0.isConstant && $0.defaultValue == nil }
    var lines = properties.filter { !$0.isConstant }.map {
      "_\(plain($0.name)) = _SwiftDataNoType_\(name)()"
    }
    lines += constants.map { "self.\($0.name) = _$storage.constant(\"\(plain($0.name))\")" }
    if !hasOneLevel { lines.append("self._$storage_\(name) = _$storage") }
    if isSubclass { lines.append("super.init(_$storage: _$storage)") }
    return """
      nonisolated \(access)required init(_$storage: SwiftData._ModelStorage) {
        \(lines.joined(separator: "\n  "))
      }
      """
  }

  // The names of the generic parameters hide classes of the user's that are called the same.
  private var observeAccess: String {
    """
    nonisolated internal func access<_SwiftDataMember>(keyPath: KeyPath<\(name), _SwiftDataMember>) {
      _$storage_\(name).registrar.access(self, keyPath: keyPath)
    }
    """
  }

  private var observeMutation: String {
    """
    nonisolated internal func withMutation<_SwiftDataMember, _SwiftDataResult>(
      keyPath: KeyPath<\(name), _SwiftDataMember>, _ mutation: () throws -> _SwiftDataResult
    ) rethrows -> _SwiftDataResult {
      try _$storage_\(name).registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }
    """
  }
}
