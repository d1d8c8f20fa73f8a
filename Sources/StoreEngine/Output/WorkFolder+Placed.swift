/// Files of external data have to lie beside a store before it gets its name. They are written down
/// first, so that whoever removes the folder of a dead process takes back what has no store.
extension WorkFolder {
  /// The store's name and those of the files, with a zero byte behind each.
  private static let list = ".placed-external-data"
  private static let listLimit = 256 << 20

  /// - Parameter names: files of external data that are not there yet.
  func willPlace(_ names: [String], of store: String) throws(StoreOutputError) {
    let path = file(Self.list)
    try FileOutput.create(([store] + names).flatMap { Array($0.utf8) + [0] }, at: path)
    try OutputTarget.synchronize(path)
  }

  /// - Parameter parent: the folder's, with its slash.
  static func takeBack(from path: String, in parent: String) {
    guard let bytes = try? InputFile.bytes(of: path + "/" + list, limit: listLimit) else { return }
    let names = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    // A list that the kill cut off names no more than was to be placed.
    guard let store = names.first, !store.contains("/"), !RawFile.isEntry(parent + store) else {
      return
    }
    let storage = ExternalStorage(storePath: parent + store)
    // Not from a folder that is another store's as well.
    guard storage.foreignEntry() == nil else { return }
    storage.remove(names.dropFirst())
  }
}
