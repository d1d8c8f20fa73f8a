internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// What `set` changes for the rest of a session, and the configuration file for all of them.
struct ShellSetting {
  let name: String
  let summary: String
  /// What it may be; empty when any text will do.
  let values: [String]
  let get: (Shell) -> String
  let set: (Shell, String) -> Void

  /// Where a value comes from, when it is not the usual one.
  enum Origin {
    static let file = "configuration"
    static let line = "command line"
    static let here = "set here"
  }

  static func named(_ name: String) throws -> ShellSetting {
    let matches = all.filter { $0.name == name }
    if let setting = matches.first { return setting }
    let nearest = NameDistance.nearest(to: name, in: all.map(\.name))
    throw Failure.usage(
      "there is no setting '\(VisibleText(name).text)'",
      help: nearest.map { "did you mean '\($0)'?" } ?? "settings are "
        + all.map(\.name).joined(separator: ", "))
  }

  func change(_ shell: Shell, to value: String, origin: String) throws {
    guard values.isEmpty || values.contains(value) else {
      let hint = NameDistance.nearest(to: value, in: values).map { "did you mean '\($0)'?" }
      let shown = VisibleText(value).text
      if values == Self.switched {
        throw Failure.usage("'\(shown)' is neither 'on' nor 'off'")
      }
      throw Failure.usage(
        "there is no \(name) '\(shown)'",
        help: hint ?? "it is one of " + values.joined(separator: ", "))
    }
    set(shell, value)
    shell.origins[name] = origin
  }

  /// What `set` lists: name, value, and where it comes from.
  static func list(_ shell: Shell) -> String {
    let rows = all.map { ($0.name, $0.get(shell), shell.origins[$0.name] ?? "default") }
    let names = rows.map(\.0.count).max() ?? 0
    let values = rows.map { VisibleText($0.1).columns }.max() ?? 0
    return rows.map { name, value, origin in
      let value = VisibleText(value)
      return name + String(repeating: " ", count: names - name.count + 2) + value.text
        + String(repeating: " ", count: values - value.columns + 2) + origin
    }.joined(separator: "\n")
  }

  private static let switched = ["on", "off"]

  private static func toggle(
    _ name: String, _ summary: String, _ path: ReferenceWritableKeyPath<Shell, Bool>
  ) -> ShellSetting {
    ShellSetting(
      name: name, summary: summary, values: switched,
      get: { $0[keyPath: path] ? "on" : "off" }, set: { $0[keyPath: path] = $1 == "on" })
  }

  nonisolated(unsafe) static let all: [ShellSetting] = [
    toggle("bail", "end a script at its first error", \.endsAtError),
    ShellSetting(
      name: "color", summary: "colour the output",
      values: ColorChoice.allCases.map(\.rawValue),
      get: { $0.session.settings.color.rawValue },
      set: { $0.session.settings.color = ColorChoice(rawValue: $1) ?? .auto }),
    toggle("eqp", "show the query plan of each statement", \.session.settings.showsQueryPlan),
    toggle("headers", "begin tables, CSV and TSV with the names", \.session.settings.hasHeading),
    toggle("recall", "keep what is typed for the next session", \.keepsHistory),
    ShellSetting(
      name: "mode", summary: "how rows are written", values: RowFormat.allCases.map(\.rawValue),
      get: { ($0.session.settings.rowFormat ?? .table).rawValue },
      set: { $0.session.settings.rowFormat = RowFormat(rawValue: $1) }),
    ShellSetting(
      name: "pager", summary: "the program for long output, 'on' for that of PAGER, or 'off'",
      values: [],
      get: { shell in
        switch shell.session.settings.pager {
        case nil:
          switch shell.session.console.environment["PAGER"] {
          case "": "off"
          case let named: named ?? "less"
          }
        case "": "off"
        case let pager?: pager
        }
      },
      set: { $0.session.settings.pager = $1 == "on" ? nil : $1 == "off" ? "" : $1 }),
    toggle("quiet", "leave out titles, hints and progress", \.session.settings.isQuiet),
    toggle("timer", "show how long each command takes", \.showsTime),
    toggle("values", "show values of rows, not only types", \.session.settings.showsValues),
  ]
}

/// `$XDG_CONFIG_HOME/storedoctor/config`, by default below `~/.config`: a setting and its value on
/// each line, `#` before remarks.
enum ShellConfiguration {
  static func path(_ environment: [String: String]) -> String? {
    ToolPath.folder(environment, "XDG_CONFIG_HOME", ".config").map { $0 + "/config" }
  }

  /// Lays the file over the usual settings; what is wrong in it, each with its line.
  static func apply(to shell: Shell) -> [Failure] {
    guard let path = path(shell.session.console.environment), TextFile.exists(path) else {
      return []
    }
    do {
      let text = String(decoding: try TextFile.bytes(of: path, limit: 1 << 20), as: UTF8.self)
      return text.lines.enumerated().compactMap { number, line in
        do {
          try apply(line, to: shell)
          return nil
        } catch {
          var failure = Failure(error)
          failure.place = "\(VisibleText(path).text):\(number + 1): "
          return failure
        }
      }
    } catch {
      return [Failure(error)]
    }
  }

  private static func apply(_ line: Substring, to shell: Shell) throws {
    var words = line.split(maxSplits: 1) { " \t\r=".contains($0) }.map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else { return }
    // As it would be typed.
    if first == "set" || first == ".set" {
      words = (words.count > 1 ? words[1] : "").split(maxSplits: 1) { " \t=".contains($0) }
        .map(String.init)
    }
    let name = words.first.map { String($0.drop { $0 == "." }) } ?? ""
    let setting = try ShellSetting.named(name)
    var value = words.count > 1 ? words[1] : ""
    value = String(value.drop { " \t=".contains($0) })
    while let last = value.last, last.isWhitespace { value.removeLast() }
    guard !value.isEmpty else { throw Failure.usage("'\(name)' needs a value") }
    try setting.change(shell, to: value, origin: ShellSetting.Origin.file)
  }
}
