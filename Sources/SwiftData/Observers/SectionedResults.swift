/// The results of a fetch that have one value of the section key path in common.
public struct ResultsSection<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Identifiable, Equatable
{
  /// The value that they have in common.
  public let title: SectionTitle
  private let elements: ArraySlice<Element>

  init(_ title: SectionTitle, _ elements: ArraySlice<Element>) {
    self.title = title
    self.elements = elements
  }

  /// The same as `title`.
  public var id: SectionTitle { title }
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of objects.
  public var endIndex: Int { elements.count }
  /// The object at a place, counted from 0.
  public subscript(position: Int) -> Element { elements[elements.startIndex + position] }
}

/// The results of a fetch in sections, in the order in which these appear.
public struct SectionedResults<Element: PersistentModel, SectionTitle: Hashable>:
  RandomAccessCollection, Equatable
{
  private let sections: [ResultsSection<Element, SectionTitle>]
  private let places: [SectionTitle: Int]

  /// - Parameter elements: sorted by their titles first.
  init(_ elements: [Element], by title: (Element) -> SectionTitle) {
    var sections: [ResultsSection<Element, SectionTitle>] = []
    var start = 0
    while start < elements.count {
      let common = title(elements[start])
      let end = elements[start...].firstIndex { title($0) != common } ?? elements.count
      sections.append(ResultsSection(common, elements[start..<end]))
      start = end
    }
    self.sections = sections
    places = Dictionary(
      sections.enumerated().map { ($1.title, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The titles in order.
  public var sectionTitles: [SectionTitle] { sections.map(\.title) }
  /// The place of the section with the title; nil if there is none.
  public func index(ofSectionTitled title: SectionTitle) -> Int? { places[title] }
  /// The section with the title; nil if there is none.
  public subscript(
    sectionTitle title: SectionTitle
  ) -> ResultsSection<Element, SectionTitle>? { places[title].map { sections[$0] } }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of sections.
  public var endIndex: Int { sections.count }
  /// The section at a place.
  public subscript(position: Int) -> ResultsSection<Element, SectionTitle> { sections[position] }

  public static func == (left: Self, right: Self) -> Bool { left.sections == right.sections }
}
