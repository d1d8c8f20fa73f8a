/// The outermost element of every picture.
enum PictureFrame {
  /// What ids begin with; nil for a picture without any.
  static func prefix(_ form: PictureForm) -> String? {
    switch form {
    case .file: "entity"
    case .part(let ids): ids
    }
  }

  static func write(
    to svg: inout Markup, _ form: PictureForm, title: String, width: Int, height: Int,
    content: (inout Markup) -> Void
  ) {
    let isFile = form == .file
    svg.element(
      "svg",
      [
        "xmlns": isFile ? "http://www.w3.org/2000/svg" : nil, "class": "diagram",
        "width": "\(width)", "height": "\(height)", "viewBox": "0 0 \(width) \(height)",
        "role": "group", "aria-label": title,
      ]
    ) { svg in
      svg.newLine()
      if isFile {
        svg.element("title", [:], title)
        svg.element("style") { $0.write(markup: DiagramStyle.css) }
        svg.empty("rect", ["class": "back", "width": "\(width)", "height": "\(height)"])
        svg.newLine()
      }
      content(&svg)
    }
    if isFile { svg.newLine() }
  }
}
