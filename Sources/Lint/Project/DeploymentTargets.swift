internal import ModelInputs
internal import PlatformFoundation
internal import StoreEngine

/// The oldest systems that an app says it runs on: what a newer one has come with is no advice. And whether
/// its code runs on the main actor unless it says something else.
public struct DeploymentTargets: Sendable {
  /// The highest number that is written for iOS, and for macOS where nothing is said of iOS: projects
  /// repeat the setting for each target, and what belongs to tests may be older.
  private(set) var iOS: Int?
  private(set) var macOS: Int?
  /// Whether a target binds its types and functions to the main actor, or to their callers, by itself.
  private(set) var isMainByDefault = false

  /// Nothing is known.
  public init() {}

  /// Whether the app certainly runs on systems older than these.
  func areBelow(iOS: Int, macOS: Int) -> Bool {
    if let own = self.iOS { return own < iOS }
    return self.macOS.map { $0 < macOS } ?? false
  }

  private static let mostBytes = 64 << 20

  /// Reads projects of Xcode, and of what makes them, beside and above files of Swift.
  mutating func read(projects: [String], besides files: [String], below folder: String) {
    var places = Set(projects)
    var folders: Set<String> = []
    for file in files {
      var next = file.deletingLastPathComponent
      while folders.insert(next).inserted {
        for name in ["project.yml", "Package.swift"] {
          let place = next.appending(component: name)
          if FilePath.isRegularFile(place) { places.insert(place) }
        }
        guard next.count > folder.count, next.hasPrefix(folder) else { break }
        next = next.deletingLastPathComponent
      }
    }
    for place in places.sorted() {
      guard let bytes = try? InputFile.bytes(of: place, limit: Self.mostBytes) else { continue }
      note(bytes)
    }
  }

  /// What one of these files says.
  mutating func note(_ bytes: [UInt8]) {
    isMainByDefault = isMainByDefault || Self.isolations.contains(where: bytes.has)
    for (key, path) in Self.keys {
      var place = 0
      while let found = bytes.place(of: key, from: place) {
        place = found + key.utf8CodeUnitCount
        let digits = bytes[place...].prefix { $0 != 0x0A && $0 != 0x0D }.prefix(12)
          .drop { !$0.isDigit }.prefix(while: \.isDigit)
        guard let number = Int(String(decoding: digits, as: UTF8.self)), number > 3 else {
          continue
        }
        self[keyPath: path] = max(self[keyPath: path] ?? 0, number)
      }
    }
  }

  private static let isolations: [StaticString] = [
    "SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor", "SWIFT_DEFAULT_ACTOR_ISOLATION: MainActor",
    "defaultIsolation(MainActor",
    // Functions of no actor then run where their caller does.
    "NonisolatedNonsendingByDefault", "SWIFT_APPROACHABLE_CONCURRENCY = YES",
    "SWIFT_APPROACHABLE_CONCURRENCY: YES",
  ]

  private static var keys: [(StaticString, WritableKeyPath<DeploymentTargets, Int?>)] {
    [
      ("IPHONEOS_DEPLOYMENT_TARGET", \.iOS), ("iOS: ", \.iOS), (".iOS(", \.iOS),
      ("MACOSX_DEPLOYMENT_TARGET", \.macOS), ("macOS: ", \.macOS), (".macOS(", \.macOS),
    ]
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
