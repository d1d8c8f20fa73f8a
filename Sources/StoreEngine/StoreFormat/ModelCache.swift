package import StoreModel
internal import Synchronization

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
  ///
  /// Equal bytes give models that share their storage, by which whoever remembers answers about models
  /// finds them at once.
  package static func read(content: [UInt8], name: String) throws -> DataModel {
    let last = models.withLock { models in
      models.last { $0.name == name && $0.content == content }?.model
    }
    if let last { return last }
    let model = try ModelArchive.read(
      RawDeflate.inflate(content, limit: sizeLimit), name: name, source: .storeCache)
    models.withLock { models in
      if models.count == mostModels { models.removeFirst() }
      models.append((content, name, model))
    }
    return model
  }

  private static let models = Mutex<[(content: [UInt8], name: String, model: DataModel)]>([])
  /// As many as a plan has versions.
  private static let mostModels = 64

  /// The bytes of `Z_CONTENT` for a model.
  package static func content(of model: DataModel) -> [UInt8] {
    contents.answer(of: model) { RawDeflate.deflate(ModelArchive.write(model)) }
  }

  private static let contents = ModelMemo<[UInt8]>()
}
