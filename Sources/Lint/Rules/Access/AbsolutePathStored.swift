internal import Diagnostics
internal import ModelSource
internal import StoreModel
internal import SwiftSyntax

/// Finds objects that keep the whole path of a file in the app's own folder.
struct AbsolutePathStored: SourceRule {
  static let info = RuleInfo(
    id: "absolute-path-stored", group: .dataAccess, severity: .warning,
    summary: "an object keeps the whole path of a file in a folder of the app, which moves",
    why:
      "on iOS the folder of an app gets another path with an update or a restored backup: the file is still "
      + "there, and the path in the store leads nowhere",
    fix: "store the file's name, and put it behind the folder's URL when it is read",
    limits:
      "only files whose folder is named in the same file of source, and that is the app's documents, support or "
      + "shared folder, in Objective-C also the folder of temporary files; source that takes the last part of a path again is left alone, as are apps of the Mac and tests",
    examples: managed
      + .texts(
        in: models,
        flagged: """
          func keep(_ data: Data, for stop: Stop) throws {
            let url = URL.documentsDirectory.appending(path: "1.jpg")
            try data.write(to: url)
            stop.photo = url.↓path
          }
          ---
          extension Stop {
            convenience init(_ data: Data) throws {
              let url = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
                .appendingPathComponent("1.jpg")
              try data.write(to: url)
              self.init(photo: "")
            }
          }
          func add(_ name: String, _ context: ModelContext) {
            let folder = URL.applicationSupportDirectory
            let stop = Stop(photo: folder.appending(path: name).↓path(percentEncoded: false))
            context.insert(stop)
          }
          ---
          struct Pictures {
            private var folder: URL {
              FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
            }
            func keep(_ data: Data, _ context: ModelContext) throws {
              let name = UUID().uuidString
              let file = folder.appendingPathComponent(name)
              try data.write(to: file)
              context.insert(Stop(photo: file.↓absoluteString, file: ↓file))
            }
          }
          ---
          struct Files {
            let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
            func store(_ data: Data) throws -> URL {
              let file = folder.appending(path: UUID().uuidString)
              try data.write(to: file)
              return file
            }
          }
          struct Stops {
            let files = Files()
            func keep(_ data: Data, for stop: Stop) throws {
              stop.file = try ↓files.store(data)
              let url = try files.store(data)
              stop.photo = url.↓path
            }
          }
          """,
        clean: """
          struct Files {
            let folder = FileManager.default.temporaryDirectory
            func store(_ data: Data) throws -> URL {
              let file = folder.appending(path: UUID().uuidString)
              try data.write(to: file)
              return file
            }
          }
          func keep(_ data: Data, for stop: Stop, _ files: Files) throws {
            stop.file = try files.store(data)
          }
          ---
          func keep(_ data: Data, for stop: Stop) throws {
            let name = "1.jpg"
            try data.write(to: URL.documentsDirectory.appending(path: name))
            stop.photo = name
            stop.file = URL(string: "https://example.com/1.jpg")
          }
          ---
          func keep(_ data: Data, for stop: Stop) throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "1.jpg")
            try data.write(to: url)
            stop.photo = url.path
          }
          ---
          func keep(_ data: Data, for stop: Stop) throws {
            let url = URL.documentsDirectory.appending(path: "1.jpg")
            try data.write(to: url)
            stop.photo = url.path
          }
          func file(of stop: Stop) -> URL {
            let name = URL(fileURLWithPath: stop.photo).lastPathComponent
            return URL.documentsDirectory.appending(path: name)
          }
          ---
          func keep(_ data: Data, for stop: Stop) throws {
            let url = URL.documentsDirectory.appending(path: "1.jpg")
            try data.write(to: url)
            stop.photo = url.path
          }
          // file: Window.swift
          import AppKit
          final class Window: NSWindow {}
          """))

