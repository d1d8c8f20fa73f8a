public import Diagnostics

/// One chapter of a page.
public struct PagePart: Sendable {
  /// What links lead to; letters and dashes.
  public var id: String
  /// The heading.
  public var title: String
  /// What it shows, from top to bottom.
  public var blocks: [Block]

  /// What a chapter is made of.
  public enum Block: Sendable {
    /// A sentence of its own.
    case text(String)
    /// The answer in a few words, as good or bad news.
    case verdict(String, mood: Report.Field.Mood)
    /// What the terminal shows, too.
    case section(PageSection)
    /// Findings, in the order in which they are given.
    case findings([Finding])
    /// Steps in their order, each with the command that does it, where one does.
    case steps([Step])
    /// An SVG picture of this library, and what it shows for those who cannot see it.
    case picture(svg: String, caption: String)
    /// A picture that can be moved, enlarged and searched.
    case diagram(svg: String, caption: String)
    /// Amounts over time, with the key to the parts of its columns.
    case chart(ColumnChart, caption: String)
    /// Amounts with bars.
    case bars(BarTable)
    /// Code, line by line.
    case code([String])
    /// What is shown only when it is asked for.
    case details(title: String, blocks: [Block])
    /// A smaller heading and what belongs to it.
    case group(title: String, id: String?, blocks: [Block])
  }

  /// A step of a treatment.
  public struct Step: Sendable {
    /// One imperative sentence.
    public var text: String
    /// As it can be pasted into a shell.
    public var command: String?

    /// A step.
    public init(_ text: String, command: String? = nil) {
      self.text = text
      self.command = command
    }
  }

  /// A chapter.
  public init(id: String, title: String, blocks: [Block]) {
    self.id = id
    self.title = title
    self.blocks = blocks
  }
}

/// The sections of a report that a page can show: all but those that stream.
public enum PageSection: Sendable {
  /// Lines as they are.
  case lines([String], title: String?)
  /// Names and values.
  case fields([Report.Field], title: String?)
  /// A table.
  case table(Report.Table, title: String?)

  /// Nil for what only a terminal shows.
  public init?(_ section: Report.Section) {
    switch section {
    case .lines(let lines, let title): self = .lines(lines, title: title)
    case .verbatim(let lines): self = .lines(lines, title: nil)
    case .fields(let fields, let title): self = .fields(fields, title: title)
    case .table(let table, let title): self = .table(table, title: title)
    case .rows, .hints: return nil
    }
  }
}

/// A table whose bars make its numbers comparable at a glance.
public struct BarTable: Sendable {
  /// The heading of the names.
  public var subject: String
  /// The headings of the numbers; each column has its own scale.
  public var columns: [String]
  /// From top to bottom.
  public var rows: [Row]

  /// A name and its numbers.
  public struct Row: Sendable {
    /// What the numbers are of.
    public var name: String
    /// Where a click on the name leads to; nil for nowhere.
    public var link: String?
    /// Each number and how it is written; nil where there is none.
    public var cells: [(value: Int64, text: String)?]

    /// A row.
    public init(_ name: String, link: String? = nil, cells: [(value: Int64, text: String)?]) {
      self.name = name
      self.link = link
      self.cells = cells
    }
  }

  /// A table, to be filled.
  public init(_ subject: String, columns: [String], rows: [Row]) {
    self.subject = subject
    self.columns = columns
    self.rows = rows
  }
}
