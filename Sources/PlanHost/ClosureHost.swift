internal import CPlanHost
internal import Foundation
internal import Glibc
internal import StoreEngine
internal import StoreModel
public import SwiftData
internal import Synchronization

/// Where the program made of a migration plan begins: it takes commands from its input, runs one
/// closure for each, and reports on descriptor 3.
///
/// Both are defined by `PlanCommand` and `PlanAnswer`.
public enum ClosureHost {
  /// Does what the program that started this one says, until that closes the input.
  public static func run(_ plan: any SchemaMigrationPlan.Type) -> Never {
    let options = CommandLine.arguments
    ErrorPlaces.watch()
    storedoctor_end_by_signals()
    let reports = ReportChannel(
      showsValues: options.contains(PlanCommand.showsValues),
      reportsEvents: options.contains(PlanCommand.traces))
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
      answer.refused = refused()
      answer.invented = InventedValues.take()
      answer.notNumbers = NotANumber.take()
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

  /// Paths that the system refused to the closure; nil where there are none.
  private static func refused() -> [String]? {
    var text = [CChar](repeating: 0, count: 2048)
    let length = Int(storedoctor_refused(&text, Int32(text.count)))
    guard length > 0 else { return nil }
    return String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private static func defaults(
    _ command: PlanCommand, of plan: any SchemaMigrationPlan.Type
  ) -> PlanAnswer {
    let version = plan.schemas.first { typeName($0) == command.to }
    var answer = PlanAnswer(.defaults)
    answer.defaults = version.map { Schema(versionedSchema: $0).defaultLines } ?? [:]
    return answer
  }

  /// A closure may go on asking for the objects of other versions.
  private static let mostForeign = 8

  private static func perform(_ command: PlanCommand, stages: [MigrationStage]) -> PlanAnswer {
    let stage = stages.first {
      typeName($0.fromVersion) == command.from && typeName($0.toVersion) == command.to
    }
    guard case .custom(let from, let to, let will, let did)? = stage else {
      return PlanAnswer(.missing)
    }
    let isBefore = command.kind == .willMigrate
    guard let closure = isBefore ? will : did else { return PlanAnswer(.done) }
    let version = isBefore ? from : to
    let foreign = Mutex<[PlanAnswer.Foreign]>([])
    ForeignModels.listen { error in
      let text = "\(error)"
      let places = ErrorPlaces.here()
      foreign.withLock { known in
        guard known.count < mostForeign, !known.contains(where: { $0.error == text }) else {
          return
        }
        known.append(PlanAnswer.Foreign(error: text, places: places))
      }
    }
    do {
      // The container would migrate the store on the way, and with it what nobody asked for.
      let schema = Schema(versionedSchema: version)
      let misfits = try schema.misfits(inStoreAt: command.store)
      guard misfits.isEmpty else {
        var answer = PlanAnswer(.misfit)
        answer.error = misfits.quotedList(atMost: 6)
        return answer
      }
      var answer = PlanAnswer(.done)
      answer.unsaved = try open(command.store, as: schema, closure)
      answer.foreign = foreign.withLock { $0.isEmpty ? nil : $0 }
      return answer
    } catch {
      var answer = PlanAnswer(.threw)
      answer.error = ErrorText.of(error)
      answer.places = ErrorPlaces.last()
      return answer
    }
  }

  /// Runs the closure on a store of that version; the number of objects with changes left unsaved.
  private static func open(
    _ path: String, as schema: Schema, _ closure: (ModelContext) throws -> Void
  ) throws -> Int {
    var configuration = ModelConfiguration(
      url: URL(fileURLWithPath: path), cloudKitDatabase: .none)
    // The store is a copy, which reaches the disk as a whole when the last stage is done.
    configuration.isDurable = false
    let container = try ModelContainer(for: schema, configurations: configuration)
    let context = ModelContext(container)
    try ErrorPlaces.noting { try closure(context) }
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
