internal import StoreModel

/// The default a declaration gives, as the model would hold it. A default set in `init` does not
/// count: it is not in the schema (Documentation/Format/MigrationRules.md, 2.3).
struct DefaultValueReader {
  let index: SourceIndex

  /// Nil when there is no default; `.expression` when its value is only known at run time.
  func read(
    _ expression: Expression?, as stored: StoredType, type: TypeReference, in scope: [String]
  )
    -> DefaultValue?
  {
    guard let written = expression, !written.isNil else { return nil }
    if case .cast(let inner, _) = written.kind {
      return read(inner, as: stored, type: type, in: scope)
    }
    if let inner = written.wrappedValue {
      return read(inner, as: stored, type: type, in: scope)
    }
    let constant = ConstantReader(index: index).follow(.init(value: written, scope: scope))
    let (expression, scope) = (constant.value, constant.scope)
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
    case (.reference(let path), _) where path.last == "rawValue":
      return rawValue(path, as: kind, in: scope) ?? .expression(written.text)
    case (.call(_, let arguments), .binary) where arguments.isEmpty && isCall(expression, "Data"):
      return .data([])
    case (.call(_, let arguments), .decimal)
    where isCall(expression, "Decimal") && arguments.count <= 1:
      guard let argument = arguments.first?.value else { return .decimal("0") }
      let plain = read(argument, as: stored, type: type, in: scope)
      return plain ?? .expression(expression.text)
    default: return .expression(written.text)
    }
  }

  /// `Status.active.rawValue`.
  private func rawValue(
    _ path: [String], as kind: AttributeType, in scope: [String]
  ) -> DefaultValue? {
    guard path.count > 2,
      let owner = index.resolve(Array(path.dropLast(2)), in: scope), let type = index.type(owner)
    else { return nil }
    let value = CompositeMapper(mapper: TypeMapper(index: index)).rawValues(of: type)[
      path[path.count - 2]]
    return switch (value, kind) {
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64), (.string, .string):
      value
    default: nil
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
      let name = expression.lastName
    else { return unknown }
    return CompositeMapper(mapper: TypeMapper(index: index)).rawValues(of: declared)[name]
      ?? unknown
  }
}
