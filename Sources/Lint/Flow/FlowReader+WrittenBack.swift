internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

extension ObjectFlows {
  /// A computed property of a model that is empty where its stored value cannot be decoded.
  struct Undecoded: Sendable, Codable {
    var entity: String
    var name: String
    /// The property that stores the encoded value.
    var stored: String
    var location: Location
  }
}

/// Computed properties of stored objects that code reads, changes and writes back: `note.tags.append(tag)`,
/// `tags = note.tags` with `note.tags = tags` later, `$note.tags`. What only sets a whole new value, and what
/// fills an object that was just made, loses nothing that was there.
extension FlowReader {
  mutating func noteUndecoded(_ variable: VariableDeclSyntax) {
    guard file.meansSwiftData, !file.isTest, let (model, binding, name, stored) = variable.undecoded
    else { return }
    flows.undecoded.append(
      .init(entity: model, name: name, stored: stored, location: file.location(binding.pattern)))
  }

  private static let changes: Set = [
    "append", "formUnion", "insert", "merge", "move", "popLast", "remove", "removeAll",
    "removeFirst", "removeLast", "removeValue", "replaceSubrange", "sort", "subtract", "swapAt",
    "toggle", "update", "updateValue",
  ]

  mutating func noteWrittenBack(_ call: FunctionCallExprSyntax) {
    guard Self.changes.contains(call.name), let list = call.receiver else { return }
    noteChange(in: list)
  }

  mutating func noteWrittenBack(_ sequence: SequenceExprSyntax) {
    let terms = Array(sequence.elements)
    guard !file.isTest, terms.count > 2, terms[1].assigns else { return }
    let isPlain = terms[1].is(AssignmentExprSyntax.self)
    for member in terms[0].writtenMembers(isInside: !isPlain) {
      guard let key = key(of: member) else { continue }
      let scope =
        member.isOwn ? terms[0].enclosingBody : terms[0].enclosingType ?? terms[0].enclosingBody
      let isKnown =
        member.isInside || terms[0].isSetOfBinding(to: member.name)
        || scope.map { scope in terms[2...].contains { $0.comes(from: member, in: scope) } }
          ?? false
      if isKnown { flows.writtenBack.insert(key) }
    }
  }

  /// `$note.tags`, which an editor is given.
  mutating func noteBound(_ access: MemberAccessExprSyntax) {
    guard let object = access.base?.unwrapped else { return }
    let name = object.as(DeclReferenceExprSyntax.self)
    let made = object.call.flatMap { $0.name == "Bindable" ? $0.arguments.first?.expression : nil }
    guard made != nil || name?.baseName.text.hasPrefix("$") ?? false else { return }
    let member = WrittenMember(
      object: made ?? object, name: access.declName.baseName.text, isInside: true, place: object)
    if let key = key(of: member) { flows.writtenBack.insert(key) }
  }

  /// What changes a part of a value and leaves the rest as it is read: `note.tags[0] = tag`, `&note.tags`.
  mutating func noteChange(in value: ExprSyntax) {
    for member in value.writtenMembers(isInside: true) {
      if let key = key(of: member) { flows.writtenBack.insert(key) }
    }
  }

  /// How a property is noted; nil for what no model computes, and of an object that was just made.
  private func key(of member: WrittenMember) -> String? {
    guard !file.isTest else { return nil }
    let model: String
    if let object = member.object, !member.isOwn {
      if let root = object.as(DeclReferenceExprSyntax.self),
        case .local(_, let made?)? = root.nameOrigin, made.call?.name.first?.isUppercase ?? false
      {
        return nil
      }
      guard let known = types.model(of: object) else {
        return member.isInside && types.type(of: object) == nil ? "?.\(member.name)" : nil
      }
      model = known
    } else {
      // An initializer fills what is new.
      guard let owner = member.place.ownerName,
        member.place.enclosing(InitializerDeclSyntax.self) == nil
      else { return nil }
      model = owner
    }
    guard types.isModel(model), file.ask(.attribute(member.name, of: model)).isEmpty,
      file.ask(.relationship(member.name, of: model)).isEmpty
    else { return nil }
    return "\(model).\(member.name)"
  }
}

