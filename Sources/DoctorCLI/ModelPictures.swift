internal import Diagnostics
internal import StoreModel
internal import StoreReport

/// Diagrams of models as pictures of a report.
enum ModelPictures {
  /// Refuses several pictures where one file has only one.
  ///
  /// - Parameter path: where the models are from.
  static func check(_ models: [DataModel], of path: String, for format: OutputFormat) throws {
    guard models.count > 1, let form = format.picture, !form.allowsSeveral else { return }
    let path = VisibleText(path).text
    throw Failure.usage(
      "'\(path)' has \(models.count) versions, and \(form) output has room for one",
      help: "name one, such as '\(path)@\(VisibleText(models[models.count - 1].name).text)'; "
        + "'--format dot' writes a graph for each")
  }

  /// - Parameter base: an older version, whose differences are drawn.
  static func picture(of model: DataModel, comparedWith base: DataModel? = nil) -> Picture {
    let title =
      base.map { "\(ModelText.title(of: $0)) → \(ModelText.title(of: model))" }
      ?? ModelText.title(of: model)
    return Picture(title: title) {
      ModelDiagram(model, title: title, base: base).text($0)
    }
  }
}
