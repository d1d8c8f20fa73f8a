internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Functions that nothing of an app calls: how they ask the store costs nobody anything.
struct UncalledCode {
  /// A function or a global value that only its name leads to.
  struct Declared: Sendable, Codable {
    var name: String
    /// What its type adopts; of the app's own protocols the name stands there, too.
    var adopted: [String]
    var first: Location
    var last: Int
    /// Whether no other file could ever call it.
    var isPrivate = false
    /// Whether it is a type, which its own code may name as often as it likes.
    var isType = false

    /// Whether a line of a file is part of it, or extends it.
    func isOwn(_ text: String, _ line: Int, in file: SourceFile) -> Bool {
      let start = first.line ?? 1
      return file.path == first.path && start...max(last, start) ~= line
        || text.contains("extension \(name)")
    }
  }

  let declared: [String: [Declared]]
  let files: [SourceFile]

  /// - Parameter files: those of all languages.
  init(_ declared: [Declared], _ files: [SourceFile]) {
    self.declared = Dictionary(grouping: declared, by: \.first.path)
    self.files = files
  }

  /// An app of fewer files is being written: what nothing calls yet will be called.
  private static let leastFiles = 20

  /// Whether an app is so far that what nothing calls was left behind, and costs nobody anything.
  static func isGrown(_ files: [SourceFile]) -> Bool { files.count >= leastFiles }

  /// What Xcode writes into each new app, and many never call.
  private static let ofTemplate = "saveContext"

  /// The functions around findings that nothing calls. Where no app begins, their users may be elsewhere.
  ///
  /// - Parameter isOwn: whether the files declare a type.
  func uncalled(in findings: [Finding], isOwn: (String) -> Bool) -> Set<String> {
    let isGrown = Self.isGrown(files)
    let around = findings.flatMap { finding in
      functions(around: finding).filter {
        $0.adopted.allSatisfy(isOwn) && (isGrown || $0.isPrivate || $0.name == Self.ofTemplate)
      }
    }
    let names = Set(around.map(\.name))
    guard !names.isEmpty, WordsOfFiles.haveStart(files) else { return [] }
    let counts = WordsOfFiles.counts(of: names, in: files)
    let types = Dictionary(grouping: around.filter(\.isType), by: \.name)
    let comments = types.isEmpty ? [:] : comments(on: types)
    let idle = idle(
      Set(counts.filter { types[$0.key] == nil && 2...Self.mostIdle ~= $0.value }.keys))
    let uncalled = Set(
      counts.filter { name, count in
        guard let declared = types[name] else { return count - (idle[name] ?? 0) == 1 }
        return declared.count == 1
          && declared.allSatisfy { count == ownCount(of: $0) + (comments[name] ?? 0) }
      }.keys)
    return uncalled.union(chained(around, counts, uncalled, isOwn: isOwn))
  }

  /// The app's own classes of views and their controllers: a storyboard may name what inherits from them,
  /// and no code does.
  static func interfaceClasses(_ members: SourceMembers) -> Set<String> {
    var found: Set<String> = []
    var waiting = roots.flatMap(members.adopting)
    while let name = waiting.popLast() {
      if found.insert(name).inserted { waiting += members.adopting(name) }
    }
    return found
  }

  /// Whether a class is one of Apple's, by its first letters, although the app adds to it.
  static func isOfApple(_ name: String) -> Bool {
    ["AV", "CL", "CN", "EK", "HK", "MK", "NS", "PH", "SK", "UI", "WK"].contains(
      where: name.hasPrefix)
      && name.dropFirst(2).first?.isUppercase ?? false
  }

  private static let roots = [
    "NSObject", "NSView", "NSViewController", "NSWindowController", "UICollectionViewCell",
    "UICollectionViewController", "UINavigationController", "UITabBarController", "UITableViewCell",
    "UITableViewController", "UIView", "UIViewController",
  ]

  /// How often a type is named in its own code, and where its file extends it and shows it in previews; and
  /// in the comments of its file.
  private func ownCount(of type: Declared) -> Int {
    guard let file = files.first(where: { $0.path == type.first.path }) else { return 0 }
    var count = 0
    Self.forEachLine(of: file) { text, number, isIdle in
      if isIdle || type.isOwn(text, number, in: file) {
        count += text.nameCount { $0 == type.name }
      }
    }
    return count
  }

