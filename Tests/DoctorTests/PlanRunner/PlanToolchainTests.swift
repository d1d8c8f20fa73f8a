import Foundation
import Testing

@testable import DoctorCLI
@testable import StoreDoctor

/// A tool that was built and not installed compiles plans with what lies in its build folder.
@Suite("The module of a build folder")
struct PlanToolchainTests {
  @Test("its macros may be run by the confined compiler", .enabled(if: PlanFixture.hasTool))
  func macros() throws {
    let fixture = try PlanFixture()
    fixture.variables["STOREDOCTOR_RUNTIME"] = ""
    let result = fixture.migrate()
    #expect(result.code == 0, "\(result.text)")
  }
}
