import Foundation
import StoreEngine
import StoreModel
import SwiftData
import TestSupport

extension World {
  /// Fetches everything and compares it with the plain model: values, and both ends of links.
  func compare(_ context: ModelContext, _ model: PlainModel, _ when: String) throws {
    var found: [Int: any Tagged] = [:]
    for kind in Kind.allCases where kind.rule.superclass == nil {
      for object in try kind.rule.queries.fetch(context) {
        let tag = object.tag
        guard tag / Self.laneSize == lane else { continue }
        if let other = found.updateValue(object, forKey: tag) {
          throw Difference(
            description: "#\(tag) is \(other === object ? "found twice" : "two objects") \(when)")
        }
      }
    }
    for id in model.items.keys.sorted() where found[id] == nil {
      throw Difference(description: "#\(id) (\(model[id]!.kind)) is missing \(when)")
    }
    for id in found.keys.sorted() where model[id] == nil {
      throw Difference(description: "#\(id) should not be there \(when)")
    }
    for (id, item) in model.items.sorted(by: { $0.key < $1.key }) {
      let object = found[id]!
      guard "\(type(of: object))" == item.kind.rule.name else {
        throw Difference(description: "#\(id) is a \(type(of: object)), not a \(item.kind) \(when)")
      }
      try compareValues(id, object, item, when)
      for place in item.links.indices { try compareLink(id, place, object, model, when) }
    }
  }

  func compareValues(
    _ id: Int, _ object: any Tagged, _ item: PlainModel.Item, _ when: String
  ) throws {
    for (rule, wanted) in zip(item.kind.rule.attributes, item.values) {
      let found = rule.get(object)
      guard found == wanted else {
        throw Difference(
          description: "#\(id) (\(item.kind)).\(rule.name) is '\(found)', not '\(wanted)' \(when)")
      }
    }
  }

  func compareLink(
    _ id: Int, _ place: Int, _ object: any Tagged, _ model: PlainModel, _ when: String
  ) throws {
    let item = model[id]!
    let rule = item.kind.rule.links[place]
    let wanted = item.links[place]
    // Reading a required link that is nil traps, as it does on Apple's systems.
    if rule.isRequired, wanted.isEmpty { return }
    let members = rule.get(object)
    let found = members.map(\.tag)
    guard Set(found) == wanted, found.count == wanted.count else {
      throw Difference(
        description: "#\(id) (\(item.kind)).\(rule.name) is \(found.sorted()), not "
          + "\(wanted.sorted()) \(when)")
    }
    for member in members where member.modelContext !== object.modelContext {
      throw Difference(
        description: "#\(id) (\(item.kind)).\(rule.name) has a member of another context \(when)")
    }
  }

  /// What `storedoctor check --full` and SQLite say of the file, which must be closed. The models' source
  /// tells what the store does not: which fields may be nil.
  static func check(_ url: URL) throws {
    let models = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "RandomModels.swift")
    let (text, code) = try TestProgram.run([
      BuiltTool.path, "check", url.path, "--full", "--model", models.path, "--quiet",
    ])
    guard code == 0, !text.contains("Not examined") else {
      throw Difference(description: "check says: \(text)")
    }
    let answer = try Connection(path: url.path, mode: .readOnly).value("PRAGMA integrity_check")?
      .text
    guard answer == "ok" else {
      throw Difference(description: "SQLite finds: \(answer ?? "nothing")")
    }
  }
}
