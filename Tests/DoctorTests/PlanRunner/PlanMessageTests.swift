import Foundation
import StoreModel
import Testing

@testable import Diagnostics
@testable import ModelSource
@testable import PlanExecution
@testable import StoreDoctor
@testable import StoreEngine

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
        == "only Apple's systems have 'UIColor'; keep it out of the models and of the plan, or try the "
        + "migration on a device")
    #expect(findings.map(\.rule) == ["plan-needs-apple", "plan-does-not-compile"])
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

  @Test("an error in a file that a macro made has no place of its own")
  func macroFiles() {
    let made = "/tmp/swift-generated-sources/@__swiftmacro_4plan3A0F.swift"
    let messages = CompilerMessages(
      """
      \(made):3:7: error: cannot find 'Theme' in scope
      \(made):4:7: error: cannot find 'Palette' in scope
      Todo.swift:9:21: error: cannot find 'Theme' in scope
      """)
    #expect(messages.errors.map(\.missingName) == ["Palette", "Theme"])
    #expect(messages.errors.map(\.location?.path) == [nil, "Todo.swift"])
  }

  @Test("of functions that share a name, the one that cannot be compiled is found")
  func overloads() {
    let error = CompilerMessages.Message(
      text: "type 'Log' has no member 'snapshot(of:)'", location: Location(path: "a", line: 1))
    func leftOut(_ line: Int, _ why: String) -> PlanSlice.LeftOut {
      .init(
        name: "snapshot", why: why, location: Location(path: "b", line: line),
        error: Location(path: "b", line: line + 1))
    }
    let slice = PlanSlice(
      plan: "Plan", planPath: "a", files: [SourceFile(path: "a", text: "")], substitutes: "",
      leftOut: [
        leftOut(10, "type 'Log' has no member 'snapshot'"),
        leftOut(20, "extra argument 'grams' in call"),
      ], missingModules: [:])
    let findings = PlanProblems(slice: slice).findings([error])
    #expect(findings.map(\.message) == ["extra argument 'grams' in call, which 'snapshot' needs"])
    #expect(findings.first?.location?.line == 21)
  }

  @Test("a type without an initializer lacks what its initializer needs")
  func initializers() {
    let errors = CompilerMessages(
      """
      b:15:7: error: @Model requires an initializer be provided for 'Die' (from macro 'Model')
      b:2:3: error: extra argument 'sides' in call
      b:2:9: error: cannot infer contextual base in reference to member 'six'
      b:3:3: error: extra argument 'grams' in call
      """
    ).errors
    func leftOut(_ name: String, _ owner: String?, _ line: Int, _ why: String) -> PlanSlice.LeftOut
    {
      .init(
        name: name, owner: owner, why: why, location: Location(path: "b", line: line),
        error: Location(path: "b", line: line + 1))
    }
    let slice = PlanSlice(
      plan: "Plan", planPath: "b",
      files: [SourceFile(path: "b", text: "\nV2.Die(sides: .six)\nUnitMass(grams: 1)")],
      substitutes: "",
      leftOut: [
        leftOut("init", "Dice", 10, "nothing of this class"),
        leftOut("init", "Die", 20, "cannot find type 'Sides' in scope"),
        leftOut("Sides", nil, 30, "unknown attribute 'stringConvertible'"),
      ], missingModules: [:])
    let findings = PlanProblems(slice: slice).findings(errors)
    #expect(
      findings.map(\.message) == [
        "unknown attribute 'stringConvertible', which 'Sides' needs", errors[3].text,
      ])
    #expect(findings.first?.help?.contains("only those of Swift and SwiftData are run") == true)
  }

  @Test(
    "an initializer that was left out is missing wherever its call begins",
    arguments: [
      ("b:3:9: error: extra argument 'sides' in call", true),
      ("b:2:3: error: cannot convert value of type 'Int' to expected argument type 'Never'", true),
      ("b:5:10: error: extra argument 'sides' in call", false),
      ("b:7:9: error: extra argument 'sides' in call", false),
    ])
  func longCalls(_ text: String, _ isMissing: Bool) throws {
    let call = """
      let die = Die(
        value(of: 1),
        sides: 6,
        grams: weight(
          sides: 6),
        made: { _ in
          sides(6) })
      """
    let slice = PlanSlice(
      plan: "Plan", planPath: "b", files: [SourceFile(path: "b", text: call)], substitutes: "",
      leftOut: [
        .init(
          name: "init", owner: "Die", why: "cannot find type 'Sides' in scope",
          location: Location(path: "b", line: 20), error: Location(path: "b", line: 21))
      ], missingModules: [:])
    let error = try #require(CompilerMessages(text).errors.first)
    let message = try #require(PlanProblems(slice: slice).findings([error]).first).message
    #expect((message == "cannot find type 'Sides' in scope, which 'init' needs") == isMissing)
  }

  @Test(
    "a module that may have the name is one of the app's, not one of Apple's",
    arguments: [
      (["AppCore", "SQLite3"], "'Coding', and 'AppCore' cannot be imported here"),
      (["SQLite3"], "or, if it is from Apple's 'SQLite3', keep it out of the plan"),
      ([], "'Coding'; add the one that does with --model"),
    ])
  func modules(_ modules: [String], _ help: String) throws {
    let error = CompilerMessages.Message(
      text: "cannot find 'Coding' in scope", location: Location(path: "a", line: 1))
    let slice = PlanSlice(
      plan: "Plan", planPath: "a", files: [SourceFile(path: "a", text: "")], substitutes: "",
      leftOut: [], missingModules: ["a": modules])
    let found = try #require(PlanProblems(slice: slice).findings([error]).first?.help)
    #expect(found.contains(help), "\(found)")
  }

  @Test("the reason of a crash is what the runtime wrote, never a line of a log")
  func reasons() {
    let logged = ["starting", "Plan.swift:1: Fatal error: a line of the log"]
    let reading = CrashReport("*** Signal 11: Backtracing from 0x1... done ***\n", files: [])
    let telling = CrashReport(
      "*** Program crashed ***\n0 0x1 _assertionFailure(_:_:file:line:flags:) + 1 in libswiftCore.so\n",
      files: [])
    let allocating = CrashReport(
      "*** Program crashed ***\n3 0x1 swift_abortAllocationFailure + 1 in libswiftCore.so\n",
      files: [])
    #expect(reading.isReported == false && telling.isReported == true)
    #expect(CrashReason(errors: logged, signal: SIGSEGV, report: reading).message == nil)
    let told = CrashReason(errors: logged, signal: SIGILL, report: telling)
    #expect(told.message == "a line of the log" && !told.isOutOfMemory)
    // What the backtracer adds is no part of it, wherever it stands.
    let noisy = [
      "Plan.swift:1: Fatal error: first line", "swift-runtime: failed to suspend thread 405",
      "second line, about a swift-runtime: one", "swift-backtrace: no symbols",
    ]
    let quiet = CrashReason(errors: noisy, signal: SIGILL, report: telling)
    #expect(quiet.message == "first line\nsecond line, about a swift-runtime: one")
    // In an installed module the innermost calls have no names, so the signal tells there, too.
    let unnamed = CrashReport(
      "*** Program crashed: Illegal instruction at 0x7f ***\n\n  0      0x00007f\n  1 [ra] 0x00007e\n"
        + "  2 [ra] 0x0056 Plan.stage + 3 in plan at Plan.swift:2:3\n", files: ["Plan.swift"])
    #expect(unnamed.isReported == nil && unnamed.places.count == 1)
    #expect(CrashReason(errors: logged, signal: SIGILL, report: unnamed).message != nil)
    #expect(CrashReason(errors: logged, signal: SIGSEGV, report: unnamed).message == nil)
    let own = CrashReport(
      "*** Program crashed ***\n0 0x0056 Plan.stage + 3 in plan at Plan.swift:2:3\n",
      files: ["Plan.swift"])
    #expect(own.isReported == false)
    // Without a report the signal tells.
    let none = CrashReport("", files: [])
    #expect(CrashReason(errors: logged, signal: SIGSEGV, report: none).message == nil)
    #expect(CrashReason(errors: logged, signal: SIGTRAP, report: none).message != nil)
    let failed = logged + ["Fatal error: failed to allocate 64 bytes of memory with alignment 16"]
    #expect(CrashReason(errors: failed, signal: SIGABRT, report: allocating).isOutOfMemory)
    #expect(!CrashReason(errors: failed, signal: SIGSEGV, report: reading).isOutOfMemory)
    // What came after it is the reason.
    let later = failed + ["Plan.swift:9: Fatal error: Index out of range"]
    #expect(!CrashReason(errors: later, signal: SIGILL, report: telling).isOutOfMemory)
  }

  static let unownedText = "unowned reference but the object was"
  static let castText = "Could not cast value of type 'A' to 'B'"

  @Test(
    "the reason is the whole text of the runtime, without what differs each time",
    arguments: [
      (["Plan.swift:3: Precondition failed: 5 letters"], "Precondition failed: 5 letters"),
      (["PlanCode/Plan.swift:3: Precondition failed"], "Precondition failed"),
      (["Plan.swift:9: Assertion failed: never: here"], "Assertion failed: never: here"),
      (["Plan.swift:9: Assertion failed"], "Assertion failed"),
      (["Plan.swift:9: Fatal error"], "fatalError()"),
      (["log", "a.swift:9: Fatal error: one", "two", "*** Signal 4 ***", "3"], "one\ntwo\n3"),
      (
        ["Fatal error: unowned reference but object 0x7f32a8004ed0 was"],
        PlanMessageTests.unownedText
      ),
      (
        ["Could not cast value of type 'A' (0x00007f1200) to 'B' (0x00007f3400)."],
        PlanMessageTests.castText
      ),
      (["Fatal error: a mask of 0xFF is no address"], "a mask of 0xFF is no address"),
      (["a log that says Precondition failed: no"], nil),
    ] as [([String], String?)])
  func wholeReason(_ errors: [String], _ reason: String?) {
    let telling = CrashReport(
      "*** Program crashed ***\n0 0x1 _assertionFailure(_:_:file:line:flags:) + 1 in libswiftCore.so\n",
      files: [])
    #expect(CrashReason(errors: errors, signal: SIGILL, report: telling).message == reason)
  }

  @Test("who calls 'abort' is told so, and who said why before is told that")
  func abort() {
    let report = CrashReport(
      "*** Program crashed ***\n0 0x1 in libSwiftData.so\n1 [ra] 0x2 planAbort() + 9 in plan at main.swift:2:66\n"
        + "2 [ra] 0x3 abort + 3 in plan\n", files: [])
    let silent = CrashReason(errors: ["log"], signal: SIGSEGV, report: report)
    #expect(silent.message == CrashReason.name(of: SIGABRT))
    let said = CrashReason(errors: ["Fatal error: full"], signal: SIGSEGV, report: report)
    #expect(said.message == "full")
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
