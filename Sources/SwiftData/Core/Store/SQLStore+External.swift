internal import Foundation
internal import StoreEngine

/// Files of external data, as a transaction changes them: those it has written go when it is rolled
/// back, those its rows named go when it is committed. A crash in between leaves a file too many,
/// never one too few.
struct ExternalChanges {
  fileprivate var written: [String] = []
  fileprivate var replaced: [String] = []

  /// What was written for a statement that failed goes in any case; what it would have replaced stays.
  mutating func abandon(since earlier: ExternalChanges) {
    replaced = earlier.replaced + written.dropFirst(earlier.written.count)
  }
}

/// Binary data that may lie in files of its own (Documentation/Format/StoreFormat.md, 3.1).
extension SQLStore {
  /// Larger values become files.
  private static let threshold = 128 << 10

  /// The column's value: the bytes behind a mark, or the name of a new file.
  func externalValue(_ data: Data) throws -> SQLiteValue {
    guard data.count > Self.threshold, !configuration.isStoredInMemoryOnly else {
      return Self.inlineValue(data)
    }
    let name = UUID().uuidString
    guard let path = externalStorage.path(of: name) else { return Self.inlineValue(data) }
    try FileManager.default.createDirectory(
      atPath: externalStorage.folder, withIntermediateDirectories: true)
    externalChanges.written.append(name)
    try data.write(to: URL(fileURLWithPath: path))
    try FileHandle(forUpdating: URL(fileURLWithPath: path)).synchronize()
    return .blob([ExternalStorage.file] + Array(name.utf8) + [0])
  }

  static func inlineValue(_ data: Data) -> SQLiteValue { .blob([ExternalStorage.inline] + data) }

  func externalSlot(_ value: SQLiteValue) -> Slot {
    guard case .blob(let bytes) = value, let mark = bytes.first else { return .null }
    if mark == ExternalStorage.inline { return .data(Data(bytes.dropFirst())) }
    guard let name = ExternalStorage.name(in: bytes), let path = externalStorage.path(of: name),
      let data = FileManager.default.contents(atPath: path)
    else { return .null }
    return .data(data)
  }

  /// Notes the files that a row names, before it is deleted or other values go into the slots.
  func noteExternalFiles(of plan: EntityPlan, _ key: Int64, _ slots: SlotSet? = nil) throws {
    let columns = plan.externalAttributes.filter { slots?.contains($0.slot) ?? true }
      .flatMap(\.columns)
    guard !columns.isEmpty else { return }
    let list = columns.map(\.sqlName).joined(separator: ", ")
    try with("SELECT \(list) FROM \(plan.table) WHERE Z_PK = ?", .metadata) { statement in
      try statement.bind([.integer(key)])
      guard try statement.step() else { return }
      for place in columns.indices {
        guard case .blob(let bytes) = statement.value(at: place),
          bytes.first == ExternalStorage.file, let name = ExternalStorage.name(in: bytes)
        else { continue }
        externalChanges.replaced.append(name)
      }
    }
  }

  /// Removes what no row names any more; after a transaction has ended.
  func removeExternalFiles(committed: Bool) {
    let names = committed ? externalChanges.replaced : externalChanges.written
    externalChanges = ExternalChanges()
    for name in names {
      guard let path = externalStorage.path(of: name) else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
