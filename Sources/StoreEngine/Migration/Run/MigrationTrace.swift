/// The events of a migration, numbered in one sequence whatever connection they come from.
public final class MigrationTrace {
  private let sink: (any TraceSink)?
  private var sequence = 0
  /// The stage that is running.
  private var stage: (index: Int, name: String)?

  public init(_ sink: (any TraceSink)?) { self.sink = sink }

  var isOn: Bool { sink != nil }

  /// Passes an event on under the stage that runs and with the next number.
  ///
  /// - Throws: what the sink throws; it ends the migration.
  public func record(_ event: TraceEvent) throws {
    guard let sink else { return }
    sequence += 1
    var event = event
    event.sequence = sequence
    event.stage = event.stage ?? stage?.name
    event.stageIndex = stage?.index
    try sink.record(event)
  }

  func opened(_ path: String) throws {
    try record(TraceEvent(sequence: 0, purpose: .open, text: path))
  }

  func begin(_ stage: String, index: Int) throws {
    self.stage = (index, stage)
    try record(TraceEvent(sequence: 0, purpose: .stageBegin))
  }

  func end() throws {
    try record(TraceEvent(sequence: 0, purpose: .stageEnd))
    stage = nil
  }
}
