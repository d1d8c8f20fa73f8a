internal import StoreModel

/// A message text as frameworks print it, with room for what varies.
///
/// The notation, matched without regard to ASCII case and never across a word's middle:
/// - a space is any white space, line breaks and comment slashes included;
/// - `'` is any quotation mark, straight, curly, backtick or escaped;
/// - `{one|two|}` is any of the alternatives, which may be empty;
/// - `…` is at most 300 bytes of anything;
/// - `[name]` captures text without white space, `[name:line]` up to what follows on the same
///   line, `[name:word]` letters, digits and underscores, `[name:path]` a word with dots,
///   `[name:own]` a path that is no class of the system, `[name:member]` `Entity.property`, and
///   `[name:dynamic]` a class that Core Data makes of one of the app's: `Person_Person_`.
///
/// Not regular expressions: these are readable, name what they capture, behave the same on every
/// system, and their cost has a fixed limit on any input.
struct MessagePattern: Sendable {
  let captureNames: [String]
  /// Lower-case bytes every match contains; a scanner looks for these first.
  let anchor: [UInt8]
  /// How far before its anchor a match may begin.
  private let lead: ClosedRange<Int>
  private let program: [Instruction]

  private enum Instruction: Sendable {
    case literal([UInt8])
    case space
    case quote
    case gap
    case capture(Int, CaptureKind)
    /// Tries each target in turn.
    case branch([Int])
    case jump(Int)
    case end
  }

  private enum CaptureKind: String, Sendable {
    case token, line, word, path, own, member, dynamic
  }

  struct Match {
    var range: Range<Int>
    /// One text range for each name; empty for those in an alternative not taken.
    var captures: [Range<Int>]
  }

  private static let gapLimit = 300
  private static let stepLimit = 4_000

  init(_ notation: String) {
    var compiler = Compiler()
    compiler.compile(Array(notation.utf8)[...])
    compiler.program.append(.end)
    program = compiler.program
    captureNames = compiler.names
    anchor = compiler.anchor
    lead = compiler.anchorLead
  }

  /// A text that `notation` matches, with the names of what varies between angle brackets.
  static func shown(_ notation: String) -> String {
    var (shown, rest) = ("", notation[...])
    while let next = rest.firstIndex(where: { $0 == "{" || $0 == "[" }) {
      let end = rest[next...].firstIndex(of: rest[next] == "{" ? "}" : "]") ?? rest.endIndex
      let body = rest[rest.index(after: next)..<end]
      let first = body.prefix { $0 != "|" && (rest[next] == "{" || $0 != ":") }
      shown += rest[..<next] + (rest[next] == "{" ? String(first) : "<\(first)>")
      rest = rest[end...].dropFirst()
    }
    return shown + rest
  }

  /// The match whose anchor begins at `position`, if there is one.
  func match(in text: UnsafeBufferPointer<UInt8>, anchorAt position: Int) -> Match? {
    var run = Run(program: program, text: text, captures: captureNames.count)
    let first = max(0, position - lead.upperBound)
    let last = position - lead.lowerBound
    guard first <= last else { return nil }
    for start in first...last where canBegin(at: start, in: text) {
      if let end = run.run(from: 0, at: start), end > position {
        return Match(range: start..<end, captures: run.captures)
      }
      if run.steps > Self.stepLimit { return nil }
    }
    return nil
  }

  /// Names begin where text without white space does; words where a word does.
  private func canBegin(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if case .capture(_, .token) = program[0] {
      return text.byte(start - 1)?.isSpace != false
    }
    // Some reports put an underscore more before the names of functions.
    var first = start
    while start - first < 3, text.byte(first - 1) == UInt8(ascii: "_") { first -= 1 }
    return text.isWordStart(first)
  }

  // MARK: - Matching

  private struct Run {
    let program: [Instruction]
    let text: UnsafeBufferPointer<UInt8>
    var steps = 0
    var captures: [Range<Int>]

    init(program: [Instruction], text: UnsafeBufferPointer<UInt8>, captures: Int) {
      self.program = program
      self.text = text
      self.captures = Array(repeating: 0..<0, count: captures)
    }

    /// Backtracks by recursion, at most one level for each instruction.
    mutating func run(from instruction: Int, at position: Int) -> Int? {
      var counter = instruction
      var position = position
      while true {
        steps += 1
        guard steps <= MessagePattern.stepLimit else { return nil }
        switch program[counter] {
        case .literal(let bytes):
          guard text.hasPrefix(bytes, at: position) else { return nil }
          position += bytes.count
          counter += 1
        case .space:
          let end = text.endOfSpace(from: position)
          guard end > position else { return nil }
          position = end
          counter += 1
        case .quote:
          guard let end = text.endOfQuote(at: position) else { return nil }
          position = end
          counter += 1
        case .gap:
          return lazily(next: counter + 1, ends: position...(position + MessagePattern.gapLimit))
        case .capture(let index, let kind):
          return capture(index, kind, next: counter + 1, at: position)
        case .branch(let targets):
          for target in targets {
            if let end = run(from: target, at: position) { return end }
          }
          return nil
        case .jump(let target):
          counter = target
        case .end:
          return text.isWordEnd(position) || endsOpen ? position : nil
        }
      }
    }

    /// Patterns that end in a gap or a capture do not ask for the end of a word.
    private var endsOpen: Bool {
      guard program.count > 1 else { return false }
      switch program[program.count - 2] {
      case .gap, .capture: return true
      default: return false
      }
    }

