internal import Diagnostics
internal import SwiftSyntax

/// Stores that an app brings along and copies to where it works with them, whether that works or not.
extension StoreCopyUnchecked: ObjectiveCRule {
  static let bundled =
    "when the store of the bundle cannot be copied, nobody learns of it: an empty one is made in its place and stays"
  static let bundledHelp =
    "look at the error, and open no store when the copy has failed, so that the next launch tries again"

  /// `[manager copyItemAtPath:bundled toPath:path error:NULL];`
  func check(_ body: ObjCBody, in lint: LintContext, report: RuleReport) {
    guard !body.file.isTest, body.method.body.mentions("mainBundle") else { return }
    body.method.body.messages { message, place in
      guard message.has("copyItemAtPath") || message.has("copyItemAtURL"), place.isStatement,
        let error = message.argument("error"), error.isNothing,
        case let source = body.resolved(message.parts[0].argument).nodes,
        source.mentions("mainBundle"), source.namesStore
      else { return }
      report(Self.bundled, at: body.file.location(message.offset), help: Self.bundledHelp)
    }
  }

  static let bundles: [RuleExample] =
    .texts(
      in: AccessText.models,
      flagged: """
        func prepare(_ store: URL) {
          guard !FileManager.default.fileExists(atPath: store.path),
            let bundled = Bundle.main.url(forResource: "Base", withExtension: "sqlite")
          else { return }
          try? FileManager.default.↓copyItem(at: bundled, to: store)
        }
        """,
      clean: """
        func prepare(_ store: URL) throws {
          guard let bundled = Bundle.main.url(forResource: "Base", withExtension: "sqlite") else { return }
          try FileManager.default.copyItem(at: bundled, to: store)
        }
        func page(_ file: URL) {
          guard let bundled = Bundle.main.url(forResource: "Base", withExtension: "html") else { return }
          try? FileManager.default.copyItem(at: bundled, to: file)
        }
        """)
    + .texts(
      in: CoreDataText.objectiveC,
      flagged: """
        - (void)prepare:(NSString *)path {
          NSString *bundled = [[NSBundle mainBundle] pathForResource:@"Base" ofType:@"sqlite"];
          if (bundled) { [[NSFileManager defaultManager] ↓copyItemAtPath:bundled toPath:path error:NULL]; }
        }
        """,
      clean: """
        - (void)prepare:(NSString *)path {
          NSString *bundled = [[NSBundle mainBundle] pathForResource:@"Base" ofType:@"sqlite"];
          NSError *error = nil;
          if (![[NSFileManager defaultManager] copyItemAtPath:bundled toPath:path error:&error]) {
            [self show:error];
          }
        }
        - (void)page:(NSString *)path {
          NSString *bundled = [[NSBundle mainBundle] pathForResource:@"Base" ofType:@"html"];
          [[NSFileManager defaultManager] copyItemAtPath:bundled toPath:path error:NULL];
        }
        """)
}

extension [ObjCNode] {
  /// Whether a text in here is the end of a store's name.
  fileprivate var namesStore: Bool {
    var isFound = false
    walk { place in
      let token = place.node.token
      isFound =
        isFound || place.node.kind == .leaf && token.kind == .text && token.text.endsLikeStore
    }
    return isFound
  }
}

extension String {
  fileprivate var endsLikeStore: Bool {
    ["sqlite", "sqlite3", "sqlitedb", ".store"].contains(where: hasSuffix)
  }
}

extension FunctionCallExprSyntax {
  /// Whether it copies a store out of the app's bundle with `try?`.
  fileprivate var isOfBundledStore: Bool {
    guard let source = argument("at") ?? argument("atPath") else { return false }
    let value = source.unwrapped.as(DeclReferenceExprSyntax.self)?.localValue ?? source
    guard value.mentions(["Bundle"]) else { return false }
    return value.hasDescendant { node in
      node.as(StringLiteralExprSyntax.self).flatMap { ExprSyntax($0).literalText }?.endsLikeStore
        ?? false
    }
  }

  /// The same, where nothing looks at whether it worked.
  var copiesBundledStore: Bool {
    guard let attempt = parent?.as(TryExprSyntax.self),
      attempt.questionOrExclamationMark?.text == "?",
      attempt.parent?.is(CodeBlockItemSyntax.self) ?? false
        || attempt.parent?.as(ExprListSyntax.self)?.first?.is(DiscardAssignmentExprSyntax.self)
          ?? false
    else { return false }
    return isOfBundledStore
  }
}
