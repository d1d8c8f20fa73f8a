internal import Diagnostics
internal import Lint
internal import ModelInputs
internal import StoreDoctor
internal import StoreModel
internal import StoreReport

/// Diagrams as the picture of a report.
enum ModelPictures {
  /// Refuses several pictures where one file has only one.
  ///
  /// - Parameter path: where the models are from.
  static func check(_ models: [DataModel], of path: String, for format: OutputFormat) throws {
    guard models.count > 1, let form = format.picture, !form.allowsSeveral else { return }
    let path = VisibleText(path).text
    throw Failure.usage(
      "'\(path)' has \(models.count) versions, and a file in the form of '\(form)' has one picture",
      help: "name one, such as '\(path)@\(VisibleText(models[models.count - 1].name).text)'; "
        + "'--format dot' writes a graph for each")
  }

  /// - Parameter base: an older version, whose differences are drawn.
  static func picture(of models: [DataModel], comparedWith base: DataModel? = nil) -> Picture {
    Picture { form in
      models.map { model in
        let title =
          base.map { "\(ModelText.title(of: $0)) → \(ModelText.title(of: model))" }
          ?? ModelText.title(of: model)
        return ModelDiagram(model, title: title, base: base).drawn(form)
      }
    }
  }

  /// The entities and relationships that findings are about, in the version that is worked on.
  static func picture(of findings: [Finding], in input: LintInput) -> Picture {
    Picture { form in
      let models = Linter.histories(of: input).compactMap { history in
        let name = VersionSelection.currentName(of: history)
        return history.versions.first { $0.name == name } ?? history.versions.last
      }
      return ModelDiagram.touched(by: findings, in: models).map { $0.drawn(form) }
    }
  }

  /// Versions and stages.
  static func picture(_ diagram: @escaping () -> StagesDiagram) -> Picture {
    Picture { form in
      let diagram = diagram()
      let mermaid = diagram.mermaid
      // Nothing offers it for Graphviz.
      return form == .svg
        ? [Picture.Drawn(diagram.svg())]
        : [Picture.Drawn(mermaid.text, omissions: mermaid.omissions)]
    }
  }
}
