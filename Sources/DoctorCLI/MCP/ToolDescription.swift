internal import ArgumentParser
internal import Diagnostics
internal import PlatformFoundation
internal import StoreModel

/// A command as an agent's tool: what it is called with, made from the options that the command line
/// has, and the words of the command line that a call stands for.
struct ToolDescription {
  let command: any DoctorCommand.Type
  private let parameters: [Parameter]

  /// Those that only read, and answer with names and counts.
  static let commands: [any DoctorCommand.Type] = [
    DiagnoseCommand.self, IdentifyCommand.self, DiffCommand.self, ExplainCommand.self,
    PlanCommand.self, PreflightCommand.self, LintCommand.self, TraceCommand.self,
    EntitiesCommand.self, ShowCommand.self, InfoCommand.self, CheckCommand.self,
    HashCommand.self, HistoryCommand.self, RulesCommand.self, SQLCommand.self,
  ]

  /// What writes, waits for more, runs code of the app, repeats what any file says, or is the server's to
  /// decide.
  private static let withheld: Set = [
    "also", "build-step", "color", "compile", "config", "diff", "fix", "follow", "force", "format",
    "mode", "output",
    "quiet", "show-values", "timestamp", "trace", "trace-format", "trust",
    "update-baseline",
  ]

  /// Commands that know what to do without the words of others, which in a shell stand for the open store.
  private static let complete: Set = ["lint", "rules"]

  /// One argument or option, as ArgumentParser describes it.
  private struct Parameter: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var kind: Kind
    var abstract: String?
    var allValues: [String]?
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?

    var name: String? {
      kind == .positional ? valueName : names?.first { $0.kind == "long" }?.name
    }

    var schema: JSONValue {
      var value: [String: JSONValue] = ["type": .string(kind == .flag ? "boolean" : "string")]
      if let allValues, kind != .flag { value["enum"] = .strings(allValues) }
      let text = abstract.map(JSONValue.string)
      guard isRepeating, kind != .flag else {
        value["description"] = text
        return .object(value)
      }
      return .object(
        ["items": .object(value), "type": "array"].merging(text.map { ["description": $0] } ?? [:])
        {
          $1
        })
    }
  }

  private struct Overview: Decodable {
    struct Command: Decodable {
      var commandName: String
      var arguments: [Parameter]?
      var subcommands: [Command]?
    }
    var command: Command
  }

  /// All of them, in their order.
  static func all() throws -> [ToolDescription] {
    let overview = try JSONDecoder().decode(
      Overview.self, from: Data(CommandCatalog._dumpHelp().utf8))
    return commands.map { type in
      let known = overview.command.subcommands?.first { $0.commandName == type.name }
      return ToolDescription(
        command: type,
        parameters: (known?.arguments ?? []).filter {
          guard let name = $0.name, name != "help" else { return false }
          return $0.kind == .positional
            || (!withheld.contains(name) && !type.idleOptions.contains(name))
        })
    }
  }

  /// As `tools/list` tells it.
  var listing: JSONValue {
    var properties: [String: JSONValue] = [
      "offset": .object([
        "type": "integer", "minimum": .integer(0),
        "description": "Where to go on in an answer that was cut.",
      ]),
      "size": .object([
        "type": "integer", "minimum": .integer(1), "maximum": .integer(Int64(AnswerCut.largest)),
        "description": .string("Characters of the answer; \(AnswerCut.usual) if left out."),
      ]),
    ]
    for parameter in parameters { properties[parameter.name ?? ""] = parameter.schema }
    var schema: [String: JSONValue] = [
      "additionalProperties": false, "properties": .object(properties), "type": "object",
    ]
    if !required.isEmpty { schema["required"] = .strings(required) }
    return .object([
      "annotations": .object(["readOnlyHint": true, "openWorldHint": false]),
      "description": .string(description), "name": .string(command.name),
      "inputSchema": .object(schema),
    ])
  }

  /// What a call cannot do without.
  private var required: [String] {
    Self.complete.contains(command.name)
      ? [] : parameters.filter { $0.kind == .positional }.compactMap(\.name)
  }

  private var description: String {
    let text = command.configuration.discussion
    let end = text.firstRange(of: "\n\nExamples:")?.lowerBound ?? text.endIndex
    return ([command.summary] + [String(text[..<end])]).filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  /// The words that stand for a call.
  ///
  /// - Throws: `Failure` when it has an argument that the command does not take.
  func words(_ arguments: [String: JSONValue]) throws -> [String] {
    var options: [String] = []
    var operands: [String] = []
    for parameter in parameters {
      guard let name = parameter.name, let value = arguments[name], value != .null else { continue }
      if parameter.kind == .flag {
        guard case .bool(let isSet) = value else {
          throw Failure.usage("'\(name)' takes true or false")
        }
        if isSet { options.append("--\(name)") }
        continue
      }
      for text in try texts(value, of: name, isRepeating: parameter.isRepeating) {
        if parameter.kind == .option { options.append("--\(name)=\(text)") }
        if parameter.kind == .positional { operands.append(text) }
      }
    }
    let known = Set(parameters.compactMap(\.name) + ["offset", "size"])
    if let other = arguments.keys.sorted().first(where: { !known.contains($0) }) {
      let missing = required.filter { (arguments[$0] ?? .null) == .null }
      let nearest = missing.first ?? NameDistance.nearest(to: other, in: known.sorted())
      throw Failure(
        status: .usage,
        message: "'\(command.name)' has no argument '\(VisibleText(other).text)'",
        help: [
          nearest.map { "did you mean '\($0)'?" },
          "its arguments are \(known.sorted().quotedList())"
            + (missing.isEmpty ? "" : ", and it needs \(missing.quotedList())"),
        ].compactMap(\.self))
    }
    if let missing = required.first(where: { (arguments[$0] ?? .null) == .null }) {
      throw Failure.usage("'\(command.name)' needs '\(missing)'")
    }
    return [command.name, "--format=json"] + options + ["--"] + operands
  }

  private func texts(
    _ value: JSONValue, of name: String, isRepeating: Bool
  ) throws -> [String] {
    let values: [JSONValue] = if case .array(let many) = value { many } else { [value] }
    guard isRepeating || values.count < 2 else {
      throw Failure.usage("'\(name)' takes one value; \(values.count) given")
    }
    return try values.map { value in
      let text: String? =
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: nil
        }
      // Standard input is the agent's.
      guard let text, text != "-" else {
        throw Failure.usage("'\(name)' takes texts, and no '-'")
      }
      return text
    }
  }
}
