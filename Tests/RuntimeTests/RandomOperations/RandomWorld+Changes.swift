import Foundation
import SwiftData

/// Operations that change objects: the same to the real ones and to the plain model.
extension World {
  /// Does one operation; one that makes no sense any more, because others were left out, is skipped.
  func perform(_ operation: Operation) throws {
    switch operation {
    case .create(let id, let kind, let seed, let needed, let how, let link):
      try create(id, kind, seed, needed, how, link)
    case .set(let id, let attribute, let seed):
      guard let item = now[id] else { return }
      let value = value(item.kind, attribute, seed)
      if item.values[attribute] == value { return }
      try changing {
        item.kind.rule.attributes[attribute].set(try object(id), value)
        now.items[id]!.values[attribute] = value
      }
    case .point(let id, let place, let other):
      guard let item = now[id], item.links[place] != Set([other].compactMap { $0 }),
        other.map({ now[$0] != nil }) ?? true
      else { return }
      let destination = try other.map { [try object($0)] } ?? []
      try changing {
        item.kind.rule.links[place].set(try object(id), destination)
        now.assign(id, place, Set([other].compactMap { $0 }))
      }
    case .assign(let id, let place, let others):
      guard let item = now[id], others.allSatisfy({ now[$0] != nil }),
        item.links[place] != Set(others)
      else { return }
      let members = try others.map { try object($0) }
      try changing {
        item.kind.rule.links[place].set(try object(id), members)
        now.assign(id, place, Set(others))
      }
    case .add(let id, let place, let other):
      guard let item = now[id], now[other] != nil, !item.links[place].contains(other) else {
        return
      }
      let member = try object(other)
      try changing {
        item.kind.rule.links[place].add(try object(id), member)
        now.link(id, place, other)
      }
    case .remove(let id, let place, let other):
      guard let item = now[id], item.links[place].contains(other) else { return }
      let member = try object(other)
      try changing {
        item.kind.rule.links[place].remove(try object(id), member)
        now.unlink(id, place, other)
      }
    case .delete(let id):
      guard now[id] != nil else { return }
      try delete(now.doomed(id)) { self.context.delete(try self.object(id)) }
    case .deleteRange(let kind, let range):
      let ids = now.items.filter { range.contains($0.key) && $0.value.kind.isKind(of: kind) }.keys
      guard !ids.isEmpty else { return }
      let doomed = ids.reduce(into: Set<Int>()) { $0.formUnion(now.doomed($1)) }
      try delete(doomed) { try kind.rule.queries.deleteRange(self.context, range) }
    default: try performOther(operation)
    }
  }

  /// One change, which is undone as one.
  private func changing(_ body: () throws -> Void) throws {
    undoStack.append(now)
    redoStack = []
    isDirty = true
    undo?.beginUndoGrouping()
    defer { undo?.endUndoGrouping() }
    try body()
  }

  private func create(
    _ id: Int, _ kind: Kind, _ seed: UInt64, _ needed: [Int], _ how: Operation.Creation,
    _ link: (place: Int, other: Int)?
  ) throws {
    guard needed.allSatisfy({ now[$0] != nil }), now[id] == nil else { return }
    let link = link.flatMap { now[$0.other] == nil ? nil : $0 }
    let item = item(kind, seed)
    let rule = kind.rule
    let others = try needed.map { try object($0) }
    let other = try link.map { try object($0.other) }
    try changing {
      let made = rule.make(id, others)
      objects[id] = made
      func setValues() {
        for (attribute, value) in zip(rule.attributes, item.values) { attribute.set(made, value) }
      }
      func insert(_ object: any Tagged) { context.insert(object) }
      switch how {
      case .insertFirst:
        insert(made)
        setValues()
        if let link, let other { rule.links[link.place].add(made, other) }
      case .linkFirst:
        setValues()
        if let link, let other { rule.links[link.place].add(made, other) }
        insert(made)
      case .adopted:
        setValues()
        if let link, let other, let inverse = rule.links[link.place].inverse {
          rule.links[link.place].destination.rule.links[inverse].add(other, made)
        } else {
          insert(made)
          if let link, let other { rule.links[link.place].add(made, other) }
        }
      }
      now.items[id] = item
      now.inserted.append(id)
      let places = rule.links.indices.filter { rule.links[$0].isRequired }
      for (place, other) in zip(places, needed) { now.link(id, place, other) }
      if let link { now.link(id, link.place, link.other) }
    }
  }

  /// Deletes objects. Links that nobody mends are the app's to mend: those without inverse before,
  /// those that the rule 'noAction' leaves after.
  private func delete(_ doomed: Set<Int>, _ body: () throws -> Void) throws {
    try changing {
      for (id, place, other) in now.loose(doomed) {
        let rule = now[id]!.kind.rule.links[place]
        rule.remove(try object(id), try object(other))
        now.unlink(id, place, other)
      }
      let left = now.left(doomed)
      let owners = try left.map { try object($0.id) }
      try body()
      for (link, owner) in zip(left, owners) {
        now[link.id]!.kind.rule.links[link.place].set(owner, [])
      }
      now.delete(doomed)
    }
  }
}
