import ModelSource
import StoreModel
import Testing

@Suite("Calls that only report something")
struct ReportCallTests {
  private static func lines(_ code: String, around text: String) throws -> [String]? {
    let source = """
      import Tracking
      \(PlanSlicerTests.plan)
      func work(_ notes: [V1.Note], _ error: any Error) throws {
        switch notes.count {
        case 0:
          \(code)
        default: break
        }
      }
      """.replacing("{ [] }", with: "{ try? work([], Bad.one); return [] }")
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    let rows = source.split(separator: "\n", omittingEmptySubsequences: false)
    // What names a class of Apple's is tried only when the plan cannot do without it.
    _ = slicer.takeBack("work")
    let row = try #require(rows.lastIndex { $0.contains(code) })
    let start = try #require(rows[row].firstRange(of: text)).lowerBound
    let column = rows[row][..<start].utf8.count + 1
    let place = Location(path: "a.swift", line: row + 1, column: column)
    guard slicer.leaveOut(at: place, because: "cannot find it") else { return nil }
    return try PlanSlicerTests.lines(#require(slicer.slice()))
  }

  @Test(
    "become nothing when whom they tell is not there",
    arguments: [
      ("remote.send(\"done\")", "remote"), ("try? await Remote.shared.note(error)", "Remote"),
      ("Remote.main().track(\"moved\", with: [\"n\": notes.count, \"ok\": true])", "Remote"),
      ("Remote.log(.info, \"moved \\(notes.count)\")", "Remote"),
      ("Tracking.signal(\"Ü\")", "\"Ü\""),
      ("remote.send(Event.moved.name, [\"n\": notes.count])", "remote"),
      ("Remote.shared.logMove(Event.moved.rawValue)", "logMove"),
      ("let span = Remote.begin(\"move\")", "Remote"),
      ("let task = UIPath.shared.begin()", "UIPath"),
      ("UIApplication.shared.isIdleTimerDisabled = false", "UIApplication"),
      ("UIPath.shared.show(UIBezierPath(level: 1))", "UIPath"),
      ("try await UNUserNotificationCenter.current().setBadgeCount(notes.count)", "UNUser"),
    ])
  func reports(_ code: String, _ missing: String) throws {
    let lines = try #require(try Self.lines(code, around: missing))
    #expect(lines.contains("()") && !lines.contains(code))
    #expect(lines.contains { $0.hasPrefix("func work") })
  }

  @Test(
    "whatever gets objects or gives something is needed",
    arguments: [
      ("Fixer.run(\"a\", notes)", "Fixer"), ("_ = Fixer.make(\"a\")", "Fixer"),
      ("Fixer.run()", "Fixer"), ("UIPath.visit { notes.removeAll() }", "UIPath"),
      ("UIPath.shared.level = Fixer.run(notes)", "UIPath"),
      ("UIPath.shared.show(notes.fix())", "UIPath"),
      ("Fixer.run(\"a\") { print(notes) }", "Fixer"),
      ("if Fixer.has(\"a\") { print(1) }", "Fixer"), ("notes.send(\"done\")", "\"done\""),
      ("notes.send(\"done\")", "send"), ("Fixer.shared.merge(\"a\")", "merge"),
      ("let fixed = Fixer.run(notes)", "Fixer"), ("let fixer = Fixer.make()", "Fixer"),
      ("let span = fixer.size", "fixer"),
    ])
  func others(_ code: String, _ missing: String) throws {
    // The function goes as a whole then, and for good.
    let lines = try #require(try Self.lines(code, around: missing))
    #expect(!lines.contains { $0.hasPrefix("func work") })
  }

  @Test("an extension that is left out does not stand for its type")
  func extensions() throws {
    let source =
      PlanSlicerTests.plan.replacing("{ [] }", with: "{ _ = Picture.small; return [] }")
      + "\nextension Picture: Sendable {\nstatic var small: Int { 1 }\n}\n"
    var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
    let line = try #require(source.split(separator: "\n").firstIndex { $0.hasPrefix("extension") })
    let place = Location(path: "a.swift", line: line + 1, column: 11)
    let isLeftOut = slicer.leaveOut(at: place, because: "cannot find type 'Picture'")
    #expect(isLeftOut)
    #expect(try #require(slicer.slice()).leftOut.isEmpty)
  }

  @Test("a class that no store keeps can do without a property, others cannot")
  func properties() throws {
    func kept(_ type: String) throws -> [String] {
      let source =
        PlanSlicerTests.plan.replacing("{ [] }", with: "{ _ = State(); return [] }")
        + "\n\(type) State {\nvar tint: Tint = .red\nvar isDone = false\n}\n"
      var slicer = PlanSlicer([SourceFile(path: "a.swift", text: source)], plan: "Plan")
      let line = try #require(source.split(separator: "\n").firstIndex { $0.hasPrefix("var tint") })
      let place = Location(path: "a.swift", line: line + 1, column: 11)
      _ = slicer.leaveOut(at: place, because: "cannot find type")
      return try PlanSlicerTests.lines(#require(slicer.slice()))
    }
    #expect(try kept("final class").contains("var isDone = false"))
    #expect(try !kept("final class").contains { $0.contains("tint") })
    #expect(try !kept("struct").contains("var isDone = false"))
    #expect(try kept("@Model final class").contains("var tint: Tint = .red"))
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    guard let range = self.ranges(of: part).first else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
