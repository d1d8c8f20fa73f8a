internal import ModelSource

/// Methods of Objective-C that an app declares and nothing calls: how they ask the store costs nobody anything.
///
/// What the frameworks call is declared in no header of the app, and what Interface Builder calls has a sender.
struct ObjCUncalled {
  private var uncalled: Set<String> = []

  /// - Parameters:
  ///   - methods: those of interest.
  ///   - files: all of the app, in both languages.
  init(_ methods: [ObjCSource.Method], in files: [SourceFile]) {
    let names = Set(methods.filter(\.isOnlyCalledByName).map(\.firstName))
    guard !names.isEmpty, UncalledCode.isGrown(files), WordsOfFiles.haveStart(files) else { return }
    var declared: Set<String> = []
    var called: Set<String> = []
    for position in WordsOfFiles.positions(of: names, in: files) {
      let file = files[position]
      let isObjectiveC = !file.path.hasSuffix(".swift")
      for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
        let text = String(decoding: line, as: UTF8.self)
        var rest = text.drop { $0.isWhitespace }
        if rest.hasPrefix("//") { continue }
        if isObjectiveC, let (name, behind) = rest.methodName {
          // A method that stands for an inherited one is declared and not called.
          if names.contains(name),
            file.path.hasSuffix(".h") || behind.contains(";") && !behind.contains("{")
          {
            declared.insert(name)
          }
          rest = behind
        }
        for word in rest.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        where names.contains(String(word)) {
          called.insert(String(word))
        }
      }
    }
    uncalled = declared.subtracting(called)
  }

  func contains(_ method: ObjCSource.Method) -> Bool {
    method.isOnlyCalledByName && uncalled.contains(method.firstName)
  }
}

extension ObjCSource.Method {
  fileprivate var firstName: String { String(selector.prefix { $0 != ":" }) }

  /// Whether no framework calls it by what it is called, no assignment, and no button.
  fileprivate var isOnlyCalledByName: Bool {
    let conventional = ["awake", "did", "init", "prepare", "set", "validate", "will"]
    return owner != nil && !firstName.isEmpty && !conventional.contains(where: firstName.hasPrefix)
      && !parameterNames.contains { $0.lowercased().hasSuffix("sender") }
  }
}

extension Substring {
  /// `load` of `- (void)load:(int)many`, with what stands behind it.
  fileprivate var methodName: (name: String, behind: Substring)? {
    guard first == "-" || first == "+" else { return nil }
    var rest = dropFirst().drop { $0.isWhitespace }
    guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return nil }
    rest = rest[rest.index(after: end)...].drop { $0.isWhitespace }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : (String(name), rest.dropFirst(name.count))
  }
}
