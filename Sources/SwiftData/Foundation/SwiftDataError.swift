public import Foundation

/// What can go wrong with a container, a context or a fetch. The names are those of Apple's SDK;
/// `explanation` says what it is about here.
public struct SwiftDataError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  let name: String
  /// What exactly is wrong, for people.
  public let explanation: String?
  /// What was thrown below, such as the engine's or a migration closure's own error.
  public let underlyingError: (any Error)?

  private init(name: String) {
    self.name = name
    explanation = nil
    underlyingError = nil
  }

  init(_ error: SwiftDataError, _ explanation: String) {
    name = error.name
    self.explanation = explanation
    underlyingError = nil
  }

  init(_ error: SwiftDataError, _ cause: any Error) {
    name = error.name
    explanation = "\(cause)"
    underlyingError = cause
  }

  /// Errors are equal when they are of one kind, whatever they say.
  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool {
    left.name == right.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Lets `catch SwiftDataError.unknownSchema` catch every error of that kind.
  public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool {
    (error as? SwiftDataError) == pattern
  }

  public var description: String {
    "SwiftDataError.\(name)" + (explanation.map { ": \($0)" } ?? "")
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension SwiftDataError {
  /// The store's version comes after the container's.
  public static let backwardMigration = Self(name: "backwardMigration")
  /// The name of a configuration has a character that no file name has.
  public static let configurationFileNameContainsInvalidCharacters = Self(
    name: "configurationFileNameContainsInvalidCharacters")
  /// The file of a configuration has a name that is too long.
  public static let configurationFileNameTooLong = Self(name: "configurationFileNameTooLong")
  /// A configuration has models that the container's schema lacks.
  public static let configurationSchemaNotFoundInContainerSchema = Self(
    name: "configurationSchemaNotFoundInContainerSchema")
  /// Two configurations of a container have one name.
  public static let duplicateConfiguration = Self(name: "duplicateConfiguration")
  /// Not thrown here: a token stays good when transactions before it are deleted.
  public static let historyTokenExpired = Self(name: "historyTokenExpired")
  /// Not thrown here: a fetch in batches may count changes that are not saved.
  public static let includePendingChangesWithBatchSize = Self(
    name: "includePendingChangesWithBatchSize")
  /// No store of the container keeps a history of the kind that was asked for.
  public static let invalidTransactionFetchRequest = Self(name: "invalidTransactionFetchRequest")
  /// A store cannot be opened, made or migrated, or the schema is not fit for CloudKit.
  public static let loadIssueModelContainer = Self(name: "loadIssueModelContainer")
  /// Not thrown here: objects without a context keep their values.
  public static let missingModelContext = Self(name: "missingModelContext")
  /// Not thrown here: a save that refuses values throws a `CocoaError`.
  public static let modelValidationFailure = Self(name: "modelValidationFailure")
  /// Not thrown here.
  public static let sortingPendingChangesWithIdentifiers = Self(
    name: "sortingPendingChangesWithIdentifiers")
  /// A newer container has migrated the file, so that this one cannot use it any more.
  public static let unknownDataStoreSchema = Self(name: "unknownDataStoreSchema")
  /// A class is not in the container's schema.
  public static let unknownSchema = Self(name: "unknownSchema")
  /// A key path to prefetch names no relationship.
  public static let unsupportedKeyPath = Self(name: "unsupportedKeyPath")
  /// A predicate that is evaluated over the objects failed there, or asks for an opaque attribute.
  public static let unsupportedPredicate = Self(name: "unsupportedPredicate")
  /// An opaque attribute has no order; what else has none in SQL is sorted in memory.
  public static let unsupportedSortDescriptor = Self(name: "unsupportedSortDescriptor")
}
