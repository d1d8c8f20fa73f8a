internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine

struct InfoCommand: OneFileCommand {
  static let idleOptions: Set = ["model"]
  static let configuration = CommandConfiguration(
    command: "info", abstract: "Say what a file is, which version wrote it, and what is in it.",
    usage: "storedoctor info STORE",
    discussion: """
      Nothing of the store is changed: no byte, no side file, no date. A row count that would \
      take too long is cut short and marked '≤'.

      Examples:
        storedoctor info default.store
        storedoctor info default.store --format json
      """)

  @Argument(help: "The file; in the shell, the open store.", completion: .file())
  var path: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    do {
      let opened = try session.namedStore(path)
      // Without a schema there is nothing to give an overview of.
      if let problem = opened.problem, !opened.kind.isCoreDataStore { throw problem }
      let overview = try StoreOverview(
        path: opened.path, kind: opened.kind, file: opened.file, store: opened.store,
        problem: opened.problem?.message)
      return Report(command: Self.name, overview, sections: StoreText.sections(overview))
    } catch let error as StoreFileError {
      // A store of another kind is an answer; a file that is no store at all is not.
      guard let foreign = ForeignStore(error) else { throw error }
      return try Report(
        command: Self.name, foreign,
        sections: [.fields(FileText.fields(of: foreign.path, kind: foreign.kind))])
    }
  }
}