  /// - Parameter body: is given each line with its number, and whether it is a comment or a part of a preview,
  ///   which calls nothing in the app.
  static func forEachLine(
    of file: SourceFile, _ body: (_ text: String, _ number: Int, _ isIdle: Bool) -> Void
  ) {
    let lines = file.bytes.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var isPreview = false
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("#Preview") || text.contains("PreviewProvider") { isPreview = true }
      body(text, index + 1, isPreview || text.drop { $0 == " " || $0 == "\t" }.hasPrefix("//"))
      if text.hasPrefix("}") || text.hasPrefix("#") && text.hasSuffix("}") { isPreview = false }
    }
  }

  /// What is named more often than this is called somewhere.
  private static let mostIdle = 12

  /// How often functions are named where that calls nothing in the app: in lines of comments, and in tests.
  private func idle(_ names: Set<String>) -> [String: Int] {
    guard !names.isEmpty else { return [:] }
    var counts: [String: Int] = [:]
    for position in WordsOfFiles.positions(of: names, in: files) {
      let file = files[position]
      let isTest = Location(path: file.path).isInTests
      for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
        let start = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard isTest || start.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { continue }
        _ = String(decoding: start, as: UTF8.self).nameCount { name in
          guard names.contains(String(name)) else { return false }
          counts[String(name), default: 0] += 1
          return true
        }
      }
    }
    return counts
  }

  /// How often types are named in the comments of other files: code that was commented out calls nothing.
  private func comments(on types: [String: [Declared]]) -> [String: Int] {
    var counts: [String: Int] = [:]
    for position in WordsOfFiles.positions(of: Set(types.keys), in: files) {
      let file = files[position]
      for line in file.bytes.split(separator: UInt8(ascii: "\n")) {
        let start = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard start.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { continue }
        _ = String(decoding: start, as: UTF8.self).nameCount { name in
          guard let declared = types[String(name)], declared[0].first.path != file.path else {
            return false
          }
          counts[String(name), default: 0] += 1
          return true
        }
      }
    }
    return counts
  }

  /// Leaves out what is said of the use of stores in functions that nothing calls.
  func filter(_ findings: [Finding], uncalled: Set<String>) -> [Finding] {
    findings.filter { finding in
      uncalled.isEmpty || !functions(around: finding).contains { uncalled.contains($0.name) }
    }
  }

  func functions(around finding: Finding) -> [Declared] {
    // What tests share is called by tests, which count for nothing here.
    guard let place = finding.location, let line = place.line, Self.isOfUse(finding.rule),
      !place.isInTests
    else { return [] }
    let crashes = finding.severity == .error || Self.crashing.contains(finding.rule)
    return (declared[place.path] ?? []).filter {
      ($0.first.line ?? .max) <= line && line <= $0.last && (!crashes || $0.isPrivate)
    }
  }
}

extension String {
  /// How many of its names are those that are meant.
  fileprivate func nameCount(where isMeant: (Substring) -> Bool) -> Int {
    names.count(where: isMeant)
  }

  /// What could be names in a line of code.
  var names: [Substring] { split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
}

extension LintFile {
  private static let delegates: Set = [
    "NSApplicationDelegate", "NSObject", "NSResponder", "UIApplicationDelegate", "UIResponder",
    "UISceneDelegate", "UIWindowSceneDelegate",
  ]

  /// The function or global value, where it is known by its name alone: nothing outside of the code can
  /// call it, and no framework knows its type.
  func declared(_ node: Syntax) -> UncalledCode.Declared? {
    let name: TokenSyntax?
    var adopted: [String] = []
    var isPrivate = false
    if let type = declaredType(node) { return type }
    if let function = node.as(FunctionDeclSyntax.self) {
      guard function.body != nil, function.isOnlyForCode else { return nil }
      if let type = function.enclosingType {
        guard let types = type.adopted else { return nil }
        adopted = types
        // What the system calls of these is told for which app or scene: 'saveContext()' is the app's own.
        if function.signature.parameterClause.parameters.isEmpty {
          adopted.removeAll { Self.delegates.contains($0) }
        }
      }
      name = function.name
      isPrivate = function.modifiers.contains {
        ["fileprivate", "private"].contains($0.name.text)
      }
    } else if let variable = node.as(VariableDeclSyntax.self), variable.isOnlyForCode,
      variable.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    {
      name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    } else {
      return nil
    }
    guard let name, case .identifier = name.tokenKind else { return nil }
    return .init(
      name: name.text, adopted: adopted, first: location(node),
      last: source.location(offset: node.endPositionBeforeTrailingTrivia.utf8Offset).line ?? 0,
      isPrivate: isPrivate)
  }
}

extension LintFile {
  /// A type that no framework finds by itself: a class, an actor or a struct at the top of the file.
  fileprivate func declaredType(_ node: Syntax) -> UncalledCode.Declared? {
    guard
      node.is(ClassDeclSyntax.self) || node.is(ActorDeclSyntax.self)
        || node.is(StructDeclSyntax.self),
      node.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false,
      let name = node.typeName, let adopted = node.adopted,
      let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers,
      !modifiers.contains(where: { ["open", "public", "package"].contains($0.name.text) }),
      node.asProtocol((any WithAttributesSyntax).self)?.attributes.allSatisfy({ element in
        guard case .attribute(let attribute) = element else { return false }
        return ["MainActor", "ModelActor", "Observable"].contains(attribute.simpleName)
      }) ?? false
    else { return nil }
    return .init(
      name: name, adopted: adopted, first: location(node),
      last: source.location(offset: node.endPositionBeforeTrailingTrivia.utf8Offset).line ?? 0,
      isType: true)
  }
}

extension WithModifiersSyntax where Self: WithAttributesSyntax {
  /// Whether neither other modules nor Objective-C nor a superclass see it.
  fileprivate var isOnlyForCode: Bool {
    attributes.isEmpty
      && !modifiers.contains { ["open", "override", "public", "package"].contains($0.name.text) }
  }
}

extension Syntax {
  /// What asks a type for nothing beside what the language does.
  private static var plain: Set<String> {
    [
      "Actor", "Codable", "Equatable", "Hashable", "Identifiable", "ModelActor", "Observable",
      "ObservableObject", "Sendable", "View",
    ]
  }

  /// What a type inherits beside that; nil for protocols. What an extension adds is that of its type.
  fileprivate var adopted: [String]? {
    if self.is(ProtocolDeclSyntax.self) { return nil }
    let extended = self.as(ExtensionDeclSyntax.self).map { $0.extendedType.dottedName ?? "" }
    return self.asProtocol((any DeclGroupSyntax).self).map { group in
      (group.inheritanceClause?.inheritedTypes.map { $0.type.dottedName ?? "" } ?? [])
        .filter { !Self.plain.contains($0) } + [extended].compactMap(\.self)
    }
  }
}
