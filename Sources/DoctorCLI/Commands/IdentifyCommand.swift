internal import ArgumentParser
internal import Diagnostics
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

struct IdentifyCommand: DoctorCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify", abstract: "Name the schema version a store has, or say why none fits.",
    usage: "storedoctor identify STORE --model PATH…",
    discussion: """
      Compares the store's version hashes with those of every version in the models. Without a \
      match the nearest versions are shown with each difference and what a migration needs. Exit \
      code 1 when no version fits.

      Examples:
        storedoctor identify default.store --model Sources/Models
        storedoctor identify notes.sqlite --model Notes.xcdatamodeld --format json
      """)

  @Argument(help: "The store; in the shell, the open one.", completion: .file())
  var store: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let (_, store) = try session.namedCoreDataStore(store)
    let answer = Identifier.identify(StoreSchema(store), among: try session.givenHistories())
    return Report(command: Self.name, answer, sections: IdentificationText.sections(answer))
  }
}
