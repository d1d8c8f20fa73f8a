package import StoreModel

extension DataModel {
  /// Advice in the words of the framework that the model is for: stages and their closures are
  /// SwiftData's, and whoever has a model file has mapping models, and the app before and after it
  /// migrates.
  package func advice(_ text: String) -> String {
    guard source == .xcodeModel || source == .compiledModel else { return text }
    return text.replacing("in a custom stage", with: "with a mapping model")
      .replacing("in willMigrate", with: "before the migration")
      .replacing("in didMigrate", with: "after the migration")
  }
}
