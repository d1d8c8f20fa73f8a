import Foundation
import StoreDoctor
import Testing

@testable import DoctorCLI
@testable import PlanExecution

/// `rehearse` with closures, which are compiled once for all stores.
@Suite(
  "Rehearsals with closures", .serialized,
  .enabled(if: PlanFixture.isAvailable, "there is no installed module"))
struct RehearsePlanTests {
  private func stores(_ count: Int, in fixture: PlanFixture) throws -> String {
    let many = fixture.folder.appending(path: "many")
    try FileManager.default.createDirectory(at: many, withIntermediateDirectories: true)
    let samples = ["notes-1.0.0", "notes-1.1.0", "notes-2.0.0"]
    for number in 0..<count {
      try FileManager.default.copyItem(
        at: CommandFixture.samples.appending(path: "Notes/\(samples[number % 3]).store"),
        to: many.appending(path: "\(number).store"))
    }
    return many.path
  }

  private func rehearse(
    _ fixture: PlanFixture, _ options: [String] = []
  ) throws -> (text: String, code: Int32) {
    fixture.run(
      ["rehearse", "--model", fixture.path("Sources"), "--stores", fixture.path("many")]
        + ["--jobs", "0", "--quiet"] + options)
  }

  @Test func aPlanIsCompiledOnce() throws {
    let fixture = try PlanFixture()
    fixture.cache = fixture.folder.appending(path: "cache")
    _ = try stores(9, in: fixture)
    let first = try rehearse(fixture)
    #expect(first.code == 0 && first.text.contains("9 of 9 stores"), "\(first.text)")
    let programs = try fixture.programs()
    #expect(programs.count == 1)
    #expect(try rehearse(fixture).code == 0)
    #expect(try fixture.programs() == programs)
  }

  @Test func aClosureThatStopsIsNamedWithItsStage() throws {
    let fixture = try PlanFixture { $0.withWillMigrate("      fatalError(\"no way\")") }
    _ = try stores(6, in: fixture)
    let (text, code) = try rehearse(fixture)
    #expect(code == 1 && text.contains("2 of 6 stores"), "\(text)")
    #expect(text.contains("4 stores, failed in the stage '"), "\(text)")
    #expect(text.contains("no way"), "\(text)")
  }

  @Test func codeThatDoesNotCompileIsSaidOnce() throws {
    let fixture = try PlanFixture { $0.withWillMigrate("      let x: Int = \"text\"") }
    _ = try stores(6, in: fixture)
    let (text, code) = try rehearse(fixture)
    #expect(code == 1 && text.contains("2 of 6 stores"), "\(text)")
    #expect(text.contains("[plan-does-not-compile]"), "\(text)")
    #expect(text.contains("NotesMigrationPlan.swift:"), "\(text)")
  }

  @Test func withoutClosuresNothingPasses() throws {
    let fixture = try PlanFixture()
    _ = try stores(3, in: fixture)
    let (text, code) = try rehearse(fixture, ["--skip-closures"])
    #expect(code == 1 && text.contains("1 of 3 stores"), "\(text)")
    #expect(text.contains("partial"), "\(text)")
  }
}
