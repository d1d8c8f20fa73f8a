import Foundation
import TestSupport

/// Something that reads input somebody else wrote, with samples of that input and what must hold for
/// any of it.
public struct FuzzReader: Sendable {
  public let name: String
  let isText: Bool
  /// Words of its grammar, to be put anywhere.
  let words: [String]
  /// How each line of a refusal begins, where it names every mistake in a line of its own; nil
  /// where a refusal is one sentence.
  let mistakePrefix: String?
  let samples: @Sendable (FuzzFolder) throws -> [[UInt8]]
  /// Reads an input; the generator is for choices of the reading, such as where it is cut.
  ///
  /// - Throws: what the reader throws, which must be one clear sentence; `FuzzFailure` where what
  ///   came out cannot be.
  let read: @Sendable ([UInt8], FuzzFolder, inout Seeded) throws -> Void

  init(
    _ name: String, isText: Bool, words: [String] = [], mistakePrefix: String? = nil,
    samples: @escaping @Sendable (FuzzFolder) throws -> [[UInt8]],
    read: @escaping @Sendable ([UInt8], FuzzFolder, inout Seeded) throws -> Void
  ) {
    self.name = name
    self.isText = isText
    self.words = words
    self.mistakePrefix = mistakePrefix
    self.samples = samples
    self.read = read
  }

  public static let all: [FuzzReader] = texts + traces + models + stores + archives + sources
}

/// What came of many inputs.
public struct FuzzCount: Sendable {
  public var read = 0
  public var refused = 0
  /// One line each, with the seed that makes the input again.
  public var failures: [String] = []

  public init() {}
}

/// Something that must not come out of a reader.
struct FuzzFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension FuzzReader {
  /// Reads `count` inputs. Each follows from its seed alone, so that one can be made again.
  ///
  /// - Parameter begins: is told the seed of each input before it is read, so that a crash can be
  ///   named.
  public func run(
    from first: UInt64, count: Int, begins: (UInt64) -> Void = { _ in }
  ) throws -> FuzzCount {
    let folder = try FuzzFolder()
    let samples = try samples(folder)
    var result = FuzzCount()
    for seed in first..<first + UInt64(count) {
      begins(seed)
      var random = Seeded(seed)
      let input = Self.input(seed, of: samples, isText: isText, words: words)
      do {
        try read(input, folder, &random)
        result.read += 1
      } catch let failure as FuzzFailure {
        result.failures.append("\(name) \(seed): \(failure)")
      } catch {
        result.refused += 1
        if let problem = problem(in: "\(error)") {
          result.failures.append("\(name) \(seed): \(problem): \(error)")
        }
      }
    }
    return result
  }

  /// The input of a seed, to be looked at.
  public func input(_ seed: UInt64) throws -> [UInt8] {
    Self.input(seed, of: try samples(FuzzFolder()), isText: isText, words: words)
  }

  private static func input(
    _ seed: UInt64, of samples: [[UInt8]], isText: Bool, words: [String]
  ) -> [UInt8] {
    var mutator = Mutator(random: Seeded(~seed), words: words, isText: isText)
    let sample = mutator.random.pick(samples) ?? []
    let other = mutator.random.pick(samples) ?? []
    return mutator.mutated(sample, with: other)
  }

  /// Why a refusal is not one clear sentence, or one for each mistake.
  private func problem(in text: String) -> String? {
    guard let mistakePrefix else { return Self.problem(inSentence: text) }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Its last line may be the number of those that are not shown.
    if lines.count > 1, lines.last?.contains(" more mistake") == true { lines.removeLast() }
    if lines.count > 21 { return "\(lines.count) lines" }
    for line in lines {
      if let problem = Self.problem(inSentence: line) { return problem }
      if !line.hasPrefix(mistakePrefix) { return "a line without its place" }
    }
    return nil
  }

  private static func problem(inSentence text: String) -> String? {
    if text.isEmpty { return "no sentence" }
    if text.utf8.count > 4000 { return "a sentence of \(text.utf8.count) bytes" }
    if text.contains(where: \.isNewline) { return "more than one line" }
    if text.hasSuffix(".") { return "a full stop" }
    if ["Error Domain", "Optional(", "Swift.", "NSCocoa"].contains(where: text.contains) {
      return "not a sentence"
    }
    return nil
  }
}

/// A folder that vanishes with its owner.
public final class FuzzFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file of the folder and gives its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: path + "/" + name))
    return path + "/" + name
  }

  /// Names and bytes of all its files.
  func content() throws -> [String: Data] {
    var content: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      content[name] = try? Data(contentsOf: URL(filePath: path + "/" + name))
    }
    return content
  }

  static func samples(_ suffix: String) throws -> [[UInt8]] {
    let root = Folders.samples.path
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(suffix) }.sorted().map {
      Array(try Data(contentsOf: URL(filePath: root + "/" + $0)))
    }
  }
}
