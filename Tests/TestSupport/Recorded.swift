public import Foundation

/// The one way tests compare a text with a file of the package.
///
/// With RECORD_SNAPSHOTS=1 the files are written. A run that writes never passes, because what it
/// wrote has been compared with nothing.
public enum Recorded {
  public static let isRecording =
    ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  /// - Throws: `Difference` unless the file is there and holds exactly this text.
  public static func expect(
    _ text: String, at file: URL, recording: Bool = isRecording
  ) throws {
    let name = file.path.replacingOccurrences(of: Folders.package.path + "/", with: "")
    if recording {
      try Data(text.utf8).write(to: file)
      throw Difference("\(name): recorded, run again without RECORD_SNAPSHOTS")
    }
    guard let data = FileManager.default.contents(atPath: file.path) else {
      throw Difference("\(name) is missing; RECORD_SNAPSHOTS=1 writes it")
    }
    let expected = String(decoding: data, as: UTF8.self)
    guard data != Data(text.utf8) else { return }
    let (old, new) = (lines(expected), lines(text))
    let place =
      zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    func line(_ lines: [Substring]) -> String {
      place < lines.count ? "'\(lines[place])'" : "the end"
    }
    throw Difference(
      "\(name), line \(place + 1): expected \(line(old)), got \(line(new)); "
        + "RECORD_SNAPSHOTS=1 writes what came")
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  public struct Difference: Error, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
  }
}
