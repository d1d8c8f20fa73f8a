public import Foundation

/// What can go wrong with a container, a context or a fetch. The names are those of Apple's SDK;
/// `explanation` says what it is about here.
public struct SwiftDataError: Error, Equatable, Sendable, CustomStringConvertible, LocalizedError {
  enum Kind: String, Sendable {
    case backwardMigration, configurationFileNameContainsInvalidCharacters
    case configurationFileNameTooLong, configurationSchemaNotFoundInContainerSchema
    case duplicateConfiguration, historyTokenExpired, includePendingChangesWithBatchSize
    case invalidTransactionFetchRequest, loadIssueModelContainer, missingModelContext
    case modelValidationFailure, sortingPendingChangesWithIdentifiers, unknownSchema
    case unknownDataStoreSchema, unsupportedKeyPath, unsupportedPredicate, unsupportedSortDescriptor
  }

  let kind: Kind
  /// What exactly is wrong, for people.
  public let explanation: String?
  /// What was thrown below, such as the engine's or a migration closure's own error.
  public let underlyingError: (any Error)?

  init(_ kind: Kind, _ explanation: String? = nil) {
    self.kind = kind
    self.explanation = explanation
    underlyingError = nil
  }

  init(_ kind: Kind, _ cause: any Error) {
    self.kind = kind
    explanation = "\(cause)"
    underlyingError = cause
  }

  /// Errors are equal when they are of one kind, whatever they say.
  public static func == (left: SwiftDataError, right: SwiftDataError) -> Bool {
    left.kind == right.kind
  }

  public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool {
    (error as? SwiftDataError) == pattern
  }

  public var description: String {
    "SwiftDataError.\(kind.rawValue)" + (explanation.map { ": \($0)" } ?? "")
  }

  public var errorDescription: String? { description }

  public static let backwardMigration = SwiftDataError(.backwardMigration)
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters)
  public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema)
  public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)
  public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize)
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest)
  public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
  public static let missingModelContext = SwiftDataError(.missingModelContext)
  public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers)
  public static let unknownDataStoreSchema = SwiftDataError(.unknownDataStoreSchema)
  public static let unknownSchema = SwiftDataError(.unknownSchema)
  public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
  public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
  public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)

  static func invalidPrefetch(_ keyPath: String) -> SwiftDataError {
    SwiftDataError(
      .unsupportedKeyPath, "'\(keyPath)' is no relationship, so it cannot be prefetched")
  }
}
