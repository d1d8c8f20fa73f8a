internal import ModelInputs
public import StoreModel

extension SchemaHistory {
  /// The versions at a path: Swift source or a folder of it, an `.xcdatamodeld`, a `.momd`, a `.mom`,
  /// or a store with the model inside.
  ///
  /// - Parameter path: with `@VERSION` behind it only that version.
  /// - Returns: one history per plan, bundle, model file or store.
  /// - Throws: `ReportableError` for a path without models, or with one that cannot be read.
  public static func load(_ path: String) throws -> [SchemaHistory] { try ModelLoader.load(path) }
}
