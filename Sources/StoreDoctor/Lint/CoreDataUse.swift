internal import SwiftSyntax

/// What code around Core Data says of its stores: whether they are mirrored to CloudKit, and whether
/// it migrates them itself.
struct CoreDataUse: Sendable, Codable {
  /// The models that an `NSPersistentCloudKitContainer` is made for.
  var names: Set<String> = []
  /// Whether one is made with a name that is not written there.
  var hasUnknownName = false
  /// Whether the iCloud container of a store is named.
  var namesContainer = false
  /// Whether a store is taken out of the mirror.
  var takesOut = false
  /// Whether mappings or stages are made in code, which may do anything.
  var migrates = false

  mutating func formUnion(_ other: CoreDataUse) {
    names.formUnion(other.names)
    hasUnknownName = hasUnknownName || other.hasUnknownName
    namesContainer = namesContainer || other.namesContainer
    takesOut = takesOut || other.takesOut
    migrates = migrates || other.migrates
  }

  /// Whether the model of that name is opened by a container that mirrors it, as far as is said.
  ///
  /// - Parameter ofSeveral: whether there are other models, which a name that is not known may mean.
  func mayMirror(_ name: String, ofSeveral: Bool) -> Bool {
    // A description without options is often meant for tests and previews; which it is, is not known.
    guard !takesOut || namesContainer else { return false }
    return names.contains(name) || hasUnknownName && !ofSeveral
  }

  private static let migrators: Set<String> = [
    "NSCustomMigrationStage", "NSMappingModel", "NSMigrationManager", "NSStagedMigrationManager",
  ]

  mutating func note(_ node: Syntax) {
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text {
      migrates = migrates || Self.migrators.contains(name)
    } else if let call = node.as(FunctionCallExprSyntax.self) {
      switch call.name {
      case "NSPersistentCloudKitContainer":
        if let name = call.argument("name")?.literalText {
          names.insert(name)
        } else if call.argument("name") != nil {
          hasUnknownName = true
        }
      case "NSPersistentCloudKitContainerOptions": namesContainer = true
      default: break
      }
    } else if let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      let first = sequence.elements.first, let last = sequence.elements.last,
      first.lastName == "cloudKitContainerOptions", last.is(NilLiteralExprSyntax.self)
    {
      takesOut = true
    }
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
