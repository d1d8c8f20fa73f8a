import Foundation
import Testing

@testable import DoctorCLI

/// The stores that `Scripts/broken-samples.sh` makes get the verdicts that their folders are named after.
@Suite struct BrokenSamplesTests {
  /// Runs the script.
  static func make(in folder: String) throws {
    let script = CommandFixture.samples.appending(path: "../Scripts/broken-samples.sh")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [script.path, folder]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test func eachHasTheVerdictOfItsName() throws {
    let fixture = try DiagnoseFixture()
    try Self.make(in: fixture.path("broken"))
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.path("broken"))
    #expect(names.count == 16)
    for name in names.sorted() {
      let own = FileManager.default.fileExists(atPath: fixture.path("broken/\(name)/Sources"))
      let models = own ? "{dir}/broken/\(name)/Sources" : "{samples}/Notes/Sources"
      let (answer, code) = try fixture.diagnose(
        "{dir}/broken/\(name)/notes.store --model \(models)")
      #expect(answer.verdict == name)
      #expect(code == (name.hasPrefix("opens") ? 0 : 1), "\(name)")
    }
  }
}
