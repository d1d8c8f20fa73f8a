public import Foundation

#if compiler(<6.5)
  // AttributedString on Linux has neither Codable nor Markdown.

  extension AttributedString {
    /// Options of the initializer that reads Markdown.
    public struct MarkdownParsingOptions: Hashable, Sendable {
      /// How much of Markdown is read. Here it is the inline part, whatever this says.
      public enum InterpretedSyntax: Hashable, Sendable {
        case full, inlineOnly, inlineOnlyPreservingWhitespace
      }

      /// Accepted and without effect.
      public var interpretedSyntax: InterpretedSyntax
      /// Accepted and without effect.
      public var allowsExtendedAttributes: Bool

      /// The options, all without effect here.
      public init(
        allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full
      ) {
        self.allowsExtendedAttributes = allowsExtendedAttributes
        self.interpretedSyntax = interpretedSyntax
      }
    }

    /// Reads the inline part of Markdown: emphasis, strong emphasis, code and links.
    public init(
      markdown: String, options: MarkdownParsingOptions = .init(), baseURL: URL? = nil
    ) throws {
      self = MarkdownReader(markdown, baseURL: baseURL).text()
    }
  }

  // swift-format-ignore: AvoidRetroactiveConformances
  extension AttributedString: @retroactive Codable {
    private struct Run: Codable {
      var text: String
      var intent: UInt?
      var link: URL?
    }

    public init(from decoder: any Decoder) throws {
      self.init()
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        let run = try container.decode(Run.self)
        var part = AttributedString(run.text)
        if let intent = run.intent { part[InlineIntentKey.self] = intent }
        if let link = run.link { part[LinkKey.self] = link }
        self += part
      }
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for run in runs {
        try container.encode(
          Run(
            text: String(self[run.range].characters), intent: run[InlineIntentKey.self],
            link: run[LinkKey.self]))
      }
    }
  }

  /// Bits of emphasis: 1 emphasized, 2 strong, 4 code, as `InlinePresentationIntent` numbers them.
  enum InlineIntentKey: AttributedStringKey {
    typealias Value = UInt
    static let name = "NSInlinePresentationIntent"
  }

  enum LinkKey: AttributedStringKey {
    typealias Value = URL
    static let name = "NSLink"
  }

  /// Inline Markdown; what is no markup is text.
  struct MarkdownReader {
    private var rest: Substring
    private let baseURL: URL?

    init(_ text: String, baseURL: URL?) {
      rest = text[...]
      self.baseURL = baseURL
    }

    func text() -> AttributedString {
      var reader = self
      return reader.read(intent: 0)
    }

    private mutating func read(intent: UInt) -> AttributedString {
      var result = AttributedString()
      var plain = ""
      func flush(_ result: inout AttributedString, _ plain: inout String) {
        guard !plain.isEmpty else { return }
        result += Self.part(plain, intent)
        plain = ""
      }
      while let character = rest.first {
        if character == "\\", rest.count > 1 {
          plain.append(rest[rest.index(after: rest.startIndex)])
          rest = rest.dropFirst(2)
          continue
        }
        if let (marker, added) = Self.marker(rest), intent & added == 0,
          let end = closing(marker)
        {
          flush(&result, &plain)
          var inner = self
          inner.rest = rest[rest.index(rest.startIndex, offsetBy: marker.count)..<end]
          let both = intent | added
          result += added == 4 ? Self.part(String(inner.rest), both) : inner.read(intent: both)
          rest = rest[rest.index(end, offsetBy: marker.count)...]
          continue
        }
        if character == "[", let (label, target, end) = link() {
          flush(&result, &plain)
          var inner = self
          inner.rest = label
          var part = inner.read(intent: intent)
          if let url = URL(string: String(target), relativeTo: baseURL) {
            part[LinkKey.self] = url
          }
          result += part
          rest = rest[end...]
          continue
        }
        plain.append(character)
        rest = rest.dropFirst()
      }
      flush(&result, &plain)
      return result
    }

    private static func part(_ text: String, _ intent: UInt) -> AttributedString {
      var part = AttributedString(text)
      if intent != 0 { part[InlineIntentKey.self] = intent }
      return part
    }

    private static func marker(_ text: Substring) -> (String, UInt)? {
      for (marker, intent) in [("**", 2), ("__", 2), ("*", 1), ("_", 1), ("`", 4)]
        as [(String, UInt)]
      where text.hasPrefix(marker) {
        return (marker, intent)
      }
      return nil
    }

    private func closing(_ marker: String) -> Substring.Index? {
      let start = rest.index(rest.startIndex, offsetBy: marker.count)
      guard let range = rest[start...].range(of: marker), range.lowerBound > start else {
        return nil
      }
      return range.lowerBound
    }

    private func link() -> (label: Substring, target: Substring, end: Substring.Index)? {
      guard let middle = rest.range(of: "]("),
        let end = rest[middle.upperBound...].firstIndex(of: ")")
      else { return nil }
      let label = rest[rest.index(after: rest.startIndex)..<middle.lowerBound]
      guard !label.contains("[") else { return nil }
      return (label, rest[middle.upperBound..<end], rest.index(after: end))
    }
  }
#endif
