public import Foundation

// Folders of an app that Foundation on Linux names in `FileManager` alone. They are there, as in an app.

extension URL {
  /// The user's documents.
  public static var documentsDirectory: URL { folder(.documentDirectory, "Documents") }

  /// What the app keeps for itself.
  public static var applicationSupportDirectory: URL {
    folder(.applicationSupportDirectory, "Library/Application Support")
  }

  /// What can be made again.
  public static var cachesDirectory: URL { folder(.cachesDirectory, "Library/Caches") }

  /// What lies beside documents.
  public static var libraryDirectory: URL { folder(.libraryDirectory, "Library") }

  /// What the user has fetched.
  public static var downloadsDirectory: URL { folder(.downloadsDirectory, "Downloads") }

  /// The one that `FileManager` gives, where it knows of one.
  private static func folder(_ directory: FileManager.SearchPathDirectory, _ name: String) -> URL {
    let folder =
      FileManager.default.urls(for: directory, in: .userDomainMask).first
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(name)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