/// A property that code writes, or whose value it changes in part.
private struct WrittenMember {
  /// Nil for the object around the code.
  var object: ExprSyntax?
  var name: String
  /// Whether the rest of the value stays.
  var isInside: Bool
  var place: ExprSyntax

  var isOwn: Bool { object?.isSelfName ?? true }
}

extension ExprSyntax {
  /// The properties that are written here, the last one first: of `note.style.tags[0]` all but `note`.
  fileprivate func writtenMembers(isInside: Bool) -> [WrittenMember] {
    var found: [WrittenMember] = []
    var (node, isInside) = (unwrapped, isInside)
    for _ in 0..<8 {
      if let place = node.as(SubscriptCallExprSyntax.self) {
        node = place.calledExpression.unwrapped
      } else if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
        found.append(
          .init(
            object: base.unwrapped, name: access.declName.baseName.text, isInside: isInside,
            place: node))
        node = base.unwrapped
      } else if let name = node.as(DeclReferenceExprSyntax.self) {
        if case .local? = name.nameOrigin { return found }
        found.append(
          .init(object: nil, name: name.baseName.text, isInside: isInside, place: node))
        return found
      } else {
        return found
      }
      isInside = true
    }
    return found
  }

  /// Whether a value is made of what a property held: `note.tags + [tag]`, and `tags` where the code around
  /// has set `tags = note.tags`.
  fileprivate func comes(from property: WrittenMember, in scope: Syntax) -> Bool {
    if Syntax(self).reads(property) { return true }
    var names: Set<String> = []
    if let name = self.as(DeclReferenceExprSyntax.self) { names.insert(name.baseName.text) }
    forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self), name.isValue || name.isOfSelf {
        names.insert(name.baseName.text)
      }
      return true
    }
    names.remove("self")
    guard !names.isEmpty, scope.isHandwritten else { return false }
    return scope.hasDescendant { node in
      if let binding = node.as(PatternBindingSyntax.self), let name = binding.name {
        return names.contains(name)
          && binding.initializer.map { Syntax($0.value).reads(property) } ?? false
      }
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count > 2, terms[1].is(AssignmentExprSyntax.self), let name = terms[0].lastName,
        names.contains(name.hasPrefix("_") ? String(name.dropFirst()) : name)
      else { return false }
      return terms[2...].contains { Syntax($0).reads(property) }
    }
  }

  /// `Binding(get: { note.tags }, set: { note.tags = $0 })`
  fileprivate func isSetOfBinding(to property: String) -> Bool {
    var call = enclosing(FunctionCallExprSyntax.self)
    for _ in 0..<3 {
      guard let next = call else { return false }
      if next.name == "Binding" {
        return next.hasDescendant { node in
          guard let access = node.as(MemberAccessExprSyntax.self) else { return false }
          return access.declName.baseName.text == property && access.id != id
        }
      }
      call = next.enclosing(FunctionCallExprSyntax.self)
    }
    return false
  }
}

extension Syntax {
  /// Whether the property of an object, or that of the object around, is read here.
  fileprivate func reads(_ property: WrittenMember) -> Bool {
    func isRead(_ node: Syntax) -> Bool {
      if let access = node.as(MemberAccessExprSyntax.self) {
        return access.declName.baseName.text == property.name
          && (access.base?.isSelfName ?? true) == property.isOwn
      }
      guard property.isOwn, let name = node.as(DeclReferenceExprSyntax.self), name.isValue,
        name.baseName.text == property.name
      else { return false }
      switch name.nameOrigin {
      case .property, nil: return true
      default: return false
      }
    }
    return isRead(self) || hasDescendant(where: isRead)
  }
}

extension DeclReferenceExprSyntax {
  /// `tags` of `self.tags`
  fileprivate var isOfSelf: Bool {
    parent?.as(MemberAccessExprSyntax.self)?.base?.isSelfName ?? false
  }
}
