internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds stores that are removed while those who were given their container still work with them.
struct StoreRemovedWhileOpen: SourceRule {
  static let info = RuleInfo(
    id: "store-removed-while-open", group: .dataAccess, severity: .warning,
    summary: "a store is removed, and of its container only the property that kept it is set anew",
    why:
      "views and contexts that were given the container go on with it: they read rows that are gone, which ends the "
      + "app, and what they save goes into a file that nobody opens again",
    fix:
      "delete the objects with 'delete(model:)' and save, which all contexts learn of; or remove the files at the "
      + "next launch, before a container is made",
    limits:
      "only functions that remove the files of a store, themselves or by a function of the type, and set a kept "
      + "container to nil or a new one, or whose type opens it in its initializer for good, and of Core Data those whose "
      + "type opens the store elsewhere and that never take it out of its coordinator; what is done after a failure, "
      + "initializers and tests are left alone",
    examples: managed
      + .texts(
        in: AccessText.models,
        flagged: """
          @MainActor final class Library {
            let container: ModelContainer
            let storeURL: URL
            init() throws {
              storeURL = URL.applicationSupportDirectory.appending(path: "Library.store")
              container = try ModelContainer(
                for: Note.self, configurations: ModelConfiguration(url: storeURL))
            }
            func erase() throws {
              try FileManager.default.↓removeItem(at: storeURL)
            }
          }
          ---
          @MainActor final class Stores {
            private let storeURL: URL
            private var kept: ModelContainer?
            init(_ storeURL: URL) { self.storeURL = storeURL }
            func container() throws -> ModelContainer {
              if let kept { return kept }
              let made = try ModelContainer(
                for: Note.self, configurations: ModelConfiguration(url: storeURL))
              kept = made
              return made
            }
            func startAnew() {
              kept = nil
              ↓deleteStoreFiles()
            }
            private func deleteStoreFiles() {
              for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: URL(filePath: storeURL.path + end))
              }
            }
          }
          ---
          final class Stores {
            var container: ModelContainer
            init() throws { container = try Stores.make() }
            static func make() throws -> ModelContainer { try ModelContainer(for: Note.self) }
            func reset() throws {
              container.↓deleteAllData()
              container = try Stores.make()
            }
          }
          ---
          @MainActor final class Stores {
            private let storeURL: URL
            private(set) var container: ModelContainer?
            init(_ storeURL: URL) { self.storeURL = storeURL }
            func forget() throws {
              self.container = nil
              try FileManager.default.↓removeItem(at: storeURL)
            }
          }
          """,
        clean: """
          final class Stores {
            var container: ModelContainer
            init(_ container: ModelContainer) { self.container = container }
            @MainActor func reset() throws {
              try container.mainContext.delete(model: Note.self)
              try container.mainContext.save()
            }
          }
          ---
          final class Stores {
            var container: ModelContainer?
            let picture = URL.documentsDirectory.appending(path: "cover.jpg")
            func leave() {
              container = nil
              try? FileManager.default.removeItem(at: picture)
            }
          }
          ---
          final class Stores {
            private let storeURL: URL
            init(_ storeURL: URL) { self.storeURL = storeURL }
            func removeOld() throws { try FileManager.default.removeItem(at: storeURL) }
          }
          """))

  static let nodes: [SyntaxKind] = [.functionDecl]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    if checkManaged(node, in: file, report) { return }
    guard !file.isTest, file.meansSwiftData, let function = node.as(FunctionDeclSyntax.self),
      let body = function.body, body.isHandwritten, let removal = body.removal(in: file)
    else { return }
    guard body.setsContainer else {
      if let container = function.openContainer, !body.mentions(["abort", "exit", "fatalError"]) {
        report(
          "the store is removed here while '\(container)' has it open", at: file.location(removal),
          certainty: .inferred("the app may end before it asks the store for anything"))
      }
      return
    }
    report(
      "the store is removed here while views and contexts may still use its container, which is only dropped from "
        + "its property", at: file.location(removal),
      certainty: .inferred("nobody may have been given the container"))
  }
}

