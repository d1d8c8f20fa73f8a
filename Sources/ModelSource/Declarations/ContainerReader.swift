internal import StoreModel
internal import SwiftSyntax

/// Finds the calls that make containers and schemas, anywhere in a file.
struct ContainerReader {
  let source: SourceText
  private let expressions: ExpressionReader

  init(source: SourceText) {
    self.source = source
    expressions = ExpressionReader(source: source)
  }

  func containers(
    in tree: SourceFileSyntax
  ) -> (uses: [ContainerUse], members: [ConfigurationMember]) {
    let configurations = ConfigurationReader(expressions: expressions)
    var members: [ConfigurationMember] = []
    var calls: [FunctionCallExprSyntax] = []
    var constants: [String: [Names.Constant]] = [:]
    var assigned: [String: [(offset: Int, value: Expression)]] = [:]
    // A list of open nodes instead of recursion: expressions have no depth limit.
    var waiting = [Syntax(tree)]
    while let node = waiting.popLast() {
      if let member = configurations.member(node) { members.append(member) }
      if let call = node.as(FunctionCallExprSyntax.self), Self.names.contains(call.calleeName) {
        calls.append(call)
      } else if let binding = node.as(PatternBindingSyntax.self),
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let value = binding.initializer?.value ?? binding.chosenDatabase,
        binding.initializer == nil || Self.mayConfigure(value)
      {
        constants[name, default: []].append(
          Names.Constant(
            offset: node.position.utf8Offset, block: node.localBlock,
            value: expressions.expression(value)))
      } else if let (name, value) = node.setConfiguration {
        assigned[name, default: []].append(
          (node.position.utf8Offset, expressions.expression(ExprSyntax(value))))
      }
      // What a preview opens is no store of the app.
      if node.isOfPreviews { continue }
      waiting += node.children(viewMode: .sourceAccurate).reversed()
    }
    let names = Names(constants: constants, assigned: assigned)
    return (calls.compactMap { use($0, names) }, members)
  }

  private static let names: Set = ["ModelContainer", "Schema", "modelContainer"]
  private static let words = [
    "odelContainer", "odelConfiguration", "ersistentModel.Type", "Schema",
  ].map { Array($0.utf8) }

