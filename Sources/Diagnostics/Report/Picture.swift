/// A picture of what a report is about, as text for people's own documents.
public struct Picture {
  /// What it can be written as.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// For Markdown, which GitHub and others draw.
    case mermaid
    /// For Graphviz.
    case dot
    /// For browsers.
    case svg

    /// What the text of one picture can be followed by in the same file: another graph, or nothing.
    public var allowsSeveral: Bool { self == .dot }
  }

  /// What it is of, where there are several.
  public var title: String?
  /// What it has no room for, one sentence each.
  public var omissions: [String]
  private let write: (Form) throws -> String

  /// A picture that is drawn where a format asks for it.
  public init(
    title: String? = nil, omissions: [String] = [], write: @escaping (Form) throws -> String
  ) {
    self.title = title
    self.omissions = omissions
    self.write = write
  }

  /// The picture.
  public func text(_ form: Form) throws -> String { try write(form) }
}