extension FunctionDeclSyntax {
  /// The container that the type has kept since its initializer opened it, with the URL that a property keeps, too:
  /// no function of the type can run before.
  fileprivate var openContainer: String? {
    guard !modifiers.contains(where: { ["class", "static"].contains($0.name.text) }),
      let members = enclosingType?.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members
    else { return nil }
    let isPlaced = members.contains { member in
      (member.decl.as(InitializerDeclSyntax.self).map { Syntax($0) }
        ?? member.decl.as(VariableDeclSyntax.self).map { Syntax($0) })?
        .hasDescendant { node in
          guard let call = node.as(FunctionCallExprSyntax.self), call.name == "ModelConfiguration",
            let place = call.argument("url")
          else { return false }
          return place.lastName?.lowercased().hasSuffix("url") ?? false
        } ?? false
    }
    guard isPlaced else { return nil }
    for member in members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.isInstance,
        variable.bindingSpecifier.text == "let", let binding = variable.bindings.onlyElement,
        binding.typeAnnotation?.type.trimmedDescription == "ModelContainer"
      else { continue }
      return binding.name
    }
    return nil
  }
}

extension CodeBlockSyntax {
  /// Whether a property that keeps a container gets another one or none: not behind a failure, and not where it
  /// had none.
  fileprivate var setsContainer: Bool {
    hasDescendant { node in
      guard let terms = node.as(SequenceExprSyntax.self)?.elements, terms.count == 3,
        terms.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
        let target = terms.first, node.enclosing(CatchClauseSyntax.self) == nil
      else { return false }
      let name =
        target.as(DeclReferenceExprSyntax.self)
        ?? target.as(MemberAccessExprSyntax.self).flatMap {
          $0.base?.isSelfName ?? false ? $0.declName : nil
        }
      guard let name, let owner = ownerName,
        let binding = sourceFile?.binding(name.baseName.text, of: owner), binding.isStored
      else { return false }
      return binding.typeAnnotation.flatMap { WrittenType($0.type) }?.name == "ModelContainer"
    }
  }

  /// Where the files of a store are removed, by the function or by one of its type that it calls.
  fileprivate func removal(in file: LintFile) -> Syntax? {
    var found: Syntax?
    forEachDescendant { node in
      if found != nil || node.is(CatchClauseSyntax.self) || node.is(ClosureExprSyntax.self) {
        return false
      }
      guard let call = node.as(FunctionCallExprSyntax.self) else { return true }
      if call.removesStore {
        found = call.nameNode
      } else if call.receiver?.isSelfName ?? true, let own = call.functionOfFile?.body,
        own.isHandwritten, Syntax(own).removesOnly
      {
        found = call.nameNode
      }
      return found == nil
    }
    return found
  }
}

extension Syntax {
  /// Whether a function is there to remove the files of a store.
  fileprivate var removesOnly: Bool {
    var isRemoved = false
    forEachDescendant { node in
      if node.is(CatchClauseSyntax.self) { return false }
      if node.as(FunctionCallExprSyntax.self)?.removesStore ?? false { isRemoved = true }
      return !isRemoved
    }
    return isRemoved
  }
}

extension FunctionCallExprSyntax {
  /// `container.deleteAllData()`, `FileManager.default.removeItem(at: storeURL)`
  fileprivate var removesStore: Bool {
    if name == "deleteAllData", arguments.isEmpty, receiver != nil { return true }
    guard name == "removeItem", arguments.count == 1, let file = arguments.first?.expression else {
      return false
    }
    // `for end in ["", "-wal", "-shm"]`
    if loopAround?.list.namesLog ?? false { return true }
    let texts = [file, file.resolved].map { $0.trimmedDescription.lowercased() }
    return texts.contains { text in
      [".sqlite", ".store", "storeurl", "store.path", "storepath"].contains(where: text.contains)
    }
  }
}
