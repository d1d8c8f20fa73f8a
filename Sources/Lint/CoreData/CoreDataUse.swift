internal import SwiftSyntax

/// What code around Core Data says of its stores: whether they are mirrored to CloudKit, and whether
/// it migrates them itself.
struct CoreDataUse: Sendable, Codable {
  /// The models that an `NSPersistentCloudKitContainer` is made for.
  var names: Set<String> = []
  /// Whether one is made with a name that is not written there.
  var hasUnknownName = false
  /// Whether a container that mirrors nothing is made.
  var makesPlain = false
  /// Whether the iCloud container of a store is named.
  var namesContainer = false
  /// Whether a store is taken out of the mirror.
  var takesOut = false
  /// Whether mappings or stages are made in code, which may do anything.
  var migrates = false
  /// The configurations that stores are opened with.
  var configurations: Set<String> = []
  /// Whether a store may be opened with one whose name is not written there, or with none.
  var opensOther = false
  /// The configurations of the stores that are mirrored, and whether one is whose configuration is not written
  /// beside its options.
  var mirrored: Set<String> = []
  var mirrorsOther = false
  /// What is held against the models.
  var code = CoreDataCode()

  mutating func formUnion(_ other: CoreDataUse) {
    names.formUnion(other.names)
    hasUnknownName = hasUnknownName || other.hasUnknownName
    makesPlain = makesPlain || other.makesPlain
    namesContainer = namesContainer || other.namesContainer
    takesOut = takesOut || other.takesOut
    migrates = migrates || other.migrates
    configurations.formUnion(other.configurations)
    opensOther = opensOther || other.opensOther
    mirrored.formUnion(other.mirrored)
    mirrorsOther = mirrorsOther || other.mirrorsOther
    code.formUnion(other.code)
  }

  /// Whether the model of that name is opened by a container that mirrors it, as far as is said.
  ///
  /// - Parameter ofSeveral: whether there are other models, which a name that is not known may mean.
  func mayMirror(_ name: String, ofSeveral: Bool) -> Bool {
    // A description without options is often meant for tests and previews; which it is, is not known.
    guard !takesOut || namesContainer else { return false }
    return names.contains(name) || hasUnknownName && !ofSeveral
  }

  /// Whether code opens the stores, and none of it mirrors them.
  var mirrorsNothing: Bool { makesPlain && names.isEmpty && !hasUnknownName && !namesContainer }

  static let migrators: Set<String> = [
    "NSCustomMigrationStage", "NSMappingModel", "NSMigrationManager", "NSStagedMigrationManager",
  ]

  mutating func note(_ node: Syntax) {
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text {
      migrates = migrates || Self.migrators.contains(name)
    } else if node.namesCloudContainer {
      hasUnknownName = true
    } else if let call = node.as(FunctionCallExprSyntax.self) {
      switch call.name {
      case "NSPersistentCloudKitContainer":
        if let name = call.argument("name")?.literalText {
          names.insert(name)
        } else if call.argument("name") != nil {
          hasUnknownName = true
        }
      case "NSPersistentContainer": makesPlain = true
      case "NSPersistentCloudKitContainerOptions": namesContainer = true
      default: break
      }
      if let given = call.configuration { note(configuration: given) }
    } else if let given = node.as(SequenceExprSyntax.self)?.configuration {
      note(configuration: given)
    } else if let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      let first = sequence.elements.first, let last = sequence.elements.last,
      first.lastName == "cloudKitContainerOptions"
    {
      if last.is(NilLiteralExprSyntax.self) {
        takesOut = true
      } else if let name = sequence.configurationBeside(first) {
        mirrored.insert(name)
      } else {
        mirrorsOther = true
      }
    }
  }

  private mutating func note(configuration: ExprSyntax) {
    if let name = configuration.literalText {
      configurations.insert(name)
    } else {
      opensOther = true
    }
  }
}

extension Syntax {
  /// Another name for such a container, or a class of them.
  fileprivate var namesCloudContainer: Bool {
    let name = "NSPersistentCloudKitContainer"
    if let other = self.as(TypeAliasDeclSyntax.self) {
      return other.initializer.value.dottedName?.lastPart == name
    }
    return self.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type.dottedName
      == name
  }
}

extension FunctionCallExprSyntax {
  /// The configuration in a call that adds a store.
  var configuration: ExprSyntax? {
    name == "addPersistentStore" ? argument("configurationName") ?? argument("configuration") : nil
  }
}

extension SequenceExprSyntax {
  /// The configuration in `description.configuration = "Cloud"`.
  var configuration: ExprSyntax? {
    guard elements.count == 3, let target = elements.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "configuration",
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let base = target.base?.lastName?.lowercased(),
      base.contains("desc") || base.contains("store")
        || target.base?.as(DeclReferenceExprSyntax.self)?.localValue?.call?.name
          == "NSPersistentStoreDescription"
    else { return nil }
    return elements.last
  }
}

extension ExprSyntax {
  /// The text of a string literal without interpolation.
  var literalText: String? {
    guard let literal = unwrapped.as(StringLiteralExprSyntax.self), literal.segments.count == 1,
      case .stringSegment(let segment)? = literal.segments.first
    else { return nil }
    return segment.content.text
  }
}

extension SequenceExprSyntax {
  /// The configuration that a description is given in the function that gives it options of CloudKit, also where it is
  /// a copy of another description: `cloud.configuration = "Cloud"`.
  fileprivate func configurationBeside(_ options: ExprSyntax) -> String? {
    guard let base = options.as(MemberAccessExprSyntax.self)?.base,
      let description = base.unwrapped.as(DeclReferenceExprSyntax.self),
      let body = enclosingBody, body.isHandwritten
    else { return nil }
    var names: Set = [description.baseName.text]
    if let copied = description.localValue?.withoutCast.call, copied.name == "copy",
      let first = copied.receiver?.lastName
    {
      names.insert(first)
    }
    var found: Set<String?> = []
    body.forEachDescendant { node in
      guard let terms = node.as(ExprListSyntax.self), terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first?.as(MemberAccessExprSyntax.self),
        target.declName.baseName.text == "configuration",
        let owner = target.base?.lastName, names.contains(owner)
      else { return true }
      found.insert(terms.last?.literalText)
      return true
    }
    return found.count == 1 ? found.first ?? nil : nil
  }
}
