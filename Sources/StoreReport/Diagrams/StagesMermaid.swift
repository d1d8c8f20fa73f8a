extension StagesDiagram {
  /// The diagram in Mermaid's notation for flowcharts, within the limits of what GitHub draws.
  public var mermaid: MermaidText {
    var count = versions.count
    var text = written(newest: count)
    while count > 1, !MermaidText.fits(text, edges: edges(newest: count)) {
      count = count * 3 / 4
      text = written(newest: count)
    }
    guard count < versions.count else { return MermaidText(text: text) }
    let said =
      "left out: the first \(versions.count - count) of \(versions.count) versions, because the "
      + "diagram would be too large for Mermaid"
    return MermaidText(text: text + "  %% \(said)\n", omissions: [said])
  }

  private func edges(newest count: Int) -> Int {
    let kept = Set(versions.suffix(count).map(\.name))
    return stages.count { kept.contains($0.from) && kept.contains($0.to) }
  }

  private func written(newest count: Int) -> String {
    var text = "flowchart TB\n"
    let first = versions.count - count
    var numbers: [String: Int] = [:]
    for (number, version) in versions.enumerated().dropFirst(first) {
      numbers[version.name] = number
      let lines =
        [DiagramFont.shown(version.title, columns: 60)]
        + version.marks + (version.outcome.map { [$0.text] } ?? [])
        + version.notes.map { DiagramFont.shown($0, columns: 60) }
      text += "  v\(number)[\(Self.label(lines))]\n"
    }
    for stage in stages {
      guard let from = numbers[stage.from], let to = numbers[stage.to] else { continue }
      let title = stage.name.map { "\(stage.kind.rawValue): \($0)" } ?? stage.kind.rawValue
      let lines =
        [DiagramFont.shown(title, columns: 60)] + (stage.outcome.map { [$0.text] } ?? [])
        + stage.notes.map { DiagramFont.shown($0, columns: 60) }
      let arrow = stage.isOnWay ? "==>" : stage.kind == .unknown ? "-.->" : "-->"
      text += "  v\(from) \(arrow)|\(Self.label(lines))| v\(to)\n"
    }
    for (number, version) in versions.enumerated().dropFirst(first)
    where version.isStore || version.isStart {
      text += "  style v\(number) stroke-width:4px\n"
    }
    return text
  }

  /// Lines in double quotes.
  private static func label(_ lines: [String]) -> String {
    let quoted = lines.map { MermaidText.quoted($0).dropFirst().dropLast() }
    return "\"" + quoted.joined(separator: "<br>") + "\""
  }
}
