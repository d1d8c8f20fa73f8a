extension Schema {
  /// `#Unique`: each list of properties has different values in every object.
  public final class Unique<T: PersistentModel>: SchemaRule, SchemaProperty,
    CustomDebugStringConvertible
  {
    /// The lists of properties.
    public let constraints: [[PartialKeyPath<T>]]

    /// One list per constraint.
    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    /// What is encoded of it.
    public enum CodingKeys: CodingKey {
      /// The names of the properties.
      case constraints
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      constraints = try PropertyNames.keyPaths(
        fields.decode([[String]].self, forKey: .constraints), fields.codingPath)
    }

    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      try fields.encode(constraints.map { PropertyNames.names($0) }, forKey: .constraints)
    }

    /// Calls `add` for each constraint.
    public func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void) {
      for list in constraints { add(.unique, list) }
    }

    /// The names of the properties.
    public var name: String { PropertyNames.text(constraints) }
    /// The same as `name`: a constraint has no other.
    public var originalName: String { name }
    /// The type of `constraints`.
    public var valueType: any Any.Type { type(of: constraints) }
    /// Always false.
    public var isAttribute: Bool { false }
    /// Always false.
    public var isOptional: Bool { false }
    /// Always false.
    public var isRelationship: Bool { false }
    /// Always false.
    public var isTransient: Bool { false }
    /// Always true.
    public var isUnique: Bool { true }

    public static func == (left: Unique, right: Unique) -> Bool {
      left.constraints == right.constraints
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }

    /// The class and the names of the properties.
    public var debugDescription: String { "Unique<\(T.self)> \(name)" }
  }

  /// `#Index`: fetches and sorts by the properties are fast.
  public final class Index<T: PersistentModel>: SchemaRule, SchemaProperty,
    CustomDebugStringConvertible
  {
    /// The kinds of index that can be named.
    public enum Types<P: PersistentModel>: Hashable {
      /// For comparisons and sorting.
      case binary([PartialKeyPath<P>])
      /// For ranges of numbers; the store has none.
      case rtree([PartialKeyPath<P>])
    }

    /// The indexes with their kinds.
    public let indices: [Types<T>]

    /// Plain indexes, one list per index.
    public init(_ indices: [PartialKeyPath<T>]...) { self.indices = indices.map { .binary($0) } }

    /// Indexes of the kinds that are named, one list per index.
    public init(_ indices: Types<T>...) { self.indices = indices }

    /// What is encoded of it.
    public enum CodingKeys: CodingKey {
      /// Kinds and names of the properties.
      case indices
    }

    private struct Encoded: Codable {
      let isRTree: Bool
      let properties: [String]
    }

    public init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      indices = try fields.decode([Encoded].self, forKey: .indices).map { index in
        let paths: [[PartialKeyPath<T>]] = try PropertyNames.keyPaths(
          [index.properties], fields.codingPath)
        return index.isRTree ? .rtree(paths[0]) : .binary(paths[0])
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      let encoded = lists.map { kind, list in
        Encoded(isRTree: kind == .rtree, properties: PropertyNames.names(list))
      }
      try fields.encode(encoded, forKey: .indices)
    }

    private var lists: [(kind: _RuleKind, list: [PartialKeyPath<T>])] {
      indices.map { index in
        switch index {
        case .binary(let list): (.binary, list)
        case .rtree(let list): (.rtree, list)
        }
      }
    }

    /// Calls `add` for each index.
    public func _apply(_ add: (_RuleKind, [AnyKeyPath]) -> Void) {
      for (kind, list) in lists { add(kind, list) }
    }

    /// The names of the properties.
    public var name: String { PropertyNames.text(lists.map(\.list)) }
    /// The same as `name`: an index has no other.
    public var originalName: String { name }
    /// The type of `indices`.
    public var valueType: any Any.Type { type(of: indices) }
    /// Always false.
    public var isAttribute: Bool { false }
    /// Always false.
    public var isOptional: Bool { false }
    /// Always false.
    public var isRelationship: Bool { false }
    /// Always false.
    public var isTransient: Bool { false }
    /// Always false.
    public var isUnique: Bool { false }

    public static func == (left: Index, right: Index) -> Bool { left.indices == right.indices }

    public func hash(into hasher: inout Hasher) { hasher.combine(indices) }

    /// The class and the names of the properties.
    public var debugDescription: String { "Index<\(T.self)> \(name)" }
  }
}

/// Key paths as names, which can be written down.
private enum PropertyNames {
  static func names<T: PersistentModel>(_ paths: [PartialKeyPath<T>]) -> [String] {
    paths.compactMap { T._$type.property($0)?.name }
  }

  static func text<T: PersistentModel>(_ lists: [[PartialKeyPath<T>]]) -> String {
    lists.map { names($0).joined(separator: ",") }.joined(separator: " ")
  }

  static func keyPaths<T: PersistentModel>(
    _ lists: [[String]], _ codingPath: [any CodingKey]
  ) throws -> [[PartialKeyPath<T>]] {
    var found: [[PartialKeyPath<T>]] = []
    for list in lists {
      found.append([])
      for name in list {
        guard let path = T._$type.property(named: name)?.keyPath as? PartialKeyPath<T> else {
          throw DecodingError.dataCorrupted(
            .init(
              codingPath: codingPath, debugDescription: "'\(T.self)' has no property '\(name)'"))
        }
        found[found.count - 1].append(path)
      }
    }
    return found
  }
}
