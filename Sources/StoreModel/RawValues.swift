/// What becomes of an enum's raw values from one version to the next.
package enum CaseChange {
  /// The raw values that an older version of an attribute has cases for and a newer one has not.
  ///
  /// - Returns: the path of each column in the newer version, with the values; nothing where the cases of either
  ///   are not all known.
  package static func lost(
    from old: Attribute, to new: Attribute
  ) -> [(path: [String], values: [DefaultValue])] {
    let known = Dictionary(keepingFirst: new.closedColumns.map { (field(of: $0.path), $0) })
    return old.closedColumns.compactMap { old in
      guard let new = known[field(of: old.path)] else { return nil }
      let values = old.values.filter { !new.values.contains($0) }
      return values.isEmpty ? nil : (new.path, values)
    }
  }

  /// What a column is called: `state` of `state.state`, `place.kind`.
  package static func name(of path: [String]) -> String {
    (field(of: path).isEmpty ? path.prefix(1) : path[...]).joined(separator: ".")
  }

  /// Where a column stands in its property, which may have another name in each version: nothing for an enum's
  /// own, `kind` for `place.kind`.
  package static func field(of path: [String]) -> ArraySlice<String> {
    path.count == 2 && path[0] == path[1] ? [] : path.dropFirst()
  }
}

extension Attribute {
  /// The columns of enums with a raw value of which all values are known that can be read, the fields of structs
  /// included: any other value ends the app when it reads the object.
  ///
  /// - Returns: the path of each column, `state.state` or `place.kind`, with the values of its cases.
  package var closedColumns: [(path: [String], values: [DefaultValue])] {
    closedColumns([name])
  }

  private func closedColumns(_ path: [String]) -> [(path: [String], values: [DefaultValue])] {
    if hasAllRawValues { return [(path, rawValues)] }
    return type == .composite ? elements.flatMap { $0.closedColumns(path + [$0.name]) } : []
  }
}