  /// Whether a file has any of the names: looking at every node of its tree takes long.
  static func mayFind(in bytes: [UInt8]) -> Bool {
    words.contains { word in
      bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
  }

  /// Only calls and lists can end up in a container's arguments.
  private static func mayConfigure(_ value: ExprSyntax) -> Bool {
    value.is(FunctionCallExprSyntax.self) || value.is(ArrayExprSyntax.self)
      || value.is(TryExprSyntax.self) || value.is(SequenceExprSyntax.self)
  }

  private func use(_ node: FunctionCallExprSyntax, _ names: Names) -> ContainerUse? {
    let call = expressions.expression(ExprSyntax(node))
    var use = ContainerUse(call: node.calleeName, location: source.location(node))
    let offset = node.position.utf8Offset
    for argument in call.arguments {
      let value = names.value(of: argument.value, before: offset)
      switch argument.label {
      // `ModelContainer(for: A.self, configurations: a, b)` leaves the second without a label.
      case nil where value.lastName == "ModelConfiguration":
        configure(value, &use, names, node)
      case "for", nil, "versionedSchema":
        let count = use.types.count
        addTypes(value, label: argument.label, to: &use, names, offset)
        if use.types.count - count < Self.least(value), use.versionedSchema == nil {
          // A schema that is made elsewhere is met there.
          use.isListed =
            value.text.lowercased().hasSuffix("schema")
            || node.calleeName == "modelContainer" && argument.label == nil
        }
      case "migrationPlan":
        use.migrationPlan = value.metatypeName
        use.hasPlan = value.text != "nil"
      case "configurations": configure(value, &use, names, node)
      case "inMemory": use.isStoredInMemoryOnly = value.text == "true"
      default: break
      }
    }
    let isEmpty = use.types.isEmpty && use.versionedSchema == nil && use.migrationPlan == nil
    if isEmpty {
      guard !use.isListed || use.hasPlan || !use.openTypes.isEmpty else { return nil }
      use.isUnread = true
    }
    if !use.openTypes.isEmpty { use.owner = Syntax(node).outerType }
    return use
  }

  /// How many types an argument names, if all of it can be read.
  private static func least(_ value: Expression) -> Int {
    if let elements = value.elements { return elements.count }
    if value.lastName == "Schema", let list = value.arguments.first?.value.elements {
      return list.count
    }
    return 1
  }

  private func addTypes(
    _ given: Expression, label: String?, to use: inout ContainerUse, _ names: Names, _ offset: Int,
    _ steps: Int = 4
  ) {
    guard steps > 0 else { return }
    let value = names.value(of: given, before: offset)
    if let name = value.metatypeName {
      if label == "versionedSchema" { use.versionedSchema = name } else { use.types.append(name) }
    } else if let elements = value.elements {
      use.types += elements.compactMap(\.metatypeName)
    } else if value.lastName == "Schema" {
      for argument in value.arguments {
        addTypes(argument.value, label: argument.label, to: &use, names, offset, steps - 1)
      }
    } else if value.isNamedElsewhere, label != "versionedSchema" {
      use.openTypes.append(OpenValue(value: value))
    }
  }

  private func configure(
    _ value: Expression, _ use: inout ContainerUse, _ names: Names, _ node: FunctionCallExprSyntax
  ) {
    let offset = node.position.utf8Offset
    for element in value.elements ?? [value] {
      let configuration = names.value(of: element, before: offset)
      use.configurations += 1
      let database = configuration.argument("cloudKitDatabase")
        .map { names.value(of: $0, before: offset) }
      guard use.take(configuration, database: database) else {
        // Which file says what it is, is found out when all of them are read.
        use.openConfigurations.append(OpenValue(value: configuration))
        use.owner = Syntax(node).outerType
        continue
      }
      if let schema = configuration.argument("schema") {
        var part = use.part(configuration, database: database)
        addTypes(schema, label: nil, to: &part, names, offset)
        if !part.openTypes.isEmpty { part.owner = Syntax(node).outerType }
        use.parts.append(part)
      }
    }
  }

  /// The constants of a file, for `let schema = Schema(…)` used a few lines further down.
  private struct Names {
    struct Constant {
      let offset: Int
      /// Where its name means it; nil for members and globals, which mean something everywhere.
      let block: Range<Int>?
      let value: Expression
    }

    var constants: [String: [Constant]]
    /// What variables are set to later: `if isSynced { configuration = ModelConfiguration(…) } else { … }`.
    var assigned: [String: [(offset: Int, value: Expression)]]

    /// Of several configurations that a variable may hold, the one whose store is mirrored: some users have
    /// it.
    private func choice(_ name: String, before offset: Int) -> Expression? {
      let values = (assigned[name] ?? []).filter { $0.offset < offset }.map(\.value)
      return values.first { value in
        value.argument("cloudKitDatabase").map { !$0.text.hasSuffix(".none") } ?? false
      } ?? values.last
    }

    /// The nearest local constant of that name declared before, else the nearest member or global.
    func value(of expression: Expression, before offset: Int) -> Expression {
      guard case .reference(let path) = expression.kind, let name = path.last else {
        return expression
      }
      let candidates = constants[name] ?? []
      let local = candidates.last {
        path.count == 1 && $0.offset < offset && $0.block?.contains(offset) ?? false
      }
      let others = candidates.filter { $0.block == nil }
      let meant = local ?? others.last { $0.offset < offset } ?? others.first
      return meant?.value ?? choice(name, before: offset) ?? expression
    }
  }
}

extension PatternBindingSyntax {
  /// The one value of `var database: ModelConfiguration.CloudKitDatabase { … }`.
  fileprivate var chosenDatabase: ExprSyntax? {
    guard let type = typeAnnotation?.type.trimmedDescription, type.hasSuffix("CloudKitDatabase"),
      case .getter(let items)? = accessorBlock?.accessors, items.count == 1
    else { return nil }
    return items.first?.item.as(ExprSyntax.self)
      ?? items.first?.item.as(ReturnStmtSyntax.self)?.expression
  }
}

extension FunctionCallExprSyntax {
  fileprivate var calleeName: String {
    if let name = calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    return calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
  }
}

extension Expression {
  /// Whether it is a member or constant, or a call, of which another file may say what it gives.
  fileprivate var isNamedElsewhere: Bool {
    switch kind {
    case .reference(let path): !path.isTypeName
    case .implicitMember: true
    case .call(let callee, _): callee.lastName?.first?.isLowercase ?? false
    default: false
    }
  }

  /// `Note` of `Note.self`.
  var metatypeName: String? {
    if case .metatype(let path) = kind { path.joined(separator: ".") } else { nil }
  }
}

extension Syntax {
  /// `configuration` and the call of `configuration = ModelConfiguration(…)`.
  fileprivate var setConfiguration: (String, FunctionCallExprSyntax)? {
    guard let terms = self.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
      terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let name = terms.first?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let made = terms.last?.as(FunctionCallExprSyntax.self),
      made.calleeName == "ModelConfiguration"
    else { return nil }
    return (name, made)
  }
}
