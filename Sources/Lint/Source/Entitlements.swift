internal import StoreEngine

/// What an app is signed to use, as far as it concerns its stores.
public struct Entitlements: Sendable, Hashable {
  /// The file, as found.
  public var path: String
  /// Whether the app has an iCloud container, which '.automatic' mirrors stores to.
  public var hasCloudContainer: Bool
  /// The app groups, in whose folders stores may be shared.
  var groups: [String]

  /// Text that is no property list names no container.
  ///
  /// - Parameter text: the property list, in XML.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// - Parameter bytes: the property list, in XML or binary.
  init(path: String, bytes: [UInt8]) {
    self.path = path
    let list = (try? PropertyList.read(bytes))?.dictionary
    groups =
      list?["com.apple.security.application-groups"]?.array?.compactMap(\.string) ?? []
    // A list without an element, as Xcode leaves it behind, is no container.
    let containers = list?["com.apple.developer.icloud-container-identifiers"]?.array ?? []
    // iCloud documents have containers, too. Old projects leave the services out.
    let services = list?["com.apple.developer.icloud-services"]
    let isCloudKit =
      services?.array.map { $0.contains { $0.string?.hasPrefix("CloudKit") ?? false } } ?? true
    hasCloudContainer = containers.contains { $0.string?.isEmpty == false } && isCloudKit
  }

  /// The folder, which usually holds the sources of the app.
  var folder: String { path.deletingLastPathComponent }
}

/// What is known about the iCloud containers of the apps in the input.
struct CloudEvidence: Sendable {
  var entitlements: [Entitlements] = []
  /// Whether the source works with CloudKit itself.
  var usesCloudKit = false

  /// Whether the app around a file has an iCloud container for certain.
  func isCertain(at path: String) -> Bool {
    entitlements.contains {
      $0.hasCloudContainer && ($0.folder.isEmpty || path.hasPrefix($0.folder + "/"))
    }
  }

  /// The app group that the app around a file keeps its stores in where it names no other: the first.
  func group(at path: String) -> String? {
    entitlements.filter { !$0.folder.isEmpty && path.hasPrefix($0.folder + "/") }
      .max { $0.folder.count < $1.folder.count }?.groups.first
  }

  /// Whether an app or an extension is in a group: its default store is in the folder of the first.
  var hasGroup: Bool { entitlements.contains { !$0.groups.isEmpty } }

  /// Whether anything says that one of the apps has one.
  var isLikely: Bool { usesCloudKit || entitlements.contains(where: \.hasCloudContainer) }

  /// Whether the entitlements are there and name none.
  var isRuledOut: Bool {
    !entitlements.isEmpty && !entitlements.contains(where: \.hasCloudContainer)
  }
}
