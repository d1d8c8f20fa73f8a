public import StoreModel

extension Store {
  /// The store in a file that was opened without touching it.
  public convenience init(file: StoreFile, model: DataModel? = nil) throws {
    try self.init(connection: file.connection, path: file.path, model: model)
  }
}
