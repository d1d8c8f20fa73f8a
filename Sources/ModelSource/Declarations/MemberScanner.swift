/// Reads what types say of their members off the bytes of a file. What it misreads, it gives no type.
struct MemberScanner {
  private(set) var found = MemberScan()

  /// What the words that come next belong to.
  private enum State {
    case none
    /// `struct`, `extension`; whether the name is behind it.
    case type(isNamed: Bool)
    /// Behind `var`, `let`, `func`.
    case name(isFunction: Bool)
    /// Behind the name of a variable.
    case variable
    /// Behind the name of a function or `subscript`.
    case signature(parentheses: Int)
    /// Behind the colon or arrow.
    case written(brackets: Int)
    /// Behind `=`.
    case value
  }

  private var state = State.none
  /// The types around the place, with the depth of their members in braces.
  private var owners: [(name: String, depth: Int)] = []
  private var depth = 0
  private var typeName = ""
  private var text: [UInt8] = []
  private var previous: UInt8 = 0
  private var member = ""
  /// Whether what was declared last is a function; nil where no body may follow.
  private var opensFunction: Bool?
  /// The depth of the body that is being read, and whether it is that of a function.
  private var body: (depth: Int, isFunction: Bool)?
  private var calls: Set<String> = []

  private static let mostCalls = 32

  /// - Parameters:
  ///   - word: the name before the byte; empty where there is none.
  ///   - byte: what follows it.
  mutating func note(_ word: [UInt8], _ byte: UInt8) {
    if let body {
      if let first = word.first {
        if byte == UInt8(ascii: "(") {
          note(call: word, first, body.isFunction)
        } else if byte == UInt8(ascii: ")"), body.isFunction,
          word.elementsEqual("delete".utf8) || word.elementsEqual("insert".utf8)
        {
          // `notes.forEach(context.delete)`
          note(call: word, first, body.isFunction)
        } else if byte == 0x20, body.isFunction,
          first == UInt8(ascii: "d") || first == UInt8(ascii: "a")
        {
          // `Task.detached { … }`
          found.note(sender: word, of: member)
        }
      }
    } else {
      if !word.isEmpty { note(word, before: byte) }
      note(byte)
    }
    if byte == UInt8(ascii: "{") {
      open()
    } else if byte == UInt8(ascii: "}") {
      close()
    }
  }

  private mutating func note(call: [UInt8], _ first: UInt8, _ isFunction: Bool) {
    if isFunction {
      found.note(call: call, of: member)
    } else if (0x61...0x7A).contains(first), call.count < 40, calls.count < Self.mostCalls {
      calls.insert(String(decoding: call, as: UTF8.self))
    }
  }

  private mutating func note(_ word: [UInt8], before byte: UInt8) {
    switch state {
    case .type(let isNamed):
      if word.isMember {
        // `class func`
        state = .name(isFunction: word.count == 4)
      } else if !isNamed {
        typeName = String(decoding: word, as: UTF8.self)
        // The type that `Outer.Inner` is an extension of is `Inner`.
        state = .type(isNamed: byte != UInt8(ascii: "."))
      } else if previous == UInt8(ascii: ":") || previous == UInt8(ascii: ",") {
        found.note(word, adoptedBy: typeName)
        previous = 0
      }
    case .name(let isFunction):
      member = String(decoding: word, as: UTF8.self) + (isFunction ? "()" : "")
      opensFunction = isFunction
      state = isFunction ? .signature(parentheses: 0) : .variable
    case .written: text += word
    case .value:
      // `= NoteStore(…)`, `= NoteStore.shared`
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "."), (0x41...0x5A).contains(word[0]) {
        text = word
        keep()
      }
      state = .none
    case .signature(let parentheses) where parentheses > 0: break
    case .signature, .variable, .none:
      if word.isType {
        state = .type(isNamed: false)
      } else if word.isMember, depth == owners.last?.depth ?? 0 {
        state = .name(isFunction: word.count == 4)
      } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "<"),
        word.elementsEqual("subscript".utf8)
      {
        (member, opensFunction, state) = ("subscript()", false, .signature(parentheses: 0))
      } else if let owner = owners.last, depth == owner.depth, word.elementsEqual("init".utf8) {
        // What an initializer calls, it calls for whoever makes an object of the type.
        (member, opensFunction) = ("\(owner.name).init", false)
        state = .signature(parentheses: 0)
      }
    }
  }

  private mutating func note(_ byte: UInt8) {
    switch state {
    case .variable:
      if byte == UInt8(ascii: ":") {
        (state, text) = (.written(brackets: 0), [])
      } else if byte == UInt8(ascii: "=") {
        (state, opensFunction) = (.value, nil)
      } else if byte == UInt8(ascii: "\n") {
        state = .none
      }
    case .signature(let parentheses):
      if byte == UInt8(ascii: "(") {
        state = .signature(parentheses: parentheses + 1)
      } else if byte == UInt8(ascii: ")") {
        state = .signature(parentheses: max(0, parentheses - 1))
      } else if parentheses == 0, byte == UInt8(ascii: ">"), previous == UInt8(ascii: "-") {
        (state, text) = (.written(brackets: 0), [])
      }
    case .written(let brackets): write(byte, brackets)
    default: break
    }
    if byte != 0x20 { previous = byte }
  }

  private mutating func write(_ byte: UInt8, _ brackets: Int) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "("):
      state = .written(brackets: brackets + 1)
    case UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: ")"):
      state = .written(brackets: brackets - 1)
    case UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\n"),
      UInt8(ascii: ";"):
      guard brackets <= 0, text.contains(where: { $0 != 0x20 }) else { break }
      keep()
      state = .none
      if byte == UInt8(ascii: "=") { opensFunction = nil }
      return
    default: break
    }
    text.append(byte)
  }

  private mutating func keep() {
    if let owner = owners.last?.name { found.note(member, of: owner, type: text) }
  }

  private mutating func open() {
    depth += 1
    guard body == nil else { return }
    if case .type = state {
      owners.append((typeName, depth))
    } else if let opensFunction {
      body = (depth, opensFunction)
      if member.hasSuffix("()") { member.removeLast(2) }
      calls = []
    }
    opensFunction = nil
    state = .none
  }

  private mutating func close() {
    if let body, body.depth == depth {
      if !body.isFunction { found.note(calls: calls, of: member) }
      self.body = nil
    }
    if body == nil {
      if owners.last?.depth == depth { owners.removeLast() }
      state = .none
    }
    depth = max(0, depth - 1)
  }
}

extension [UInt8] {
  fileprivate var isMember: Bool {
    switch count {
    case 3: elementsEqual("var".utf8) || elementsEqual("let".utf8)
    case 4: elementsEqual("func".utf8)
    default: false
    }
  }

  fileprivate var isType: Bool {
    switch count {
    case 4: elementsEqual("enum".utf8)
    case 5: elementsEqual("class".utf8) || elementsEqual("actor".utf8)
    case 6: elementsEqual("struct".utf8)
    case 8: elementsEqual("protocol".utf8)
    case 9: elementsEqual("extension".utf8)
    default: false
    }
  }
}
