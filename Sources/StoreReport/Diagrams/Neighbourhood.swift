/// One entity of a model with what is linked with it.
public struct Neighbourhood: Sendable {
  /// The name of the entity in the middle.
  public let entity: String
  /// The names of the entities around it, sorted.
  public let neighbours: [String]
  private let content: DiagramContent
  private let centre: Int
  private let nameOnly: Set<Int>

  /// With more neighbours than that only their names are shown, and the properties of the middle.
  private static let mostInFull = 12

  init(of place: Int, in whole: DiagramContent, links: [DiagramContent.Link]) {
    entity = whole.boxes[place].name
    var around: Set<Int> = []
    for link in links { around.formUnion([link.from.box, link.to.box]) }
    around.remove(place)
    let kept = ([place] + around).sorted()
    neighbours = around.sorted().map { whole.boxes[$0].name }
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var content = DiagramContent(boxes: kept.map { whole.boxes[$0] }, isCompared: whole.isCompared)
    content.links = links.map { link in
      var link = link
      link.from.box = numbers[link.from.box] ?? 0
      link.to.box = numbers[link.to.box] ?? 0
      return link
    }
    self.content = content
    centre = numbers[place] ?? 0
    nameOnly =
      around.count > Self.mostInFull
      ? Set(content.boxes.indices.filter { [centre] in $0 != centre }) : []
  }

  /// The picture.
  public func svg(_ form: PictureForm = .file) -> String {
    ModelPicture(
      content, title: "\(entity) and what it is linked with", centre: centre, nameOnly: nameOnly
    ).svg(form)
  }
}

extension ModelDiagram {
  /// A picture per entity: itself, and every entity that a line leads to, with all properties. In the
  /// order of the entities.
  public var neighbourhoods: [Neighbourhood] {
    var links = [[DiagramContent.Link]](repeating: [], count: content.boxes.count)
    for link in content.links {
      links[link.from.box].append(link)
      if link.to.box != link.from.box { links[link.to.box].append(link) }
    }
    return content.boxes.indices.map { Neighbourhood(of: $0, in: content, links: links[$0]) }
  }
}
