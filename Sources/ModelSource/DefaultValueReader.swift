internal import StoreModel

/// The default a declaration gives, as the model would hold it. A default set in `init` does not
/// count: it is not in the schema (swiftdata-migration.md §8).
struct DefaultValueReader {
  let index: SourceIndex

  /// Nil when there is no default; `.expression` when its value is only known at run time.
  func read(
    _ expression: Expression?, as stored: StoredType, type: TypeReference, in scope: [String]
  )
    -> DefaultValue?
  {
    guard let expression, !expression.isNil else { return nil }
    if case .cast(let inner, _) = expression.kind {
      return read(inner, as: stored, type: type, in: scope)
    }
    if case .composite = stored.shape { return rawValue(expression, type: type, in: scope) }
    guard case .attribute(let kind) = stored.shape else { return nil }
    switch (expression.kind, kind) {
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64):
      return expression.integerValue.map { .integer($0) } ?? .expression(expression.text)
    case (.integer(let text), .double), (.integer(let text), .float), (.float(let text), .double),
      (.float(let text), .float):
      return Double(text.filter { $0 != "_" }).map { .double($0) } ?? .expression(expression.text)
    case (.integer(let text), .decimal), (.float(let text), .decimal):
      return .decimal(text.filter { $0 != "_" })
    case (.boolean(let value), .boolean): return .boolean(value)
    case (.string(let text), .string): return .string(text)
    case (.call(_, let arguments), .binary) where arguments.isEmpty && isCall(expression, "Data"):
      return .data([])
    case (.call(_, let arguments), .decimal)
    where isCall(expression, "Decimal") && arguments.count <= 1:
      guard let argument = arguments.first?.value else { return .decimal("0") }
      let plain = read(argument, as: stored, type: type, in: scope)
      return plain ?? .expression(expression.text)
    default: return .expression(expression.text)
    }
  }

  private func isCall(_ expression: Expression, _ name: String) -> Bool {
    guard case .call(let callee, _) = expression.kind, let last = callee.lastName else {
      return false
    }
    return last == name || last == "init"
  }

  /// `.active` and `Status.active` as the raw value that is stored.
  private func rawValue(
    _ expression: Expression, type: TypeReference, in scope: [String]
  ) -> DefaultValue {
    let unknown = DefaultValue.expression(expression.text)
    guard case .named(let path, _) = index.expanded(type, in: scope).wrapped,
      let declared = index.type(path), declared.declaration.kind == .enum,
      let name = expression.lastName,
      let position = declared.declaration.cases.firstIndex(where: { $0.name == name })
    else { return unknown }
    let cases = declared.declaration.cases
    let raw = CompositeMapper(mapper: TypeMapper(index: index)).rawType(of: declared)
    guard case .named(let rawPath, _)? = raw, let rawName = SimpleType.bareName(rawPath) else {
      return .string(name)
    }
    if rawName == "String" { return .string(cases[position].rawValue?.stringValue ?? name) }
    guard SimpleType.attributeType(rawPath)?.type != .double else { return unknown }
    // Cases without a raw value count on from the last one that has one.
    let explicit = cases[...position].lastIndex { $0.rawValue != nil }
    let start = explicit.map { cases[$0].rawValue?.integerValue } ?? 0
    guard let start else { return unknown }
    let (value, overflow) = start.addingReportingOverflow(Int64(position - (explicit ?? 0)))
    return overflow ? unknown : .integer(value)
  }
}
