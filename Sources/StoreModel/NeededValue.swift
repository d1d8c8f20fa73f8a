/// A value that code in Swift cannot do without when it reads an object.
///
/// Columns do not tell: an enum's are always optional, and so are all of a struct that is optional
/// itself. What the app needs is in its source; where that is not at hand, it is not known.
package struct NeededValue: Sendable, Hashable {
  /// `state`, or `place.city` for a field of a struct.
  package var path: [String]
  /// The paths of its columns: one, or one for each case of an enum.
  package var columns: [[String]]
  /// The paths of the columns of the optional struct around it: with none of them there is no struct,
  /// and nothing is needed. Empty where it is needed in any case.
  package var within: [[String]]
  /// Whether it is known that it is needed.
  package var isKnown: Bool
  /// Whether a column of it is required by itself, so that SQL and a migration see to it.
  package var isRequiredColumn: Bool
}

extension Attribute {
  /// What code needs of the attribute, column by column.
  package var neededValues: [NeededValue] {
    var found: [NeededValue] = []
    collect(&found, [name], isOptional: isOptional, within: [])
    return found
  }

  /// An enum of SwiftData: a composite with one element of the property's own name for a raw value,
  /// or with one optional string per case (Documentation/Format/StoreFormat.md, 3.5).
  package var isEnumeration: Bool {
    guard type == .composite, !elements.isEmpty else { return false }
    if elements.count == 1, elements[0].name == name { return true }
    return userInfo["EnumType"] != nil && elements.allSatisfy { $0.type == .string }
  }

  /// - Parameter isOptional: nil where it is not known.
  private func collect(
    _ found: inout [NeededValue], _ path: [String], isOptional: Bool?, within: [[String]]
  ) {
    guard derivation == nil else { return }
    guard type == .composite, !isEnumeration else {
      guard isOptional != true else { return }
      let columns = isEnumeration ? elements.map { path + [$0.name] } : [path]
      found.append(
        NeededValue(
          path: path, columns: columns, within: within, isKnown: isOptional == false,
          isRequiredColumn: !isEnumeration && !self.isOptional))
      return
    }
    // Of a struct that may be missing, the fields that are there decide.
    let within = isOptional == false ? within : columnPaths(path)
    for element in elements {
      let isElementOptional = element.isOptionalInSource ?? (element.isOptional ? nil : false)
      element.collect(
        &found, path + [element.name], isOptional: isElementOptional, within: within)
    }
  }

  private func columnPaths(_ path: [String]) -> [[String]] {
    guard type == .composite else { return [path] }
    return elements.flatMap { $0.columnPaths(path + [$0.name]) }
  }

  /// Nil where no type is written.
  private var isOptionalInSource: Bool? {
    swiftType.map { $0.hasSuffix("?") || $0.hasSuffix("!") }
  }
}
