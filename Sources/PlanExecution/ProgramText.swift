internal import ModelSource

/// The Swift text around a slice.
enum ProgramText {
  /// Where the program begins. The C library's `abort` is replaced because the unwinder cannot get
  /// out of it, and then the place in the closure would be lost.
  static let main = """
    import PlanHost
    @_cdecl("abort") public func planAbort() -> Never { ClosureHost.abort() }
    runPlan()

    """

  /// Stands behind the plan in its file, where a private plan can be named, too.
  static func entry(_ plan: String) -> String {
    "func runPlan() -> Never { ClosureHost.run(\(plan).self) }\n"
  }

  /// The user's text under the user's name and lines. Apple's frameworks bring these modules along
  /// with others; Linux has the network in a module of its own. `PlanHost` stands in for what Linux
  /// lacks.
  ///
  /// - Parameter isFirst: false for further parts of a file.
  static func source(
    _ file: SourceFile, of slice: PlanSlice, isFirst: Bool = true
  ) -> [UInt8] {
    let path = file.path.map { character in
      character == "\\" || character == "\"" ? "\\\(character)" : String(character)
    }.joined()
    let text = String(decoding: file.bytes, as: UTF8.self)
    let usesNetwork = ["URLSession", "URLRequest", "URLResponse"].contains { text.contains($0) }
    let network = usesNetwork ? "; import FoundationNetworking" : ""
    let start =
      "import Foundation; import PlanHost; import SwiftData\(network)\n"
      + "#sourceLocation(file: \"\(path)\", line: 1)\n"
    let end = isFirst && file.path == slice.planPath ? entry(slice.plan) : ""
    return Array(start.utf8) + file.bytes + Array("\n#sourceLocation()\n\(end)".utf8)
  }

  /// Foundation reads it beside the program. Apps unwrap what is always there: their identifier and
  /// version.
  static let information = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>storedoctor.plan</string>
    <key>CFBundleName</key><string>plan</string>
    <key>CFBundleShortVersionString</key><string>1.0</string>
    <key>CFBundleVersion</key><string>1</string>
    </dict></plist>

    """

  static func substitutes(_ slice: PlanSlice) -> String {
    "import Foundation\nimport PlanHost\n" + slice.substitutes + "\n"
  }
}
