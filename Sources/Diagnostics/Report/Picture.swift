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

    /// Whether one file can have several.
    public var allowsSeveral: Bool { self == .dot }
  }

  /// A picture as text.
  public struct Drawn: Sendable, Hashable {
    /// The text, which ends with a line.
    public var text: String
    /// What there was no room for, one sentence each.
    public var omissions: [String]

    /// A picture, complete unless said otherwise.
    public init(_ text: String, omissions: [String] = []) {
      self.text = text
      self.omissions = omissions
    }
  }

  private let draw: (Form) throws -> [Drawn]

  /// A picture that is drawn where a format asks for it. There may be several, or nothing to draw.
  public init(draw: @escaping (Form) throws -> [Drawn]) { self.draw = draw }

  /// The picture as text.
  public func drawn(_ form: Form) throws -> [Drawn] { try draw(form) }
}
