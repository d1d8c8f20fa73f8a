internal import Diagnostics
internal import SwiftSyntax

extension OrderOfToMany {
  /// Lists that reach the rows through something that keeps their order.
  static let shown: [RuleExample] = .texts(
    in: AccessText.models,
    flagged: """
      struct FolderView: View {
        let folder: Folder
        var body: some View {
          List {
            ForEach(Array(folder.↓notes.enumerated()), id: \\.offset) { Text($1.title) }
            ForEach(folder.↓notes.indices, id: \\.self) { Text(folder.notes[$0].title) }
          }
        }
      }
      ---
      struct FolderView: View {
        let folder: Folder
        private var good: [Note] { folder.notes }
        var body: some View { List(↓good) { Text($0.title) } }
      }
      """,
    clean: """
      struct FolderView: View {
        let folder: Folder
        @State private var shown: [Note] = []
        private var sorted: [Note] { folder.notes.sorted { $0.rank < $1.rank } }
        var body: some View {
          List {
            ForEach(Array(sorted.enumerated()), id: \\.offset) { Text($1.title) }
            ForEach(shown) { Text($0.title) }
          }
        }
      }
      """)
}

/// Places of objects in a list that are to be the same ones the next time.
extension ExprSyntax {
  /// Whether it is a property with the place of an object, which is to be the same one the next time:
  /// `position` of `list.entries[position]`.
  var isKeptPlace: Bool {
    var node = unwrapped
    // `position + 1`
    if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      let first = terms.first,
      terms.last?.is(IntegerLiteralExprSyntax.self) ?? false
    {
      node = first.unwrapped
    }
    let name =
      node.as(DeclReferenceExprSyntax.self) ?? node.as(MemberAccessExprSyntax.self)?.ownName
    guard let name else { return false }
    let words = name.baseName.text.camelWords
    guard let last = words.last, ["current", "cursor", "index", "position", "step"].contains(last)
    else { return false }
    if node.is(MemberAccessExprSyntax.self) { return true }
    if case .property? = name.nameOrigin { return true }
    return false
  }

  /// Whether it comes out of a property of an object, which the next launch reads again: `trip.stop`, or each
  /// of `trip.visited`.
  func isStored(_ types: TypeReader, _ steps: Int = 3) -> Bool {
    let node = unwrapped
    guard steps > 0 else { return false }
    if let name = node.as(DeclReferenceExprSyntax.self) {
      switch name.nameOrigin {
      case .local(_, let value?): return value.isStored(types, steps - 1)
      case .element(let list), .content(let list):
        return list.withoutOrder.isAttribute(types)
      case .property(_, let owner): return node.isAttribute(types, of: owner)
      default: return false
      }
    }
    // `trip.stop + 1`
    if let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      let first = terms.first, terms.last?.is(IntegerLiteralExprSyntax.self) ?? false
    {
      return first.isStored(types, steps - 1)
    }
    if let call = node.as(FunctionCallExprSyntax.self),
      ["first", "last", "max", "min"].contains(call.name)
    {
      return call.receiver?.isAttribute(types) ?? false
    }
    return node.isAttribute(types)
  }

  /// The list itself of `places.sorted()`.
  private var withoutOrder: ExprSyntax {
    guard let call = unwrapped.as(FunctionCallExprSyntax.self), call.passesOn,
      let receiver = call.receiver
    else { return self }
    return receiver.withoutOrder
  }

  private func isAttribute(_ types: TypeReader, of own: String? = nil) -> Bool {
    let node = unwrapped
    let property: String
    let owner: String?
    if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
      if ["first", "last"].contains(access.declName.baseName.text) {
        return base.isAttribute(types)
      }
      (property, owner) = (access.declName.baseName.text, types.model(of: base))
    } else if let name = node.as(DeclReferenceExprSyntax.self) {
      (property, owner) = (name.baseName.text, own ?? name.ownerName)
    } else {
      return false
    }
    guard let owner, types.isModel(owner) else { return false }
    return !types.file.ask(.attribute(property, of: owner)).isEmpty
  }

  /// `indexPath.row`, `index`: the place of a row that is shown, not one at which something was looked for
  /// and found.
  var isOfRow: Bool {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return ["row", "item"].contains(access.declName.baseName.text)
    }
    guard let name = self.as(DeclReferenceExprSyntax.self),
      ["index", "row"].contains(name.baseName.text)
    else { return false }
    guard case .local(_, let value?)? = name.nameOrigin, let search = value.call else {
      return true
    }
    return !["firstIndex", "index", "lastIndex"].contains(search.name)
  }
}

extension ExprSyntax {
  /// The list whose objects rows are made of, in the order that it has: `trip.stops` of
  /// `Array(trip.stops.enumerated())` and `trip.stops.indices`.
  var listOfRows: ExprSyntax {
    var node = self
    for _ in 0..<6 {
      let plain = node.unwrapped
      if let value = plain.otherwiseDefault {
        node = value
      } else if let call = plain.as(FunctionCallExprSyntax.self) {
        if call.name == "Array", call.arguments.count == 1, let list = call.arguments.first {
          node = list.expression
        } else if ["enumerated", "filter", "reversed"].contains(call.name),
          let list = call.receiver
        {
          node = list
        } else {
          return node
        }
      } else if let access = plain.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "indices", let list = access.base
      {
        node = list
      } else {
        return node
      }
    }
    return node
  }
}
