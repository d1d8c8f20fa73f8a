import Foundation
import StoreDoctor
import TestSupport
import Testing

@testable import DoctorCLI

/// `Documentation/Fleet.schema.json` against lines that the command writes.
@Suite struct ScanSchemaTests {
  private static var schema: [String: Any] {
    let url = Folders.samples.deletingLastPathComponent()
      .appending(path: "Documentation/Fleet.schema.json")
    let data = (try? Data(contentsOf: url)) ?? Data()
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }

  private func lines(_ command: String) throws -> [[String: Any]] {
    let text = try CommandFixture().run(command)
    return try text.split(separator: "\n").filter { $0.hasPrefix("{\"") }.map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test(arguments: [
    "scan {dir} {dir}/text.txt {dir}/none --jobs 0 --quiet",
    "scan {dir} --jobs 0 --quiet --checks quick",
    "scan {dir} {samples} --model {samples}/Notes/Sources --jobs 0 --quiet",
    "scan {dir} {samples} --model {dir}/Next.swift --jobs 0 --quiet --checks full",
    "scan {dir} {samples} --model {dir}/Next.swift --jobs 0 --quiet --checks migrate",
    "scan {dir} {samples} --model {samples}/Notes/Sources --jobs 0 --quiet --checks migrate "
      + "--skip-closures",
  ])
  func everyLineHoldsToTheSchema(_ command: String) throws {
    let lines = try lines(command)
    #expect(lines.count > 2)
    for line in lines { #expect(problems(line, Self.schema, "line") == [], "\(line)") }
  }

  @Test func theSchemaNamesEachKeyAndNoOther() throws {
    let names = try #require(Self.schema["properties"] as? [String: Any])
    let required = try #require(Self.schema["required"] as? [String])
    for line in try lines("scan {dir} --jobs 0 --quiet") {
      #expect(Set(line.keys) == Set(names.keys))
      #expect(Set(line.keys) == Set(required))
    }
  }

  @Test func aLineThatBreaksTheSchemaIsSeen() throws {
    var line = try #require(try lines("scan {dir}/notes.store --jobs 0 --quiet").first)
    line["rows"] = "many"
    line["good"] = nil
    #expect(problems(line, Self.schema, "line").count == 2)
  }

  /// The part of JSON Schema that the file uses.
  private func problems(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
    var found: [String] = []
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }) {
      if !types.contains(where: { Self.isOf(value, $0) }) { return ["\(place) is no \(types)"] }
    }
    if let constant = schema["const"] as? NSObject, constant != value as? NSObject {
      found.append("\(place) is not \(constant)")
    }
    if let choices = schema["enum"] as? [NSObject], let value = value as? NSObject,
      !choices.contains(value)
    {
      found.append("\(place) is none of \(choices)")
    }
    if let pattern = schema["pattern"] as? String, let text = value as? String,
      text.range(of: pattern, options: .regularExpression) == nil
    {
      found.append("\(place) does not match \(pattern)")
    }
    if let items = schema["items"] as? [String: Any], let values = value as? [Any] {
      found += values.enumerated().flatMap { problems($1, items, "\(place)[\($0)]") }
    }
    guard let members = value as? [String: Any] else { return found }
    let known = schema["properties"] as? [String: [String: Any]] ?? [:]
    for name in schema["required"] as? [String] ?? [] where members[name] == nil {
      found.append("\(place).\(name) is missing")
    }
    for (name, member) in members {
      if let schema = known[name] {
        found += problems(member, schema, "\(place).\(name)")
      } else if schema["additionalProperties"] as? Bool == false {
        found.append("\(place).\(name) is not in the schema")
      }
    }
    return found
  }

  private static func isOf(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "null": return value is NSNull
    case "string": return value is String
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    case "boolean", "integer":
      guard let number = value as? NSNumber else { return false }
      let isBool = String(cString: number.objCType) == "c"
      return isBool == (type == "boolean")
    default: return false
    }
  }
}
