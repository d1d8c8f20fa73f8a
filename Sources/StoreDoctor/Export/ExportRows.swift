internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// The rows of one table of an export, read once. Data that lies in files of its own is copied on the
/// way, and stands in the row as the path of the copy below the export's folder.
final class ExportRows {
  let columns: [String]
  private let table: ExportTable
  private let folder: ExportFolder
  private let source: Source
  private var count: Int64 = 0
  private var dataFiles: Int64 = 0
  private var missingFiles: Int64 = 0
  /// Names each copy with its hash; there is none without copies.
  private var list: FileOutput?
  /// Of the current row: the path of each cell that is a file; nil for one that is missing.
  private var copies: [Int: String?] = [:]

  private enum Source {
    case rows(ExportCursor)
    case links(Statement)
  }

  init(
    _ table: ExportTable, _ store: Store, _ folder: ExportFolder, _ options: ExportManifest.Options
  ) throws {
    self.table = table
    self.folder = folder
    switch table.content {
    case .entity(let entity):
      let names = Set(entity.properties.map(\.name))
      let cursor = try ExportCursor(
        store, entity, where: options.condition, columns: options.columns?.filter(names.contains))
      source = .rows(cursor)
      columns = cursor.columns
    case .links(let entity, let property, let path):
      source = .links(try store.links(path))
      columns = property.linkColumns(of: entity.name)
    }
  }

  /// Moves on, and copies the files that the row names.
  func next() throws -> Bool {
    switch source {
    case .links(let statement): guard try statement.step() else { return false }
    case .rows(let cursor):
      guard try cursor.next() else { return false }
      copies.removeAll(keepingCapacity: true)
      for index in columns.indices {
        if case .file(_, let path) = cursor.cell(at: index) { try copy(path, index, cursor.key) }
      }
    }
    count += 1
    return true
  }

  private func copy(_ path: String?, _ index: Int, _ key: Int64) throws {
    guard let path else {
      missingFiles += 1
      copies[index] = .some(nil)
      return
    }
    let plain = ExportTable.plain(columns[index])
    let own = plain == columns[index] ? plain : "\(plain).\(index)"
    let name = "data/\(table.name)/\(key).\(own)"
    let (size, digest) = try folder.copy(path, to: name)
    let output = try list ?? folder.output(table.dataList)
    list = output
    let line = try JSONValue(
      encoding: DataFile(
        bytes: size, file: name, key: key, property: columns[index], sha256: digest))
    output.write(Array((line.text() + "\n").utf8))
    dataFiles += 1
    copies[index] = name
  }

  /// A line of the list of a table's data files.
  private struct DataFile: Encodable {
    let bytes: Int64
    let file: String
    let key: Int64
    let property: String
    let sha256: String
  }

  /// Valid until the next row.
  func cell(at index: Int) -> RowCell {
    switch source {
    case .links(let statement): .integer(statement.integer(at: index))
    case .rows(let cursor):
      switch cursor.cell(at: index) {
      case .null: .null
      case .integer(let value): .integer(value)
      case .bool(let value): .bool(value)
      case .real(let value): .real(value)
      case .text(let bytes): .text(bytes)
      case .string(let text): .string(text)
      case .json(let text): .json(text)
      case .blob(let bytes): .blob(bytes)
      case .bytes(let bytes): .bytes(bytes)
      case .file: copies[index].flatMap { $0 }.map(RowCell.string) ?? .null
      }
    }
  }

  func value(at index: Int) -> SQLiteValue {
    switch cell(at: index) {
    case .null, .hidden: .null
    case .integer(let value): .integer(value)
    case .bool(let value): .integer(value ? 1 : 0)
    case .real(let value): .real(value)
    case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .string(let text), .json(let text): .text(text)
    case .blob(let bytes): .blob(Array(bytes))
    case .bytes(let bytes): .blob(bytes)
    }
  }

  func stream(format: RowFormat) -> RowStream {
    RowStream(
      columns: columns.map { Report.Table.Column($0) }, format: format, next: next, cell: cell)
  }

  /// What was read, once everything is, and the list of its data files, which is complete then.
  func described(_ name: String) throws -> [ExportManifest.File] {
    let content =
      switch table.content {
      case .entity(let entity): entity.name
      case .links(let entity, let property, _): "\(entity.name).\(property.name)"
      }
    let rows = ExportManifest.File(
      name: name, content: content, rows: count, columns: columns, dataFiles: dataFiles,
      missingFiles: missingFiles)
    guard let list else { return [rows] }
    try list.finish()
    let (size, digest) = try folder.measured(table.dataList)
    return [
      rows,
      ExportManifest.File(
        name: table.dataList, content: ExportManifest.File.listed + content, rows: dataFiles,
        columns: ["bytes", "file", "key", "property", "sha256"], bytes: size, sha256: digest),
    ]
  }
}

extension ExportTable {
  /// The list of the table's data files.
  var dataList: String { "data/\(name).jsonl" }
}
