internal import PlatformFoundation
internal import PlatformLibc
public import StoreModel

extension StoreWriter {
  /// Inserts an object.
  ///
  /// - Parameter values: by property name, `author.name` for an element of a composite; `toOne` for
  ///   to-one relationships. What is left out is NULL: defaults are for the caller to apply, as
  ///   they are for an app.
  /// - Throws: `StoreWriterError`, or `SQLiteError` when a uniqueness constraint is violated.
  @discardableResult
  public func insert(_ entity: String, _ values: [String: PropertyValue] = [:]) throws -> Object {
    let plan = try plan(for: entity)
    guard !plan.entity.isAbstract else { throw StoreWriterError.abstract(entity) }
    var row = [SQLiteValue](repeating: .null, count: 3 + plan.columns.count)
    var links: [(String, Object)] = []
    for (name, value) in values.sorted(by: { $0.key.codePointsPrecede($1.key) }) {
      if case .toOne(let key, let destination) = value {
        let relationship = try relationship(name, of: entity)
        links.append((name, Object(entity: destination ?? relationship.destination, key: key)))
        continue
      }
      let path = name.split(separator: ".").map(String.init)
      guard let column = layout.column(of: entity, path), let place = plan.places[column.name],
        let attribute = layout.attribute(of: entity, path)
      else { throw StoreWriterError.unknownProperty(name, entity: entity) }
      do {
        row[3 + place] = try storedValue(value, attribute)
      } catch let mismatch as ValueMismatch {
        throw StoreWriterError.mismatch(name, entity: entity, type: mismatch.type.name)
      }
    }
    let object = Object(entity: entity, key: try insertRow(plan, &row))
    for (name, destination) in links { try link(object, name, destination) }
    return object
  }

  /// The value for a column; data above the threshold goes to a file of its own where the attribute
  /// allows it.
  func storedValue(_ value: PropertyValue, _ attribute: Attribute) throws -> SQLiteValue {
    guard case .data(let bytes) = value, attribute.allowsExternalStorage,
      bytes.count > options.externalThreshold
    else { return try attribute.storedValue(value) }
    let name = nextExternalName()
    guard let file = externalStorage.path(of: name) else { return try attribute.storedValue(value) }
    do {
      try FileManager.default.createDirectory(
        atPath: externalStorage.folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: file))
    } catch {
      throw StoreWriterError.externalFile(file)
    }
    return try attribute.storedValue(.external(name: name, size: Int64(bytes.count)))
  }

  /// Links two objects through a relationship, on both sides.
  ///
  /// A to-one side that pointed elsewhere is moved; linking twice changes nothing.
  public func link(_ source: Object, _ name: String, _ destination: Object) throws {
    let relationship = try relationship(name, of: source.entity)
    if let (join, isOwner) = layout.join(of: source.entity, name) {
      return try joinPlan(join).insert(
        owner: isOwner ? source.key : destination.key,
        other: isOwner ? destination.key : source.key)
    }
    guard relationship.isToMany else {
      return try setToOne(source, name, destination, inverse: relationship.inverse)
    }
    if let inverse = relationship.inverse,
      let back = layout.relationship(of: destination.entity, inverse)
    {
      return try setToOne(destination, inverse, source, inverse: back.inverse)
    }
    // Without an inverse the key of the source stands in the destination's row.
    guard let column = layout.column(of: source.entity, [name]) else {
      throw StoreWriterError.unknownProperty(name, entity: source.entity)
    }
    try set(column, destination, source.key, order: layout.orderColumn(for: column))
  }

  private func setToOne(
    _ source: Object, _ name: String, _ destination: Object, inverse: String?
  ) throws {
    guard let column = layout.column(of: source.entity, [name]),
      let number = layout.entity(named: destination.entity)?.number
    else { throw StoreWriterError.unknownProperty(name, entity: source.entity) }
    let back = inverse.flatMap { layout.relationship(of: destination.entity, $0) }
    if let back, !back.isToMany,
      let backColumn = layout.column(of: destination.entity, [back.name])
    {
      try unlink(column, source.entity, pointingAt: destination.key)
      try unlink(backColumn, destination.entity, pointingAt: source.key)
      try set(
        backColumn, destination, source.key,
        entityNumber: layout.entity(named: source.entity)?.number)
    }
    try set(
      column, source, destination.key,
      entityNumber: number, order: layout.orderColumn(for: column))
  }

  private func set(
    _ column: StoreColumn, _ object: Object, _ key: Int64,
    entityNumber: Int? = nil, order: String? = nil
  ) throws {
    let table = try plan(for: object.entity).entity.table.sqlName
    var assignments = ["\(column.name.sqlName) = ?1"]
    var values: [SQLiteValue] = [.integer(key), .integer(object.key)]
    if let entityNumber, let companion = layout.companion(of: column) {
      values.append(.integer(Int64(entityNumber)))
      assignments.append("\(companion.sqlName) = ?\(values.count)")
    }
    if let order {
      values.append(.integer(orderCounter(table, order).next(parent: key)))
      assignments.append("\(order.sqlName) = ?\(values.count)")
    }
    try cached("UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?2")
      .run(values)
  }

  private func unlink(_ column: StoreColumn, _ entity: String, pointingAt key: Int64) throws {
    let table = try plan(for: entity).entity.table.sqlName
    let name = column.name.sqlName
    let companion = layout.companion(of: column).map { ", \($0.sqlName) = NULL" } ?? ""
    try cached("UPDATE \(table) SET \(name) = NULL\(companion) WHERE \(name) = ?1")
      .run([.integer(key)])
  }

  private func relationship(_ name: String, of entity: String) throws -> Relationship {
    guard let found = layout.relationship(of: entity, name) else {
      throw StoreWriterError.unknownProperty(name, entity: entity)
    }
    return found
  }
}

/// Why a store cannot be written.
public enum StoreWriterError: ReportableError, Sendable, Hashable {
  case exists(String)
  case finished
  case unknownEntity(String)
  case abstract(String)
  case unknownProperty(String, entity: String)
  case mismatch(String, entity: String, type: String)
  case externalFile(String)

  /// Whatever it is, the store is not written.
  public var status: ExitStatus { .unreadable }

  public var description: String {
    switch self {
    case .exists(let path): "'\(path)' exists already; choose another name or remove it first"
    case .finished: "the store is finished; nothing can be added to it"
    case .unknownEntity(let name): "no entity '\(name)' in the model"
    case .abstract(let name): "'\(name)' is abstract; insert one of its subentities"
    case .unknownProperty(let name, let entity): "no stored property '\(name)' in '\(entity)'"
    case .mismatch(let name, let entity, let type):
      "the value for '\(entity).\(name)' does not fit the type \(type)"
    case .externalFile(let path): "cannot write the external data file '\(path)'"
    }
  }
}

/// What a writer may do to its own file.
enum FileRemoval {
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { _ = unlink(path + suffix) }
  }
}
