internal import ArgumentParser
internal import CLineEditor
internal import Diagnostics
internal import StoreDoctor

struct VersionCommand: DoctorCommand {
  static let idleOptions = CommonOptions.ofStores.union(["force", "model"])
  static let number = ToolVersion.current

  static let configuration = CommandConfiguration(
    command: "version", abstract: "Print the version and what it is built with.",
    usage: "storedoctor version")

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws -> Report {
    let editor = String(cString: storedoctor_line_editor_name())
    return Report(
      command: Self.name,
      sections: [.lines(["storedoctor \(Self.number) (line editor \(editor))"])],
      body: ["lineEditor": .string(editor), "version": .string(Self.number)])
  }
}
