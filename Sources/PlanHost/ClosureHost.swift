internal import CPlanHost
internal import Foundation
internal import StoreEngine
public import SwiftData
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#endif

/// Where the program made of a migration plan begins: it takes commands from its input, runs one
/// closure for each, and reports on descriptor 3.
///
/// A command is four texts, each ended by a zero byte: `willMigrate` or `didMigrate`, the stage's
/// versions, the store. The answer is trace events (`TraceJSONL`), then one line
/// `{"host":"done"|"threw"|"missing",…}`. `defaults` in place of the closure asks for what the newer
/// version's attributes begin with: `{"host":"defaults","Note.id":"string …",…}`.
public enum ClosureHost {
  public static func run(_ plan: any SchemaMigrationPlan.Type) -> Never {
    let options = HostOptions(CommandLine.arguments)
    ErrorPlaces.watch()
    storedoctor_end_by_signals()
    let reports = ReportChannel(
      showsValues: options.showsValues, reportsEvents: options.traces)
    reports.listen()
    let commands = CommandReader()
    // Made once: a plan may make its stages anew each time they are asked for.
    var stages: [MigrationStage]?
    while let command = commands.next() {
      if command.kind == .defaults {
        reports.end(defaults(command, of: plan))
        continue
      }
      let known = stages ?? plan.stages
      stages = known
      storedoctor_forget_refused()
      var answer = perform(command, stages: known)
      answer["refused"] = refused()
      fflush(nil)
      reports.end(answer)
    }
    exit(0)
  }

  /// In place of the C library's `abort`: traps in Swift code, where the unwinder finds the way back
  /// to the closure.
  public static func abort() -> Never {
    UnsafeMutablePointer<UInt8>(bitPattern: 1)?.pointee = 0
    while true { sleep(1) }
  }

  /// Paths that the system refused to the closure, one on each line; nil where there are none.
  private static func refused() -> String? {
    var text = [CChar](repeating: 0, count: 2048)
    let length = Int(storedoctor_refused(&text, Int32(text.count)))
    guard length > 0 else { return nil }
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func defaults(
    _ command: Command, of plan: any SchemaMigrationPlan.Type
  ) -> [String: String] {
    let version = plan.schemas.first { typeName($0) == command.to }
    let lines = version.map { Schema(versionedSchema: $0).defaultLines } ?? [:]
    return lines.merging(["host": "defaults"]) { first, _ in first }
  }

  private static func perform(_ command: Command, stages: [MigrationStage]) -> [String: String] {
    let stage = stages.first {
      typeName($0.fromVersion) == command.from && typeName($0.toVersion) == command.to
    }
    guard case .custom(let from, let to, let will, let did)? = stage else {
      return ["host": "missing"]
    }
    let isBefore = command.kind == .willMigrate
    let closure = isBefore ? will : did
    guard let closure else { return ["host": "done"] }
    let foreign = Mutex<[String: String]>([:])
    ForeignModels.listen { error in
      let places = ErrorPlaces.here().joined(separator: "\n")
      foreign.withLock { $0 = ["foreign": "\(error)", "places": places] }
    }
    do {
      let unsaved = try open(command.store, as: isBefore ? from : to, closure)
      return ["host": "done", "unsaved": String(unsaved)].merging(foreign.withLock { $0 }) { $1 }
    } catch {
      return [
        "host": "threw", "error": ErrorText.of(error),
        "places": ErrorPlaces.last().joined(separator: "\n"),
      ]
    }
  }

  /// Runs the closure on a store of that version; the number of objects with changes left unsaved.
  private static func open(
    _ path: String, as version: any VersionedSchema.Type,
    _ closure: (ModelContext) throws -> Void
  ) throws -> Int {
    let configuration = ModelConfiguration(
      url: URL(fileURLWithPath: path), cloudKitDatabase: .none)
    let container = try ModelContainer(
      for: Schema(versionedSchema: version), configurations: configuration)
    let context = ModelContext(container)
    try closure(context)
    return context.insertedModelsArray.count + context.changedModelsArray.count
      + context.deletedModelsArray.count
  }

  /// The name as in the source, without the module, and without `(unknown context at $…)`, in which
  /// private types lie.
  private static func typeName(_ type: any VersionedSchema.Type) -> String {
    String(reflecting: type).split(separator: ".").dropFirst().filter { $0.first != "(" }
      .joined(separator: ".")
  }
}
