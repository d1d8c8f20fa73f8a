import Diagnostics
import Foundation
import TestSupport

@testable import DoctorCLI

/// A bundle of Xcode models, a store of one of its versions, and what the commands say of the two after
/// the models were changed.
struct BundleCase {
  let folder = FileManager.default.temporaryDirectory.appending(path: "edited-\(UUID())")
  /// Another name may say that it is no bundle.
  var file = "Notes.xcdatamodeld"
  var models: String { folder.appending(path: file).path }
  var store: String { folder.appending(path: "notes.sqlite").path }

  static let asking = ["identify", "plan", "preflight", "migrate", "diagnose", "explain"]

  func write(_ version: String, _ entities: String..., identifier: String = "") throws {
    let path = "\(models)/\(version).xcdatamodel"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    userDefinedModelVersionIdentifier="\(identifier)">
    \(entities.joined(separator: "\n"))
    </model>
    """.write(toFile: "\(path)/contents", atomically: true, encoding: .utf8)
  }

  func write(current: String) throws {
    try """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
    <string>\(current).xcdatamodel</string></dict></plist>
    """.write(toFile: "\(models)/.xccurrentversion", atomically: true, encoding: .utf8)
  }

  func remove(_ version: String) throws {
    try FileManager.default.removeItem(atPath: "\(models)/\(version).xcdatamodel")
  }

  /// An entity with the members given.
  static func entity(_ name: String, _ members: String..., rest: String = "") -> String {
    "<entity name=\"\(name)\" syncable=\"YES\" \(rest)>\(members.joined(separator: "\n"))</entity>"
  }

  /// An optional text, unless more is said.
  static func attribute(
    _ name: String, _ type: String = "String", _ rest: String = "optional=\"YES\""
  ) -> String {
    "<attribute name=\"\(name)\" \(rest) attributeType=\"\(type)\"/>"
  }

  static func relationship(_ name: String, to entity: String, _ rest: String) -> String {
    "<relationship name=\"\(name)\" optional=\"YES\" deletionRule=\"Nullify\" "
      + "destinationEntity=\"\(entity)\" \(rest)/>"
  }

  func run(_ words: [String]) -> (code: Int32, text: String) {
    let out = ByteOutput()
    let console = Console(out: out, err: out, environment: [:])
    return (CommandLineTool(console: console, input: GivenLines("")).run(words), out.text)
  }

  /// Makes a store of a version.
  func generate(_ version: String, rows: Int = 20) -> Bool {
    run([
      "generate", "--model", "\(models)@\(version)", "--rows", "\(rows)", "-o", store,
    ]).code == 0
  }

  /// What each command says, by its name.
  func answers(_ format: String = "text") -> [String: (code: Int32, text: String)] {
    let output = folder.appending(path: "new-\(UUID()).sqlite").path
    let given = ["--model", models, "--format", format]
    return [
      "identify": run(["identify", store] + given), "plan": run(["plan", store] + given),
      "preflight": run(["preflight", store] + given),
      "migrate": run(["migrate", store, "-o", output] + given),
      "diagnose": run(["diagnose", store] + given),
      "explain": run(["explain", "134100", "--store", store] + given),
    ]
  }

  /// What a command found, as JSON has it.
  func findings(_ answer: (code: Int32, text: String)?) throws -> [[String: Any]] {
    let data = Data((answer?.text ?? "").utf8)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return object?["findings"] as? [[String: Any]] ?? []
  }
}
