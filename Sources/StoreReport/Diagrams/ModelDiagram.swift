public import Diagnostics
internal import StoreEngine
public import StoreModel

/// The entity-relationship diagram of a model: as SVG, and as text for Mermaid and Graphviz.
public struct ModelDiagram: Sendable {
  let content: DiagramContent
  /// What the picture is of, for who cannot see it.
  public let title: String

  /// From this many entities on, an overview with neighbourhoods serves better than one picture.
  public static let largest = 50

  /// Something to be said of an entity, or of one of its properties, in its box.
  public struct Mark: Sendable, Hashable {
    /// How much it matters.
    public var severity: Severity
    /// A few words.
    public var text: String
    /// All of it, for who points at the few words.
    public var details: String?
    /// The property it is about.
    public var property: String?

    /// A mark with a few words.
    public init(
      _ severity: Severity, _ text: String, details: String? = nil, property: String? = nil
    ) {
      self.severity = severity
      self.text = text
      self.details = details
      self.property = property
    }
  }

  /// A diagram of a model.
  ///
  /// - Parameters:
  ///   - title: what the picture is called; the model's name if left out.
  ///   - base: an older version, whose differences are shown.
  ///   - marks: what was found, by the name of the entity.
  ///   - counts: how many rows there are, by the name of the entity.
  public init(
    _ model: DataModel, title: String? = nil, base: DataModel? = nil,
    marks: [String: [Mark]] = [:], counts: [String: Int64] = [:]
  ) {
    var content = DiagramContent(
      model, base: base, comparison: base.map { ModelDiff.compare(from: $0, to: model) })
    for index in content.boxes.indices where content.boxes[index].change != .removed {
      let name = content.boxes[index].name
      content.boxes[index].count = counts[name]
      for mark in marks[name] ?? [] { content.boxes[index].add(mark) }
    }
    self.init(content, title: title ?? "Entities of \(model.inSentence)")
  }

  init(_ content: DiagramContent, title: String) {
    self.content = content
    self.title = title
  }

  /// The marks of findings, by the name of the entity; findings about no entity are left out.
  public static func marks(of findings: [Finding]) -> [String: [Mark]] {
    var marks: [String: [Mark]] = [:]
    for finding in findings.sorted(by: { ($1.severity, $0.rule) < ($0.severity, $1.rule) }) {
      guard let entity = finding.entity else { continue }
      let place = finding.property.map { "\($0): " } ?? ""
      marks[entity, default: []].append(
        Mark(
          finding.severity, place + finding.rule, details: finding.message,
          property: finding.property))
    }
    return marks
  }

  /// How many entities it shows.
  public var entities: Int { content.boxes.count }
  /// Whether it is better shown as an overview with neighbourhoods.
  public var isLarge: Bool { entities > Self.largest }

  /// The whole picture, every entity with its properties.
  ///
  /// - Parameter form: whether it is a file of its own or a part of a page.
  public func svg(_ form: PictureForm = .file) -> String {
    ModelPicture(content, title: title).svg(form)
  }

  /// The diagram in one of the forms of pictures.
  public func drawn(_ form: Picture.Form) -> Picture.Drawn {
    switch form {
    case .mermaid: Picture.Drawn(mermaid.text, omissions: mermaid.omissions)
    case .dot: Picture.Drawn(dot)
    case .svg: Picture.Drawn(svg())
    }
  }
}

/// What an SVG picture is written for.
public enum PictureForm: Sendable, Hashable {
  /// A file of its own, with its style.
  case file
  /// A part of a page that has `DiagramStyle.css`. Its elements have the ids `PREFIX-N`; without a
  /// prefix they have none, for pictures of which a page has many.
  case part(ids: String?)
}

extension DiagramContent.Box {
  /// Several marks with the same words are one.
  fileprivate mutating func add(_ mark: ModelDiagram.Mark) {
    if !marks.contains(where: { $0.text == mark.text && $0.severity == mark.severity }) {
      marks.append(mark)
    }
    for row in rows.indices where rows[row].name == mark.property {
      rows[row].severity = max(rows[row].severity ?? mark.severity, mark.severity)
      rows[row].details.append("\(mark.severity.rawValue): \(mark.details ?? mark.text)")
    }
  }
}
