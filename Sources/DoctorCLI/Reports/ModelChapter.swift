internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel
internal import StoreReport

/// The entities and their relationships as a picture, with what is wrong at them.
enum ModelChapter {
  static func part(_ model: DataModel, _ subject: ReportSubject) -> PagePart {
    let counts = (subject.contents?.entities ?? []).compactMap { item in
      item.rows.map { (item.entity.name, $0.count) }
    }
    let diagram = ModelDiagram(
      model, base: subject.base,
      marks: ModelDiagram.marks(of: subject.diagnosis?.findings ?? []),
      counts: Dictionary(counts, uniquingKeysWith: { first, _ in first }))
    var blocks = self.blocks(diagram, ids: "entity", hasNeighbours: true)
    if let base = subject.base {
      let title = "Against \(ModelText.title(of: base))"
      let differences = ModelDiff.differences(from: base, to: model)
      blocks +=
        differences.isEmpty
        ? [.text("\(title): no differences.")]
        : DifferenceText.sections(differences, title: title).blocks
    }
    let problems = model.problems.map(\.placed)
    if !problems.isEmpty { blocks.append(.section(.lines(problems, title: "Not understood"))) }
    return PagePart(id: "model", title: "Model", blocks: blocks)
  }

  /// A picture; of a large model one of the names, and each entity with its neighbours to be opened.
  static func blocks(
    _ diagram: ModelDiagram, ids: String, hasNeighbours: Bool
  ) -> [PagePart.Block] {
    let caption =
      "\(diagram.title): \(diagram.entities) "
      + (diagram.entities == 1 ? "entity" : "entities")
    let whole: PagePart.Block = .diagram(svg: diagram.svg(.part(ids: ids)), caption: caption)
    guard diagram.isLarge else { return [whole] }
    let overview: PagePart.Block = .diagram(
      svg: diagram.overview(.part(ids: "\(ids)-name")), caption: "\(caption), by their names")
    let properties: PagePart.Block = .details(title: "With all properties", blocks: [whole])
    guard hasNeighbours else { return [overview, properties] }
    let each = diagram.neighbourhoods.map { place -> PagePart.Block in
      let names = place.neighbours
      return .details(
        title: place.entity,
        blocks: [
          .picture(
            svg: place.svg(.part(ids: nil)),
            caption: names.isEmpty
              ? "\(place.entity) is linked with no other entity"
              : "\(place.entity) and what it is linked with: \(names.joined(separator: ", "))")
        ])
    }
    return [
      overview, properties,
      .group(title: "Each entity with its neighbours", id: "neighbours", blocks: each),
    ]
  }
}
