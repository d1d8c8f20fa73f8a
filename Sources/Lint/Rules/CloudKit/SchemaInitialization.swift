internal import Diagnostics
internal import SwiftSyntax

/// Finds apps that create their CloudKit schema at each launch, at their users' too.
struct SchemaInitialization: SourceRule {
  static let info = RuleInfo(
    id: "cloudkit-schema-at-launch", group: .cloudKit, severity: .warning,
    summary: "'initializeCloudKitSchema' runs whenever the stack is set up, in released apps too",
    why:
      "it is meant for development: it writes sample records of every entity to iCloud and waits for them, which "
      + "makes each launch slow, and fails in the production environment and without an account",
    fix:
      "put it between '#if DEBUG' and '#endif', and behind an argument or environment variable that you set by hand",
    limits:
      "silent where a condition decides, other than what the container is, and in functions that code of the file "
      + "does not call in any case",
    examples: .texts(
      in: CoreDataText.code,
      flagged: """
        final class Stack {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          init() {
            guard container.persistentStoreDescriptions.first != nil else {
              fatalError("There is no description")
            }
            container.loadPersistentStores { _, error in show(error) }
            do { try container.↓initializeCloudKitSchema(options: []) } catch { show(error) }
          }
        }
        ---
        final class Stack {
          let container: NSPersistentContainer
          init(_ container: NSPersistentContainer) {
            self.container = container
            prepare()
          }
          private func prepare() {
            guard let cloud = container as? NSPersistentCloudKitContainer else { return }
            try? cloud.↓initializeCloudKitSchema()
          }
        }
        ---
        enum Stack {
          static let container: NSPersistentCloudKitContainer = {
            let container = NSPersistentCloudKitContainer(name: "Notes")
            container.loadPersistentStores { _, error in show(error) }
            try? container.↓initializeCloudKitSchema(options: [.printSchema])
            return container
          }()
        }
        """,
      clean: """
        final class Stack {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          init() {
            container.loadPersistentStores { _, error in show(error) }
            #if DEBUG
              try? container.initializeCloudKitSchema(options: [])
            #endif
          }
        }
        ---
        final class Stack {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          init() {
            container.loadPersistentStores { _, error in show(error) }
            if CommandLine.arguments.contains("--schema") {
              try? container.initializeCloudKitSchema(options: [])
            }
            guard Settings.isDeveloper else { return }
            try? container.initializeCloudKitSchema(options: [])
          }
          func initializeSchema() throws { try container.initializeCloudKitSchema() }
        }
        ---
        final class Stack {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          init() {
            #if DEBUG
              initializeSchema()
            #endif
          }
          private func initializeSchema() { try? container.initializeCloudKitSchema(options: .dryRun) }
        }
        ---
        final class Stack {
          let container = NSPersistentCloudKitContainer(name: "Notes")
          init() { if Settings.isDeveloper { initializeSchema() } }
          private func initializeSchema() { try? container.initializeCloudKitSchema() }
        }
        """))

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let call = node.as(FunctionCallExprSyntax.self), call.name == "initializeCloudKitSchema",
      call.receiver != nil, !file.isTest, !call.mentions(["dryRun"]), node.runsAtLaunch(3)
    else { return }
    report("this runs at each launch of the released app, too", at: file.location(call.nameNode))
  }
}

extension Syntax {
  /// Whether an initializer, or the value of a property, runs the code in any case.
  fileprivate func runsAtLaunch(_ steps: Int) -> Bool {
    var node = self
    for _ in 0..<256 {
      guard steps > 0, let next = node.parent else { return false }
      switch next.as(SyntaxEnum.self) {
      case .ifConfigClause: return false
      case .ifExpr(let choice):
        if choice.conditions.id != node.id, !choice.conditions.asksForContainer { return false }
      case .switchCase, .unresolvedTernaryExpr, .ternaryExpr: return false
      case .codeBlockItemList(let items):
        let isDecided = items.contains { item in
          guard item.position < node.position, let check = item.item.as(GuardStmtSyntax.self)
          else { return false }
          return !check.conditions.asksForContainer && !check.endsApp
        }
        if isDecided { return false }
      case .closureExpr(let closure):
        guard let user = closure.userCall else { return false }
        // `lazy var container = { … }()`
        if user.calledExpression.id == ExprSyntax(closure).id { break }
        guard
          ["async", "loadPersistentStores", "perform", "performAndWait", "Task"]
            .contains(user.name)
        else { return false }
      case .initializerDecl: return true
      case .patternBinding(let binding):
        if binding.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) ?? false { return true }
      case .functionDecl(let function):
        return function.callsInFile.contains { Syntax($0).runsAtLaunch(steps - 1) }
      case .memberBlockItem: return false
      default: break
      }
      node = next
    }
    return false
  }
}

extension GuardStmtSyntax {
  /// `else { fatalError("No description") }`: in the released app the code goes on.
  fileprivate var endsApp: Bool {
    body.statements.contains { item in
      ["fatalError", "preconditionFailure"].contains(item.item.onlyExpression?.call?.name)
    }
  }
}

extension ConditionElementListSyntax {
  /// `let cloud = container as? NSPersistentCloudKitContainer`
  fileprivate var asksForContainer: Bool {
    allSatisfy { element in
      element.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value.mentions([
        "NSPersistentCloudKitContainer"
      ]) ?? false
    }
  }
}

extension FunctionDeclSyntax {
  /// The calls of the function by the code of its own type.
  fileprivate var callsInFile: [FunctionCallExprSyntax] {
    guard let owner = ownerName, let file = sourceFile else { return [] }
    var found: [FunctionCallExprSyntax] = []
    for block in file.memberBlocks(of: owner) {
      block.forEachDescendant { node in
        if let call = node.as(FunctionCallExprSyntax.self), call.name == name.text,
          call.receiver.map({ $0.isSelfName || $0.trimmedDescription == "Self" }) ?? true
        {
          found.append(call)
        }
        return true
      }
    }
    return found
  }
}
