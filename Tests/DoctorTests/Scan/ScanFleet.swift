import Foundation
import TestSupport

/// Copies of a few stores, one in ten damaged at a place that its number decides.
final class ScanFleet {
  static let tool = BuiltTool.path
  let url = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")

  init(_ count: Int) throws {
    let samples = ["Notes/notes-1.0.0.store", "Notes/notes-2.0.0.store", "Music/music.store"]
      .map { CommandFixture.samples.appending(path: $0) }
    let contents = try samples.map { try Data(contentsOf: $0) }
    for number in 0..<count {
      var bytes = contents[number % contents.count]
      if number % 10 == 3 {
        let place = number * 7919 % (bytes.count - 4096)
        switch number / 10 % 3 {
        case 0: bytes = bytes.prefix(place)
        case 1: bytes.replaceSubrange(place..<place + 2000, with: Data(count: 2000))
        default: for index in place..<place + 400 { bytes[index] = UInt8(index & 0xff) ^ 0xa5 }
        }
      }
      let folder = url.appending(path: "user-\(number % 7)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try bytes.write(to: folder.appending(path: "\(number).store"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Runs a script in the folder; the tool is `$1`.
  func run(_ script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script, "bash", Self.tool]
    process.currentDirectoryURL = url
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines of a scan of the folder.
  func lines(_ options: String) throws -> String {
    try run("\"$1\" scan . --quiet \(options)")
  }
}

/// What tests of many stores need of the system.
enum ScanPrograms {
  static let hasTool = BuiltTool.exists
  static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
  static let hasZstd = FileManager.default.isExecutableFile(atPath: "/usr/bin/zstd")
}