  private static func models(_ text: String) -> String {
    """
    import Foundation
    import SwiftData
    @Model final class Stop {
      var photo: String
      var file: URL?
      init(photo: String, file: URL? = nil) { self.photo = photo; self.file = file }
    }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.sequenceExpr, .functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData || !file.ask(.usesCoreData).isEmpty,
      file.imports.isDisjoint(with: ["AppKit", "Cocoa"])
    else { return }
    let types = TypeReader(file: file)
    var given: [(value: ExprSyntax, owner: String, name: String)] = []
    if let terms = node.as(SequenceExprSyntax.self)?.elements.map(\.self), terms.count == 3,
      terms[1].is(AssignmentExprSyntax.self),
      let target = terms[0].unwrapped.as(MemberAccessExprSyntax.self), let base = target.base,
      let owner = types.object(of: base)
    {
      given.append((terms[2], owner, target.declName.baseName.text))
    } else if let call = node.as(FunctionCallExprSyntax.self),
      call.name.first?.isUppercase ?? false, types.isModel(call.name)
    {
      for argument in call.arguments {
        guard let label = argument.label?.text else { continue }
        given.append((argument.expression, call.name, label))
      }
    }
    for (value, owner, name) in given {
      guard let (url, place) = value.fileURL,
        case let managed = file.ask(.isTextManaged(name, of: owner)).map({ _ in "String?" }),
        case let written = file.ask(.attribute(name, of: owner)) + managed, !written.isEmpty,
        written.allSatisfy({ ["String", "String?", "URL", "URL?"].contains($0) }),
        // A path of texts is a file's only where it is one of a URL.
        place.is(MemberAccessExprSyntax.self) == written.allSatisfy({ $0.hasPrefix("String") }),
        url.isInFolderOfApp(4),
        !file.source.bytes.has("lastPathComponent"), !file.source.bytes.has("relativePath"),
        file.ask(.isOfMac).isEmpty
      else { continue }
      report(
        "'\(owner).\(name)' gets the whole path of a file in the app's own folder, which moves",
        at: file.location(
          place.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? Syntax(place)),
        entity: owner, property: name,
        certainty: .inferred("on a Mac the folder stays where it is"))
    }
  }
}

extension ExprSyntax {
  /// The URL whose path the value is, or the value where it may be a URL itself, and the node that says so.
  fileprivate var fileURL: (url: ExprSyntax, place: ExprSyntax)? {
    let node = unwrapped
    if node.is(DeclReferenceExprSyntax.self) { return (node, node) }
    // `note.picture = try files.store(data)`
    if let call = node.as(FunctionCallExprSyntax.self), call.receiver != nil,
      let given = call.meantFunction?.signature.returnClause?.type.trimmedDescription,
      ["URL", "URL?"].contains(given)
    {
      return (node, node)
    }
    let access =
      node.as(MemberAccessExprSyntax.self)
      ?? node.as(FunctionCallExprSyntax.self).flatMap { call in
        call.arguments.isEmpty || call.argument("percentEncoded") != nil
          ? call.calledExpression.as(MemberAccessExprSyntax.self) : nil
      }
    guard let access, let base = access.base,
      ["absoluteString", "path"].contains(access.declName.baseName.text)
    else { return nil }
    return (base, ExprSyntax(access))
  }

  private static let folders = [
    "applicationSupportDirectory", "containerURL(forSecurityApplicationGroupIdentifier",
    "documentDirectory", "documentsDirectory", "libraryDirectory",
  ]

  /// Whether names lead to one of the folders that the system gives the app.
  ///
  /// - Parameter steps: how many names to follow.
  fileprivate func isInFolderOfApp(_ steps: Int) -> Bool {
    let text = trimmedDescription
    if Self.folders.contains(where: text.contains) { return true }
    guard steps > 0, text.utf8.count < 600 else { return false }
    var next: [ExprSyntax] = []
    if let call = unwrapped.as(FunctionCallExprSyntax.self) {
      next += [call.meantFunction?.body?.statements.lastResult].compactMap(\.self)
    }
    forEachDescendant { node in
      if let name = node.as(DeclReferenceExprSyntax.self), name.isValue {
        switch name.nameOrigin {
        case .local(_, let value?): next.append(value)
        case .property(let binding, _): next += [binding.onlyValue].compactMap(\.self)
        case nil: next += [name.propertyElsewhere].compactMap(\.self)
        default: break
        }
      } else if let result = node.as(FunctionCallExprSyntax.self)?.meantFunction?.body?.statements
        .lastResult
      {
        next.append(result)
      }
      return next.count < 8
    }
    if let name = self.as(DeclReferenceExprSyntax.self),
      case .local(_, let value?)? = name.nameOrigin
    {
      next = [value]
    }
    return next.contains { $0.id != id && $0.isInFolderOfApp(steps - 1) }
  }
}

extension DeclReferenceExprSyntax {
  /// The value of a property of the type around that another file declares.
  fileprivate var propertyElsewhere: ExprSyntax? {
    guard let owner = ownerName, let file = FileMemo.current?.file else { return nil }
    return file.ask(.memberValue("\(owner).\(baseName.text)")).first.flatMap {
      ParsePool.expression($0)
    }
  }
}

extension CodeBlockItemListSyntax {
  /// What the code gives at its end.
  fileprivate var lastResult: ExprSyntax? {
    onlyResult ?? last?.item.as(ReturnStmtSyntax.self)?.expression
  }
}
