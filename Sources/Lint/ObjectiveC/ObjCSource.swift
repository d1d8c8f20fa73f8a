internal import ModelSource
internal import StoreModel

/// An Objective-C file under the eyes of the rules.
struct ObjCSource: Sendable {
  /// A method or function with a body.
  struct Method: Sendable {
    /// The class whose implementation it stands in.
    var owner: String?
    /// `tableView:cellForRowAtIndexPath:`
    var selector: String
    /// The types of the parameters, by name, without `*`.
    var parameters: [String: String]
    /// Their names, in the order of the arguments.
    var parameterNames: [String] = []
    var isOfClass: Bool
    /// Where its name begins.
    var offset: Int
    var body: [ObjCNode]

    /// The name of the parameter at a place.
    func parameter(_ place: Int) -> String? {
      parameterNames.indices.contains(place) ? parameterNames[place] : nil
    }
  }

  /// `@dynamic title;`
  struct Dynamic: Sendable {
    var owner: String
    var name: String
    var offset: Int
  }

  let text: SourceText
  private(set) var methods: [Method] = []
  private(set) var dynamics: [Dynamic] = []
  /// `@synthesize title, text = _text;`
  private(set) var synthesized: [Dynamic] = []
  /// Texts with a name that the whole file may use.
  private(set) var constants: [String: String]
  /// The types of properties and instance variables that the file declares, by name.
  private(set) var properties: [String: String] = [:]
  /// The same of each class, without variables.
  private(set) var classProperties: [String: [String: String]] = [:]
  /// The superclasses of the classes that the file declares.
  private(set) var parents: [String: String] = [:]
  let isTest: Bool

  var path: String { text.path }

  /// - Returns: nil for text that no hand wrote: nested too deep, or a method without end.
  init?(_ file: SourceFile) {
    text = SourceText(file)
    let scanner = ObjCScanner.scan(file.bytes)
    guard let nodes = ObjCNode.parse(scanner.tokens) else { return nil }
    constants = scanner.defines
    isTest =
      Location(path: file.path).isInTests
      || scanner.tokens.contains { token in
        // The header may say whose class it is.
        ["GHTestCase", "SenTestCase", "XCTestCase"].contains(token.text)
          || ["GHAssert", "STAssert", "XCTAssert"].contains(where: token.text.hasPrefix)
      }
    read(nodes)
    for method in methods where method.body.reduce(0, { $0 + $1.size }) > ObjCNode.mostInMethod {
      return nil
    }
  }

  func location(_ offset: Int) -> Location { text.location(offset: offset) }

  // MARK: - Declarations

