import StoreModel
import Testing

@testable import ModelSource
@testable import StoreDoctor

@Suite("What compilers and crashes print")
struct PlanMessageTests {
  @Test("errors are read with their places, those in macros at the macro")
  func compilerErrors() {
    let messages = CompilerMessages(
      """
      A B/Plan.swift:12:9: error: cannot find 'Level' in scope
      10 |   code
         |   `- error: cannot find 'Level' in scope
      macro expansion @Model:3:7: error: type 'X' has no member 'y'
      Note.swift:4:2: note: in expansion of macro 'Model' on class 'Note' here
      A B/Plan.swift:12:9: error: cannot find 'Level' in scope
      error: emit-module command failed
      """)
    #expect(
      messages.errors.map(\.location) == [
        Location(path: "A B/Plan.swift", line: 12, column: 9),
        Location(path: "Note.swift", line: 4, column: 2), nil,
      ])
    #expect(messages.errors.map(\.missingName) == ["Level", "y", nil])
  }

  @Test("what is missing is said before what follows from it, and nothing of generated code")
  func order() {
    let errors = CompilerMessages(
      """
      /cache/generated/macro.swift:9:28: error: no 'get' candidates
      Plan.swift:3:1: error: @Model requires an initializer be provided for 'Tag' (from macro 'Model')
      Plan.swift:9:9: error: cannot convert value
      Plan.swift:5:20: error: type annotation missing in pattern
      Plan.swift:5:7: error: cannot find type 'UIColor' in scope
      """
    ).errors
    let file = SourceFile(path: "Plan.swift", text: "")
    let slice = PlanSlice(
      plan: "Plan", planPath: "Plan.swift", files: [file], substitutes: "", leftOut: [],
      missingModules: [:])
    let findings = PlanProblems(slice: slice).findings(errors)
    #expect(findings.map(\.location?.line) == [5, 9])
    #expect(
      findings.first?.help
        == "only Apple's systems have 'UIColor'; keep it out of the models and of the plan")
    #expect(PlanProblems(slice: slice).findings(Array(errors.prefix(3))).count == 3)
  }

  @Test("what was left out for want of something else is traced to what is missing")
  func causes() {
    let errors = CompilerMessages(
      """
      Plan.swift:3:7: error: type 'Keys' has no member 'move'
      Plan.swift:4:7: error: type 'Keys' has no member 'move'
      Plan.swift:9:9: error: instance member 'debug' cannot be used on type 'Logger'; did you mean to \
      use a value of this type instead?
      """
    ).errors
    func leftOut(_ name: String, _ line: Int, _ why: String) -> PlanSlice.LeftOut {
      .init(
        name: name, why: why, location: Location(path: "Keys.swift", line: line),
        error: Location(path: "Keys.swift", line: line + 1))
    }
    let slice = PlanSlice(
      plan: "Plan", planPath: "Plan.swift", files: [SourceFile(path: "Plan.swift", text: "")],
      substitutes: "",
      leftOut: [
        leftOut("move", 10, "cannot find 'save' in scope"),
        leftOut("save", 20, "cannot find 'Vault' in scope"),
      ], missingModules: ["Keys.swift": ["VaultKit"]])
    let findings = PlanProblems(slice: slice).findings(errors)
    #expect(
      findings.map(\.message) == [
        "cannot find 'Vault' in scope, which 'save' needs",
        errors[2].text,
      ])
    #expect(findings.first?.location == Location(path: "Keys.swift", line: 21))
    #expect(findings.first?.help?.contains("'VaultKit' cannot be imported here") == true)
    #expect(findings.last?.help?.contains("a static 'debug'; add the one that does") == true)
  }

  @Test("a crash report gives the user's places, innermost first")
  func crash() {
    let report = CrashReport(
      """
      *** Swift runtime failure: arithmetic overflow ***

      Thread 0 "plan" crashed:

      0 [inlined] [system] 0x01 Swift runtime failure in plan at //<compiler-generated>
      1                    0x01 helper() + 7 in plan at /build/App Folder/Plan.swift:108:37
      2 [ra]               0x02 closure #1 in + 1 in plan at App Folder/Plan.swift:99:5
      3 [ra]               0x03 main + 2 in plan at /build/main.swift:3:1
      """, files: ["App Folder/Plan.swift"])
    #expect(report.failure == "arithmetic overflow")
    #expect(
      report.places == [
        Location(path: "App Folder/Plan.swift", line: 108, column: 37),
        Location(path: "App Folder/Plan.swift", line: 99, column: 5),
      ])
    #expect(!report.isEndlessRecursion)
  }

  @Test("code at an instruction without a line is found by its place in the program")
  func unplaced() {
    let text = """
        0      0x1234522 closure #1 in + 82 in plan at App/Plan.swift
        1 [ra] 0x1230005 main + 2 in plan at App/Plan.swift:3:1

      Images (2 omitted):

      0x0000000001230000–0x0000000001240000 0a0b plan /cache/plan
      """
    #expect(CrashReport(text, files: ["App/Plan.swift"]).unplaced == 0x4522)
    #expect(CrashReport(text, files: ["Other.swift"]).unplaced == nil)
  }

  @Test("anything at all is read without harm")
  func anything() {
    for text in [
      "", ":", ": error: ", "a:b:c: error: ", "0 at :::", "9999999999999999999999 at x:1:1",
    ] {
      #expect(CompilerMessages(text).errors.allSatisfy { $0.location == nil })
      #expect(CrashReport(text, files: ["x"]).places.count <= 1)
    }
  }

  @Test("of long output the first lines are kept and the rest is counted")
  func output() {
    var lines = OutputLines()
    let text = (1...300).map { "line \($0)\n" }.joined()
    #expect(lines.add(Array(text.utf8)[...], isError: false).count == 300)
    let kept = lines.take()
    #expect(kept.count == 201)
    #expect(kept.last == "… and 100 more lines")
    #expect(lines.take().isEmpty)
  }
}
