internal import Diagnostics
internal import Lint
internal import ModelInputs
internal import StoreDoctor
internal import StoreEngine
internal import StoreModel

/// Whatever a command is asked, it says where the Swift source that it read is none that compiles.
extension Session {
  /// The histories at `PATH[@VERSION]`.
  func load(_ specification: String, samples: Bool = false) throws -> [SchemaHistory] {
    let loaded = try ModelLoader.read(specification, samples: samples)
    note(loaded)
    return loaded.histories
  }

  /// Where no models were given, those that are checked out in a repository, if there are any.
  func takeModels(of repository: String) {
    if settings.models.isEmpty, (try? load(repository)) != nil { settings.models = [repository] }
  }

  /// Keeps in mind what is wrong with source that was read.
  func note(_ loaded: LoadedModels) {
    note(SourceFaults.findings(in: loaded.histories, problems: loaded.problems))
  }

  func note(_ faults: [Finding]) {
    sourceFaults += faults.filter { !sourceFaults.contains($0) }
  }

  /// A report with what is wrong with the source. An error that ends the command may come of it.
  func withSourceFaults(_ body: () throws -> Report) throws -> Report {
    sourceFaults = []
    do {
      var report = try body()
      // What is unknown because of a fault is said with the fault.
      report.findings.removeAll { finding in
        finding.certainty.isUnknown && sourceFaults.contains { $0.location == finding.location }
      }
      let unsaid = sourceFaults.filter { fault in
        !report.findings.contains { $0.rule == fault.rule && $0.location == fault.location }
      }
      report.findings += unsaid
      if report.status == .done, !unsaid.isEmpty {
        let isUnread = unsaid.contains { $0.rule == SourceFaults.unreadFile.id }
        report.status = isUnread ? .unreadable : .found
      }
      return report
    } catch {
      var failure = Failure(error)
      let lines = sourceFaults.map { fault in
        VisibleText("\(fault.location.map { "\($0.text): " } ?? "")\(fault.message)").text
      }
      // The failure may say the fault itself.
      guard let first = lines.first, !failure.message.contains(first) else { throw error }
      if failure.status == .unreadable {
        // What cannot be read comes of the fault, which is the cause.
        failure.help = lines.dropFirst() + [failure.message] + failure.help
        failure.message = first
      } else {
        failure.help = lines + failure.help
      }
      throw failure
    }
  }
}
