/// What a method says of its variables.
struct ObjCBody {
  let method: ObjCSource.Method
  let file: ObjCSource
  /// What the methods of all files do; nothing before they are read.
  var helpers = ObjCHelpers()
  /// What a message that is followed gives the parameters.
  var given: [String: ObjCValue] = [:]
  /// The classes of the objects of all models.
  var managedClasses: Set<String> = []
  /// The values that are assigned to each variable and property, in the order of the text.
  private(set) var values: [String: [[ObjCNode]]] = [:]
  /// The types that variables are declared with.
  private(set) var types: [String: String] = [:]
  /// The arguments of `[receiver setName:…]` and the values of `receiver.name = …`, by `receiver.name`.
  private(set) var set: [String: [[ObjCNode]]] = [:]

  init(_ method: ObjCSource.Method, in file: ObjCSource) {
    (self.method, self.file) = (method, file)
    types = method.parameters
    read(method.body)
    method.body.walk { place in
      if place.node.children.count > 1, place.node.kind != .brackets { read(place.node.children) }
      readBlock(place)
    }
    method.body.messages { message, _ in
      guard message.parts.count == 1, message.parts[0].name.hasPrefix("set"),
        message.parts[0].name.hasSuffix(":"), let receiver = message.receiver.name
      else { return }
      let name = message.parts[0].name.dropFirst(3).dropLast()
      let key = name.prefix(1).lowercased() + name.dropFirst()
      set["\(receiver).\(key)", default: []].append(message.parts[0].argument)
    }
  }

  /// The statements between the marks that end them.
  private mutating func read(_ nodes: [ObjCNode]) {
    for (index, node) in nodes.enumerated() where node.isMark("=") {
      var start = index
      while start > 0,
        nodes[start - 1].isWord || nodes[start - 1].isMark(".")
          || nodes[start - 1].isMark("->")
      {
        // `NSArray *notes` ends the name, as does a second word beside it.
        if nodes[start - 1].isWord, start < index, nodes[start].isWord { break }
        start -= 1
      }
      let target = nodes[start..<index].map { $0.isMark("->") ? "." : $0.text }.joined()
      guard !target.isEmpty, let last = nodes[start..<index].last, last.isWord else { continue }
      let value = Array(nodes[(index + 1)...].prefix { !$0.isMark(";") && !$0.isMark(",") })
      values[target, default: []].append(value)
      if target.contains(".") { set[target, default: []].append(value) }
      readType(nodes, before: start, of: target)
    }
    // `NSError *error;`
    for (index, node) in nodes.enumerated()
    where node.isMark(";") && index > 2 && nodes[index - 1].isWord && nodes[index - 2].isMark("*") {
      readType(nodes, before: index - 1, of: nodes[index - 1].text)
    }
    // `Note *note in notes`
    for (index, node) in nodes.enumerated() where node.text == "in" && index > 1 {
      readType(nodes, before: index - 1, of: nodes[index - 1].text)
    }
  }

  /// `^(Note *note, NSUInteger index, BOOL *stop)`, also with what the block gives before the bracket.
  private mutating func readBlock(_ place: ObjCPlace) {
    guard place.node.kind == .parens, let before = place.before,
      before.isMark("^")
        || before.isWord && place.index > 1 && place.siblings[place.index - 2].isMark("^")
    else { return }
    for part in place.node.children.parts {
      guard part.count > 2, let type = part.first, type.isWord, let name = part.last, name.isWord,
        part[part.count - 2].isMark("*"), types[name.text] == nil
      else { continue }
      types[name.text] = type.text
    }
  }

  private mutating func readType(_ nodes: [ObjCNode], before start: Int, of name: String) {
    var index = start
    while index > 0, nodes[index - 1].isMark("*") || nodes[index - 1].isMark(">") { index -= 1 }
    guard index > 0 else { return }
    if index < start, nodes[index - 1].isMark("*") == false, nodes[index - 1].isWord {
      types[name] = nodes[index - 1].text
    } else if start == index, nodes[index - 1].isWord, nodes[index - 1].text == "id" {
      types[name] = "id"
    }
  }

  // MARK: - Questions

  /// The type of a variable, or of a property that the file declares.
  func type(of name: String) -> String? {
    types[name] ?? file.properties[name.hasPrefix("self.") ? String(name.dropFirst(5)) : name]
      ?? name.propertyName.flatMap { helpers.project.type(of: $0, in: method.owner) }
      ?? memberType(name)
  }

  /// The same of a variable of the object that the header of its class declares.
  func declaredType(of name: String) -> String? {
    type(of: name) ?? helpers.project.type(of: name, in: method.owner)
  }

  /// `NoteStore` of `library.notes`, as the class of the variable declares it.
  private func memberType(_ name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), case let owner = String(name[..<dot]),
      owner != "self", let type = type(of: owner)
    else { return nil }
    return helpers.project.type(of: String(name[name.index(after: dot)...]), in: type)
  }

  /// The value of an expression; of a variable that is given one value only, that value.
  func value(_ expression: [ObjCNode]) -> [ObjCNode] {
    var current = expression
    for _ in 0..<4 {
      guard let name = current.name, let known = values[name], known.count == 1 else { break }
      current = known[0]
    }
    return current
  }

  /// The text that an expression stands for, with the node that is written there.
  func constant(_ expression: [ObjCNode]) -> String? {
    let value = value(expression)
    if value.count == 2, value[0].text == "NSStringFromClass", value[1].kind == .parens {
      return className(value[1].children)
    }
    guard value.count == 1 else { return nil }
    if value[0].kind == .leaf, value[0].token.kind == .text { return value[0].token.text }
    guard value[0].isWord else { return foreignConstant(value) }
    if let argument = given[value[0].text] { return argument.body.constant(argument.nodes) }
    return file.constants[value[0].text] ?? helpers.project.constants[value[0].text]
  }

  /// `Note` of `[Note class]`, `self` and `type`, of a parameter that is given such.
  func className(_ expression: [ObjCNode]) -> String? {
    let value = value(expression)
    if let message = value.message {
      return message.selector == "class" ? className(message.receiver) : nil
    }
    guard let name = value.name else { return nil }
    if let argument = given[name] { return argument.body.className(argument.nodes) }
    if name == "self" { return method.isOfClass ? method.owner : nil }
    return name.first?.isUppercase ?? false ? name : nil
  }

  /// The text that a method gives: `[Note entityName]`.
  private func foreignConstant(_ expression: [ObjCNode]) -> String? {
    guard expression.message != nil else { return nil }
    let given = resolved(expression)
    guard given.nodes.count == 1, given.nodes[0].token.kind == .text, given.nodes[0].kind == .leaf
    else { return nil }
    return given.nodes[0].token.text
  }

  /// The elements of `@[a, b]` and `[NSArray arrayWithObjects:a, b, nil]`; of anything else itself.
  func elements(_ expression: [ObjCNode]) -> [[ObjCNode]] {
    let value = value(expression)
    if value.count == 2, value[0].isMark("@"), value[1].kind == .brackets {
      return value[1].children.parts
    }
    if let message = value.message, message.receiver.name == "NSArray",
      let list = message.argument("arrayWithObjects") ?? message.argument("arrayWithObject")
    {
      return list.parts.filter { $0.name != "nil" }
    }
    return [value]
  }
}
