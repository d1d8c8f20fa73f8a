internal import StoreEngine
internal import StoreModel

extension [SchemaHistory] {
  /// The mapping models of all histories, each once.
  ///
  /// - Throws: `MigrationError` when one cannot be read: Core Data may be able to, and would use it.
  func mappingModels() throws(MigrationError) -> [MappingModel] {
    var seen: Set<String> = []
    var found: [MappingModel] = []
    for path in flatMap(\.mappings) where seen.insert(path).inserted {
      do {
        found.append(try MappingModelReader.read(path: path))
      } catch {
        throw .unsupported(
          "the mapping model \(error); whether Core Data would use it is not known")
      }
    }
    return found
  }
}
