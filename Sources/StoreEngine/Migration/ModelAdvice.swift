package import StoreModel

extension DataModel {
  /// Advice in the words of the framework that the model is for: stages and their closures are
  /// SwiftData's, of an app that has a plan; whoever has a model file has mapping models, and the app
  /// before and after it migrates. Without a plan there is nothing but the app's own code.
  package func advice(_ text: String) -> String {
    if source == .swift, !isPlanned {
      return text.replacing("in a custom stage", with: "in the app's own code")
        .replacing("in willMigrate", with: "in the app's own code, in a release before this one")
        .replacing("in didMigrate", with: "in the app's own code after the migration")
    }
    guard source == .xcodeModel || source == .compiledModel else { return text }
    return text.replacing("in a custom stage", with: "with a mapping model")
      .replacing("in willMigrate", with: "before the migration")
      .replacing("in didMigrate", with: "after the migration")
  }
}
