internal import ArgumentParser

@main
struct StoreDoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "storedoctor")
}
