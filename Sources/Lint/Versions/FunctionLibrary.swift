internal import ModelSource
internal import SwiftSyntax

/// The functions of all files, each file read when a call leads to it.
struct FunctionLibrary {
  private struct Function: Sendable {
    let path: String
    /// The types around it, the innermost first.
    let types: [String]
    let name: String
    let code: StageCode
    var number = 0
  }

  private let files: [SourceFile]
  private let models: Set<String>
  private var functions: [String: [Function]] = [:]
  private var read: Set<String> = []
  private var count = 0
  /// Names of functions and types by file; read when they are first asked for.
  private var declared: [DeclaredNames]?

  init(_ files: [SourceFile], models: Set<String>) {
    self.files = files
    self.models = models
  }

  /// The code with all that the functions do that it calls, and those that they call.
  ///
  /// In its own file a name is enough, whichever function it means; in others it takes a type.
  mutating func followed(
    _ code: StageCode, at path: String, in types: [String]
  ) -> StageCode {
    read(files.filter { $0.path == path && !read.contains(path) })
    var whole = code
    var met: Set<Int> = []
    var waiting = [(code: code, path: path, types: types)][...]
    while let next = waiting.popFirst() {
      var found: [Function] = []
      for name in next.code.calls.sorted() where name != "init" {
        found += (functions[name] ?? []).filter { $0.path == next.path }
      }
      readFiles(for: next.code.callees, around: next.types)
      for callee in next.code.callees.sorted(by: Callee.precedes) {
        found += (functions[callee.name] ?? []).filter {
          ($0.path != next.path || callee.name == "init")
            && matches($0, callee, around: next.types)
        }
      }
      let known = Set(found.map(\.name))
      if !next.code.givenContext.isSubset(of: known) || next.code.handsOnContext {
        whole.handsOnContext = true
      }
      for function in found where met.insert(function.number).inserted {
        whole.take(function.code)
        waiting.append((function.code, function.path, function.types))
      }
    }
    return whole
  }

  private func matches(
    _ function: Function, _ callee: Callee, around types: [String]
  ) -> Bool {
    switch callee.owner {
    case .type(let name): function.types.first == name
    case .around: function.types.first.map(types.contains) ?? false
    case .file: function.types.isEmpty
    case .object: function.types.first.map(models.contains) ?? false
    }
  }

  /// Reads the files that may declare one of them.
  private mutating func readFiles(for callees: Set<Callee>, around types: [String]) {
    guard !callees.isEmpty else { return }
    let declared =
      declared ?? Workers.map(files.count) { [files] in DeclaredNames(files[$0].bytes) }
    self.declared = declared
    let wanted = zip(files, declared).filter { file, names in
      !read.contains(file.path)
        && callees.contains { callee in
          guard callee.name == "init" || names.functions.contains(callee.name) else { return false }
          return switch callee.owner {
          case .type(let name): names.types.contains(name)
          case .around: types.contains(where: names.types.contains)
          case .file: true
          case .object: !names.types.isDisjoint(with: models)
          }
        }
    }.map(\.0)
    read(wanted)
  }

  private mutating func read(_ files: [SourceFile]) {
    guard !files.isEmpty else { return }
    let parts = ParsePool.map(files) { [models] source, tree in
      var found: [Function] = []
      var waiting = [Syntax(tree)]
      while let node = waiting.popLast() {
        let function = node.as(FunctionDeclSyntax.self)
        if let body = function?.body ?? node.as(InitializerDeclSyntax.self)?.body {
          let context = function?.signature.parameterClause.parameters.first {
            $0.type.trimmedDescription.hasSuffix("ModelContext")
          }
          found.append(
            Function(
              path: source.path, types: node.enclosingTypes, name: function?.name.text ?? "init",
              code: StageCode(
                Syntax(body), context: (context?.secondName ?? context?.firstName)?.text,
                model: node.enclosingTypes.first.flatMap { models.contains($0) ? $0 : nil },
                in: source)))
        }
        waiting += node.children(viewMode: .sourceAccurate)
      }
      return found
    }
    read.formUnion(files.map(\.path))
    for var function in parts.flatMap(\.self) {
      function.number = count
      count += 1
      functions[function.name, default: []].append(function)
    }
  }
}

/// The names that a file declares, from its bytes alone: a parser takes a hundred times as long.
private struct DeclaredNames: Sendable {
  private(set) var functions: Set<String> = []
  private(set) var types: Set<String> = []

  init(_ bytes: [UInt8]) {
    var last = ""
    // The type of `extension A.B.C` is the last of these.
    var parts = 0
    for word in bytes.split(whereSeparator: { !Self.isPart($0) }) {
      let text = String(decoding: word, as: UTF8.self)
      switch last {
      case "func": functions.insert(text)
      case "struct", "class", "enum", "actor": types.insert(text)
      case "extension": parts = 3
      default: break
      }
      if parts > 0 {
        types.insert(text)
        parts -= 1
      }
      last = text
    }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == 0x5F
      || byte >= 0x80
  }
}
