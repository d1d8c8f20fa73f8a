internal import StoreEngine

/// A report as one HTML file that needs nothing else: no network, no other file, and no script to be
/// read. The script only adds what makes pictures easier to look at.
public struct ReportPage: Sendable {
  /// The heading and the title of the window.
  public var title: String
  /// A sentence below the heading.
  public var subtitle: String
  /// From top to bottom.
  public var parts: [PagePart]
  /// Who made it, and what it shows and does not show.
  public var colophon: String

  /// A page by its parts.
  public init(title: String, subtitle: String, parts: [PagePart], colophon: String) {
    self.title = title
    self.subtitle = subtitle
    self.parts = parts
    self.colophon = colophon
  }

  /// The whole file. Equal for equal parts.
  public var html: String {
    var page = Markup()
    page.write(markup: "<!DOCTYPE html>\n")
    page.element("html", ["lang": "en"]) {
      $0.element("head", content: writeHead)
      $0.newLine()
      $0.element("body", content: writeBody)
    }
    page.newLine()
    return page.text
  }

  /// Nothing but this style and this script is let in, whatever a name in a store looks like.
  private static let policy =
    "default-src 'none'; style-src 'sha256-\(ContentName.base64(of: PageStyle.text))'; "
    + "script-src 'sha256-\(ContentName.base64(of: PageScript.text))'; base-uri 'none'; "
    + "form-action 'none'"

  private func writeHead(_ head: inout Markup) {
    head.empty("meta", ["charset": "utf-8"])
    head.empty("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy])
    head.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    head.empty("meta", ["name": "color-scheme", "content": "light dark"])
    head.empty("meta", ["name": "referrer", "content": "no-referrer"])
    head.element("title", title)
    head.element("style") { $0.write(markup: PageStyle.text) }
  }

  private func writeBody(_ body: inout Markup) {
    body.element("a", ["class": "skip", "href": "#content"], "Skip to the content")
    body.newLine()
    body.element("header") {
      $0.element("h1", title)
      $0.element("p", subtitle)
    }
    body.newLine()
    body.element("nav", ["aria-label": "Chapters"]) {
      $0.element("ul") {
        for part in parts {
          $0.element("li") { $0.element("a", ["href": "#\(part.id)"], part.title) }
        }
      }
    }
    body.newLine()
    body.element("main", ["id": "content"]) {
      $0.newLine()
      for part in parts { $0.write(part) }
    }
    body.newLine()
    body.element("footer") { $0.element("p", colophon) }
    body.newLine()
    body.element("script") { $0.write(markup: PageScript.text) }
  }
}
