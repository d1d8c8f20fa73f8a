public import Foundation

/// The tool that was built with the tests, beside them.
public enum BuiltTool {
  public static let url = Bundle.main.bundleURL.appending(path: "storedoctor")
  public static let path = url.path
  public static let exists = FileManager.default.isExecutableFile(atPath: path)
}
