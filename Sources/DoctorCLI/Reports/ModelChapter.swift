internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

/// The entities and their relationships as a picture, with what is wrong at them.
enum ModelChapter {
  static func part(_ model: DataModel, _ subject: ReportSubject) -> PagePart {
    PagePart(id: "model", title: "Model", blocks: [])
  }
}