  private mutating func read(_ nodes: [ObjCNode]) {
    var owner: String?
    var isInterface = false
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      if node.isMark("@"), index + 1 < nodes.count {
        switch nodes[index + 1].text {
        case "implementation", "interface", "protocol":
          owner = index + 2 < nodes.count ? nodes[index + 2].text : nil
          isInterface = nodes[index + 1].text != "implementation"
          if let owner, index + 4 < nodes.count, nodes[index + 3].isMark(":"),
            nodes[index + 4].isWord
          {
            parents[owner] = nodes[index + 4].text
          }
          index += 3
          continue
        case "end": (owner, isInterface) = (nil, false)
        case "property": readProperty(nodes[(index + 2)...], owner)
        case "dynamic":
          if let owner { readDynamic(nodes[(index + 2)...], owner) }
        case "synthesize":
          if let owner { readSynthesized(nodes[(index + 2)...], owner) }
        default: break
        }
        index += 2
        continue
      }
      if node.kind == .braces {
        if isInterface || owner != nil && index > 0 && nodes[index - 1].isWord {
          readVariables(node, owner)
        }
        index += 1
        continue
      }
      if !isInterface, node.isMark("-") || node.isMark("+"), owner != nil,
        let end = nodes[index...].firstIndex(where: { $0.kind == .braces || $0.isMark(";") }),
        // `- (void)save; { … }` is a method as well.
        let block = nodes[end...].prefix(2).first(where: { $0.kind == .braces })
      {
        methods.append(Self.method(nodes[index..<end], block, owner))
        index = end + (nodes[end].kind == .braces ? 1 : 2)
        continue
      }
      if let (function, end) = function(nodes, at: index, owner) {
        methods.append(function)
        index = end + 1
        continue
      }
      readConstant(nodes, at: index)
      index += 1
    }
  }

  private static func method(
    _ head: ArraySlice<ObjCNode>, _ body: ObjCNode, _ owner: String?
  ) -> Method {
    var method = Method(
      owner: owner, selector: "", parameters: [:], isOfClass: head.first?.isMark("+") ?? false,
      offset: body.token.offset, body: body.children)
    // Behind the sign and the type of the result.
    let parts = Array(head.dropFirst(head.dropFirst().first?.kind == .parens ? 2 : 1))
    method.offset = parts.first?.token.offset ?? method.offset
    var index = 0
    while index < parts.count {
      if parts[index].isWord, index + 1 < parts.count, parts[index + 1].isMark(":") {
        method.selector += parts[index].text + ":"
        index += 2
        let type = index < parts.count && parts[index].kind == .parens ? parts[index] : nil
        if type != nil { index += 1 }
        if index < parts.count, parts[index].isWord {
          method.parameters[parts[index].text] = type?.children.typeName ?? "id"
          method.parameterNames.append(parts[index].text)
          index += 1
        }
      } else {
        if method.selector.isEmpty { method.selector = parts[index].text }
        index += 1
      }
    }
    return method
  }

  /// `static NSArray *all(NSManagedObjectContext *context) { … }`
  private func function(
    _ nodes: [ObjCNode], at index: Int, _ owner: String?
  ) -> (Method, end: Int)? {
    guard nodes[index].isWord, index + 2 < nodes.count, nodes[index + 1].kind == .parens,
      nodes[index + 2].kind == .braces
    else { return nil }
    var parameters: [String: String] = [:]
    var names: [String] = []
    for part in nodes[index + 1].children.parts {
      guard let name = part.last, name.isWord, part.count > 1 else { continue }
      parameters[name.text] = Array(part.dropLast()).typeName ?? "id"
      names.append(name.text)
    }
    return (
      Method(
        owner: owner, selector: nodes[index].text, parameters: parameters, parameterNames: names,
        isOfClass: true, offset: nodes[index].token.offset,
        body: nodes[index + 2].children), index + 2
    )
  }

  private mutating func readProperty(_ nodes: ArraySlice<ObjCNode>, _ owner: String?) {
    var line = nodes.prefix { !$0.isMark(";") }
    if line.first?.kind == .parens { line.removeFirst() }
    guard let name = line.last, name.isWord, let type = Array(line.dropLast()).typeName else {
      return
    }
    properties[name.text] = type
    properties["_" + name.text] = type
    if let owner { classProperties[owner, default: [:]][name.text] = type }
  }

  private mutating func readVariables(_ block: ObjCNode, _ owner: String?) {
    for line in block.children.split(whereSeparator: { $0.isMark(";") }) {
      guard let name = line.last, name.isWord, let type = Array(line.dropLast()).typeName else {
        continue
      }
      properties[name.text] = type
      if let owner { classProperties[owner, default: [:]][name.text] = type }
    }
  }

  private mutating func readDynamic(_ nodes: ArraySlice<ObjCNode>, _ owner: String) {
    for name in nodes.prefix(while: { !$0.isMark(";") }) where name.isWord {
      dynamics.append(Dynamic(owner: owner, name: name.text, offset: name.token.offset))
    }
  }

  private mutating func readSynthesized(_ nodes: ArraySlice<ObjCNode>, _ owner: String) {
    for part in nodes.prefix(while: { !$0.isMark(";") }).split(whereSeparator: { $0.isMark(",") }) {
      guard let name = part.first, name.isWord else { continue }
      synthesized.append(Dynamic(owner: owner, name: name.text, offset: name.token.offset))
    }
  }

  /// `static NSString * const EntityName = @"Note";`
  private mutating func readConstant(_ nodes: [ObjCNode], at index: Int) {
    guard nodes[index].isMark("="), index > 0, nodes[index - 1].isWord, index + 2 < nodes.count,
      nodes[index + 1].token.kind == .text, nodes[index + 2].isMark(";")
    else { return }
    constants[nodes[index - 1].text] = nodes[index + 1].token.text
  }
}

extension [ObjCNode] {
  /// `NSFetchRequest` of `__weak NSFetchRequest<Note *> *`; `id` of `id<Store>`.
  var typeName: String? {
    let qualifiers: Set = [
      "const", "static", "extern", "__weak", "__block", "__strong", "nullable", "nonnull", "weak",
      "_Nullable", "_Nonnull", "IBOutlet", "__unused", "inout", "oneway", "__kindof", "strong",
    ]
    return first { $0.isWord && !qualifiers.contains($0.text) }?.text
  }
}