    /// Classes of Apple's frameworks and of the Swift library begin with two capitals or `_`.
    private static func isOfTheSystem(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      let last = name.split(separator: UInt8(ascii: ".")).last ?? name
      let start = last.prefix(2)
      return start.first == UInt8(ascii: "_") || start.count < 2 || start.allSatisfy(\.isUpper)
        || name.starts(with: "Swift.".utf8)
    }

    /// `Person_Person_`, or `NSManagedObject_Person_3` of an entity without a class.
    private static func isOfAnEntity(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      let parts = name.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
      return parts.count > 2 && parts.last?.allSatisfy(\.isDigit) == true
    }

    private mutating func lazily(next: Int, ends: ClosedRange<Int>) -> Int? {
      for end in ends where end <= text.count {
        if let match = run(from: next, at: end) { return match }
      }
      return nil
    }

    private mutating func capture(
      _ index: Int, _ kind: CaptureKind, next: Int, at position: Int
    ) -> Int? {
      let limit = min(text.count, position + MessagePattern.gapLimit)
      switch kind {
      case .word, .path, .own, .member, .dynamic:
        var end = position
        let hasDots = kind != .word && kind != .dynamic
        while end < limit, text[end].isWord || (hasDots && text[end] == UInt8(ascii: ".")) {
          end += 1
        }
        while end > position, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
        guard end > position else { return nil }
        let body = text[position..<end]
        if kind == .own, Self.isOfTheSystem(body) { return nil }
        if kind == .member, !body.contains(UInt8(ascii: ".")) || !text[position].isUpper {
          return nil
        }
        if kind == .dynamic, !Self.isOfAnEntity(body) { return nil }
        captures[index] = position..<end
        return run(from: next, at: end)
      case .token, .line:
        var stop = position
        while stop < limit, !text.isEscapedNewline(stop),
          kind == .line ? !text[stop].isNewline : !text[stop].isSpace
        {
          stop += 1
        }
        guard stop > position else { return nil }
        if case .end = program[next] {
          captures[index] = text.trimmed(position..<stop)
          return captures[index].isEmpty ? nil : stop
        }
        for end in (position + 1)...stop {
          captures[index] = text.trimmed(position..<end)
          if let match = run(from: next, at: end) { return match }
        }
        return nil
      }
    }
  }

  // MARK: - Compiling

  private struct Compiler {
    var program: [Instruction] = []
    var names: [String] = []
    var anchor: [UInt8] = []
    var anchorLead = 0...0
    /// The literal being read.
    private var literal: [UInt8] = []
    private var least = 0
    private var most = 0
    private var isOptional = false

    mutating func compile(_ notation: ArraySlice<UInt8>) {
      var rest = notation
      while let byte = rest.first {
        switch byte {
        case UInt8(ascii: " "):
          endLiteral()
          program.append(.space)
          advance(1...40)
          rest = rest.dropFirst()
        case UInt8(ascii: "'"):
          endLiteral()
          program.append(.quote)
          advance(1...4)
          rest = rest.dropFirst()
        case UInt8(ascii: "["):
          endLiteral()
          let body = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
          appendCapture(String(decoding: body, as: UTF8.self))
          rest = rest.dropFirst(body.count + 2)
        case UInt8(ascii: "{"):
          endLiteral()
          let body = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
          appendAlternatives(body)
          rest = rest.dropFirst(body.count + 2)
        default:
          if rest.starts(with: "…".utf8) {
            endLiteral()
            program.append(.gap)
            advance(0...MessagePattern.gapLimit)
            rest = rest.dropFirst(3)
          } else {
            literal.append(byte.lowered)
            rest = rest.dropFirst()
          }
        }
      }
      endLiteral()
    }

    private mutating func endLiteral() {
      guard !literal.isEmpty else { return }
      if !isOptional, literal.count > anchor.count {
        anchor = literal
        anchorLead = least...most
      }
      program.append(.literal(literal))
      advance(literal.count...literal.count)
      literal = []
    }

    private mutating func appendCapture(_ body: String) {
      let parts = body.split(separator: ":", maxSplits: 1).map(String.init)
      let kind = parts.count > 1 ? CaptureKind(rawValue: parts[1]) ?? .token : .token
      program.append(.capture(names.count, kind))
      names.append(parts.first ?? "")
      advance(1...MessagePattern.gapLimit)
    }

    private mutating func appendAlternatives(_ body: ArraySlice<UInt8>) {
      let alternatives = body.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      let (startLeast, startMost) = (least, most)
      var (endLeast, endMost) = (Int.max, 0)
      let branch = program.count
      program.append(.branch([]))
      var targets: [Int] = []
      var jumps: [Int] = []
      isOptional = true
      for alternative in alternatives {
        (least, most) = (startLeast, startMost)
        targets.append(program.count)
        compile(alternative)
        (endLeast, endMost) = (min(endLeast, least), max(endMost, most))
        jumps.append(program.count)
        program.append(.jump(0))
      }
      isOptional = false
      program[branch] = .branch(targets)
      for jump in jumps { program[jump] = .jump(program.count) }
      (least, most) = (endLeast, endMost)
    }

    private mutating func advance(_ by: ClosedRange<Int>) {
      least += by.lowerBound
      most = min(most + by.upperBound, 1_000)
    }
  }
}
