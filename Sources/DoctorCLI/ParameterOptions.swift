internal import ArgumentParser
internal import Diagnostics
internal import StoreEngine
internal import StoreModel

/// `--parameter name=value` of the commands that take SQL.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The value of :name in the SQL; repeatable. A parameter without one is an error.",
      valueName: "name=value"))
  var parameter: [String] = []

  /// These, and what the shell's `parameter set` has given to others.
  func values(over session: Session) throws -> [String: SQLiteValue] {
    var values = session.settings.parameters
    for (name, value) in try given() { values[name] = value }
    return values
  }

  /// - Throws: when a parameter has no value, or a value no parameter.
  func bind(to statement: Statement, in session: Session) throws {
    let names = statement.parameterNames
    if let stray = try given().first(where: { given in
      !names.contains { Self.plain($0) == given.name }
    }) {
      throw Failure.usage(
        "the statement has no parameter '\(stray.name)'",
        help: names.isEmpty
          ? "write ':\(stray.name)' where it belongs"
          : "it has "
            + names.quotedList())
    }
    try statement.bind(named: values(over: session))
  }

  private func given() throws -> [(name: String, value: SQLiteValue)] {
    try parameter.map { text in
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw Failure.usage("'\(text)' is not NAME=VALUE")
      }
      return (
        Self.plain(text[..<equals]), SQLiteValue(typed: String(text[text.index(after: equals)...]))
      )
    }
  }

  /// A parameter's name without the `:`, `@` or `$` before it.
  static func plain(_ name: some StringProtocol) -> String {
    String([":", "@", "$"].contains { name.hasPrefix($0) } ? name.dropFirst() : name[...])
  }
}
