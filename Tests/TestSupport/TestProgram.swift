public import Foundation

/// Programs that tests run to their end.
public enum TestProgram {
  /// What a program prints, messages included, and how it ends.
  public static func run(
    _ words: [String], in folder: URL? = nil, environment: [String: String]? = nil
  ) throws -> (text: String, code: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    if let folder { process.currentDirectoryURL = folder }
    if let environment { process.environment = environment }
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }
}
