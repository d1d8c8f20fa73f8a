internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// A command only the shell has.
struct ShellCommand {
  let name: String
  let usage: String
  let summary: String
  /// More than `summary`, for `help NAME`.
  let details: String
  /// What Tab offers after it.
  let offer: Completion.Offer
  let run: (Shell, Words) throws -> Shell.Flow

  /// What stands behind a command's name.
  struct Words {
    let command: ShellCommand
    /// Without quotes.
    let all: [String]
    /// As it was typed.
    let raw: String

    /// - Throws: when there are more words than the command takes.
    func atMost(_ count: Int) throws {
      guard all.count > count else { return }
      throw Failure.usage(
        "extra word '\(VisibleText(all[count]).text)'", help: "usage: \(command.usage)")
    }

    /// The only word, which the command cannot do without.
    func one(_ what: String) throws -> String {
      try atMost(1)
      guard let word = all.first else {
        throw Failure.usage("'\(command.name)' needs \(what)", help: "usage: \(command.usage)")
      }
      return word
    }

    func number(else usual: Int) throws -> Int {
      try atMost(1)
      guard let word = all.first else { return usual }
      guard let number = Int(word) else {
        throw Failure.usage("'\(VisibleText(word).text)' is not a number")
      }
      return number
    }

    /// At most one file name, and whether it may be replaced.
    func file() throws -> (path: String?, force: Bool) {
      let names = all.filter { $0 != "--force" }
      guard names.count < 2 else {
        throw Failure.usage("extra word '\(names[1])'", help: "usage: \(command.usage)")
      }
      return (names.first, names.count < all.count)
    }

    /// The program of `|PROGRAM`.
    func program() throws -> String? {
      guard raw.hasPrefix("|") else { return nil }
      let program = raw.dropFirst().drop { $0 == " " || $0 == "\t" }
      guard !program.isEmpty else {
        throw Failure.usage("'|' needs a program", help: "for example: \(command.name) |less")
      }
      return String(program)
    }
  }

  init(
    _ usage: String, _ summary: String, _ offer: Completion.Offer = .nothing, details: String = "",
    run: @escaping (_ shell: Shell, _ words: Words) throws -> Shell.Flow
  ) {
    name = usage.split(separator: " ").first.map(String.init) ?? usage
    self.usage = usage
    self.summary = summary
    self.offer = offer
    self.details = details
    self.run = run
  }

  enum Resolved {
    case own(ShellCommand)
    case shared(any DoctorCommand.Type)
  }

  static var names: [String] { all.map(\.name) }

  /// A command by its name or any beginning that fits only one.
  static func resolve(_ word: String) throws -> Resolved {
    let known = names + CommandCatalog.names
    var matches = known.filter { $0 == word }
    if matches.isEmpty { matches = known.filter { $0.hasPrefix(word) } }
    guard let name = matches.first else {
      if ShellWords.isWriting(word) {
        throw Failure.usage(
          "read-only: only SELECT", help: "nothing is written to a store; 'migrate' makes a new one"
        )
      }
      let nearest = NameDistance.nearest(
        to: word, in: known + ["select", "with", "values", "explain", "pragma"])
      throw Failure(
        status: .usage, message: "there is no command '\(VisibleText(word).text)'",
        help: [nearest.map { "did you mean '\($0)'?" } ?? "'help' lists the commands"])
    }
    guard matches.count == 1 else {
      let list = matches.sorted().quotedList()
      throw Failure.usage("'\(word)' could be \(list)", help: "type more letters")
    }
    if let own = all.first(where: { $0.name == name }) { return .own(own) }
    if let shared = CommandCatalog.command(named: name) { return .shared(shared) }
    throw Failure(status: .internalError, message: "'\(name)' is listed but not defined")
  }
}
