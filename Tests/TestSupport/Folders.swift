public import Foundation

/// Where the tests find the files of the package.
public enum Folders {
  public static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().standardized

  public static let samples = package.appending(path: "Samples")
  public static let fixtures = package.appending(path: "Tests/Fixtures")
}
