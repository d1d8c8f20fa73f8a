import Foundation
import StoreDoctor
import StoreEngine

@testable import DoctorCLI

/// A folder with copies of the samples, to be broken and diagnosed.
final class DiagnoseFixture {
  let commands: CommandFixture
  var folder: URL { commands.folder }

  init() throws { commands = try CommandFixture() }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// A copy of a sample store.
  @discardableResult
  func copy(_ sample: String, as name: String = "my.store") throws -> String {
    try FileManager.default.copyItem(
      at: CommandFixture.samples.appending(path: sample), to: folder.appending(path: name))
    return path(name)
  }

  /// A copy of the notes' models with changes to their files, without those named to go.
  func models(_ edits: [(file: String, old: String, new: String)], without gone: [String] = [])
    throws
  {
    try copy("Notes/Sources", as: "models")
    for name in gone {
      try FileManager.default.removeItem(at: folder.appending(path: "models/\(name)"))
    }
    for edit in edits {
      let file = folder.appending(path: "models/\(edit.file)")
      let text = try String(contentsOf: file, encoding: .utf8)
      precondition(text.contains(edit.old), "\(edit.file) has changed")
      try text.replacingOccurrences(of: edit.old, with: edit.new)
        .write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// A bundle with one version of an Xcode model.
  func bundle(_ name: String, _ entities: String...) throws {
    let version = folder.appending(
      path: "\(name).xcdatamodeld/\(name.split(separator: "/").last ?? "").xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        \(entities.joined(separator: "\n"))
      </model>
      """
    try Data(text.utf8).write(to: version.appending(path: "contents"))
  }

  /// An entity with texts.
  static func entity(_ name: String, _ attributes: String...) -> String {
    let list = attributes.map {
      #"<attribute name="\#($0)" optional="YES" attributeType="String"/>"#
    }
    return #"<entity name="\#(name)" syncable="YES">\#(list.joined())</entity>"#
  }

  func run(_ statements: String..., on name: String = "my.store") throws {
    let connection = try Connection(path: path(name), mode: .readWrite)
    for statement in statements { try connection.run(statement) }
  }

  /// The store as it lies on the disk while a transaction is in its log only; with the log, or with
  /// what is left when it was not copied.
  func logged(_ statement: String, as name: String, keeping suffixes: [String]) throws {
    let connection = try Connection(path: path("my.store"), mode: .readWrite)
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run("PRAGMA wal_autocheckpoint = 0")
    try connection.run(statement)
    for suffix in suffixes {
      try FileManager.default.copyItem(
        atPath: path("my.store") + suffix, toPath: path(name) + suffix)
    }
  }

  struct Answer: Decodable {
    struct Cause: Decodable {
      struct Step: Decodable {
        let text: String
        let command: String?
      }
      let verdict: String
      let what: String
      let because: [String]
      let treatment: [Step]
      let certainty: String
    }
    struct Log: Decodable {
      let agrees: Bool?
      let error: String?
      let text: String
    }
    let verdict: String
    let causes: [Cause]
    let evidence: [String]
    let notExamined: [String]
    let log: Log?
  }

  /// What `diagnose … --format json` answers, and its exit code.
  func diagnose(_ line: String) throws -> (answer: Answer, code: Int) {
    struct Document: Decodable { let diagnose: Answer }
    var text = try commands.run("diagnose \(line) --format json")
    var code = 0
    if let start = text.range(of: "[exit ", options: .backwards) {
      code = Int(text[start.upperBound...].prefix { $0 != "]" }) ?? -1
      text = String(text[..<start.lowerBound])
    }
    return (try JSONDecoder().decode(Document.self, from: Data(text.utf8)).diagnose, code)
  }

  func verdict(_ line: String) throws -> String {
    let (answer, code) = try diagnose(line)
    return "\(answer.verdict) \(code)"
  }
}
