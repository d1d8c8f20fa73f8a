/// Takes events as they happen. A sink may throw (a full disk, a test's fault point); whoever
/// traces stops then, as it would for a failed statement.
public protocol TraceSink: AnyObject {
  /// Takes the next event.
  func record(_ event: TraceEvent) throws
}

/// How a trace is written.
public enum TraceFormat: String, Sendable, Hashable, CaseIterable {
  /// The lines Core Data itself logs with `-com.apple.CoreData.SQLDebug`.
  case text
  /// One JSON object per line.
  case jsonl
}

/// Writes events as they come, in chunks of some kilobytes.
///
/// Bound values are the user's data, so they are written only when asked for.
public final class TraceWriter: TraceSink {
  private let format: TraceFormat
  private let showsValues: Bool
  private let output: ([UInt8]) throws -> Void
  private var buffer: [UInt8] = []
  private var bindings = BindingNumbers()
  private static let chunk = 1 << 15

  /// - Parameter output: receives whole lines; called when a chunk is full and on `flush()`.
  public init(
    format: TraceFormat, showsValues: Bool = false, output: @escaping ([UInt8]) throws -> Void
  ) {
    self.format = format
    self.showsValues = showsValues
    self.output = output
    buffer.reserveCapacity(Self.chunk + 4096)
    if format == .jsonl { TraceJSONL.appendHeader(showsValues: showsValues, to: &buffer) }
  }

  /// Writes the next event.
  ///
  /// - Throws: what `output` throws.
  public func record(_ event: TraceEvent) throws {
    switch format {
    case .text: SQLDebugText.append(event, showsValues: showsValues, to: &buffer)
    case .jsonl:
      var event = event
      if event.binding == nil { event.binding = bindings.number(of: event) }
      TraceJSONL.append(event, showsValues: showsValues, to: &buffer)
    }
    if buffer.count >= Self.chunk { try flush() }
  }

  /// Hands over what is still buffered. Call it once at the end.
  public func flush() throws {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try output(buffer)
  }
}

/// Numbers the distinct bound values of reads in the order they first occur, so that hidden values
/// can still be told apart. Past the limit no number is given, which readers take as unknown.
struct BindingNumbers {
  private var numbers: [[SQLiteValue]: Int] = [:]
  private static let limit = 50_000

  mutating func number(of event: TraceEvent) -> Int? {
    guard event.purpose.isQuery, let values = event.values, !values.isEmpty else { return nil }
    if let known = numbers[values] { return known }
    guard numbers.count < Self.limit else { return nil }
    numbers[values] = numbers.count + 1
    return numbers.count
  }
}
