internal import Foundation
internal import StoreEngine

/// Binary data that may lie in files of its own (coredata-format.md §3.1).
extension DataStore {
  /// Larger values become files.
  private static let threshold = 128 << 10

  /// The column's value: the bytes behind a mark, or the name of a new file.
  func externalValue(_ data: Data) throws -> SQLiteValue {
    guard data.count > Self.threshold, !configuration.isStoredInMemoryOnly else {
      return .blob([ExternalStorage.inline] + data)
    }
    let name = UUID().uuidString
    guard let path = externalStorage.path(of: name) else {
      return .blob([ExternalStorage.inline] + data)
    }
    try FileManager.default.createDirectory(
      atPath: externalStorage.folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path))
    return .blob([ExternalStorage.file] + Array(name.utf8) + [0])
  }

  func externalSlot(_ value: SQLiteValue) -> Slot {
    guard case .blob(let bytes) = value, let mark = bytes.first else { return .null }
    if mark == ExternalStorage.inline { return .data(Data(bytes.dropFirst())) }
    guard let name = ExternalStorage.name(in: bytes), let path = externalStorage.path(of: name),
      let data = FileManager.default.contents(atPath: path)
    else { return .null }
    return .data(data)
  }
}
