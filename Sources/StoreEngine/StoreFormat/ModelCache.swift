package import StoreModel

/// The model a store carries in `Z_MODELCACHE`: a compressed keyed archive
/// (Documentation/Format/ModelFiles.md, 1). Stores of framework 519 and older have none.
package enum ModelCache {
  /// Largest archive that is unpacked; the largest one seen has 70 KB.
  static let sizeLimit = 64 << 20

  /// Nil when the store has no cache, or an empty one.
  ///
  /// - Parameter name: What the model is called, usually the store's file name.
  package static func read(_ connection: Connection, name: String) throws -> DataModel? {
    let exists = try connection.value(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_MODELCACHE'")
    guard exists != nil else { return nil }
    let statement = try connection.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
    guard try statement.step() else { return nil }
    let content = statement.bytes(at: 0)
    return content.isEmpty ? nil : try read(content: content, name: name)
  }

  /// Reads the bytes of `Z_CONTENT`.
  package static func read(content: [UInt8], name: String) throws -> DataModel {
    try ModelArchive.read(
      RawDeflate.inflate(content, limit: sizeLimit), name: name, source: .storeCache)
  }

  /// The bytes of `Z_CONTENT` for a model.
  package static func content(of model: DataModel) -> [UInt8] {
    contents.answer(of: model) { RawDeflate.deflate(ModelArchive.write(model)) }
  }

  private static let contents = ModelMemo<[UInt8]>()
}
