public import Foundation

/// Where and how the objects of a schema are kept.
public struct ModelConfiguration: DataStoreConfiguration, Identifiable, Sendable,
  CustomDebugStringConvertible
{
  /// A shared folder, which exists only on Apple's systems; accepted and noted.
  public enum GroupContainer: Hashable, Sendable {
    /// The first one that the app may use, and none here.
    case automatic
    /// No shared folder.
    case none
    /// The folder of the group with the identifier.
    case identifier(String)
  }

  /// Mirroring to CloudKit: nothing is sent from here, but the schema is held to its rules.
  public enum CloudKitDatabase: Hashable, Sendable {
    /// The first container that the app may use; the schema is not checked then.
    case automatic
    /// No mirroring.
    case none
    /// The private database of the container with the identifier.
    case `private`(String)
  }

  /// Different for each configuration of a container.
  public let name: String
  /// The models of this configuration; nil for all of the container's.
  public var schema: Schema?
  /// The file of the store.
  public var url: URL
  /// Whether the store is gone with the container; each container has one of its own then.
  public let isStoredInMemoryOnly: Bool
  /// Whether the store may be made, migrated and changed.
  public let allowsSave: Bool
  /// Asked for, though there are no shared folders here.
  public let groupContainer: GroupContainer
  /// Whose rules the schema is held to.
  public let cloudKitDatabase: CloudKitDatabase
  /// Whether a save waits until it is on the disk. Not so for a copy that is thrown away when anything fails.
  package var isDurable = true

  /// The class of its store; a container opens the file itself.
  public typealias Store = DefaultStore
  /// The same as `name`.
  public typealias ID = String
  /// The same as `name`.
  public var id: String { name }
  /// The group whose shared folder was asked for.
  public var groupAppContainerIdentifier: String? {
    if case .identifier(let name) = groupContainer { name } else { nil }
  }

  /// The CloudKit container to whose rules the schema is held.
  public var cloudKitContainerIdentifier: String? {
    if case .private(let name) = cloudKitDatabase { name } else { nil }
  }

  /// A store in the folder for application support, `default.store` unless named, or in memory.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false,
    allowsSave: Bool = true, groupContainer: GroupContainer = .automatic,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? "default"
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    url = Self.defaultURL(self.name)
  }

  /// A store in the file, named after it unless a name is given.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.schema = schema
    self.url = url
    isStoredInMemoryOnly = false
    self.allowsSave = allowsSave
    groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
  }

  /// A default store for the classes and what they relate to.
  @_disfavoredOverload
  public init(
    for types: any PersistentModel.Type..., isStoredInMemoryOnly: Bool
  ) {
    self.init(nil, schema: Schema(types), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// A default store, in memory or in its file.
  public init(isStoredInMemoryOnly: Bool) {
    self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// `NAME.store` in the folder for application support.
  private static func defaultURL(_ name: String) -> URL {
    let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    return (folder.first ?? URL(fileURLWithPath: "."))
      .appendingPathComponent("\(name).store", isDirectory: false)
  }

  /// Throws when the file cannot have its name.
  public func validate() throws {
    if isStoredInMemoryOnly { return }
    let file = url.lastPathComponent
    if name.contains("/") || file.contains("\0") || name.contains("\0") {
      throw SwiftDataError(
        .configurationFileNameContainsInvalidCharacters,
        "'\(name)' cannot be the name of a file: it has a '/' or a zero byte")
    }
    if file.utf8.count > 255 {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        "a file's name has at most 255 bytes, and '\(file.prefix(20))…' has \(file.utf8.count)")
    }
  }

  public static func == (left: ModelConfiguration, right: ModelConfiguration) -> Bool {
    left.name == right.name && left.url == right.url
      && left.isStoredInMemoryOnly == right.isStoredInMemoryOnly
      && left.allowsSave == right.allowsSave && left.cloudKitDatabase == right.cloudKitDatabase
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
  }

  /// The name, and where the store is.
  public var debugDescription: String {
    "ModelConfiguration '\(name)' \(isStoredInMemoryOnly ? "in memory" : url.path)"
  }
}
