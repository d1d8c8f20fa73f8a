internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds code of a stage that works on classes which the store does not have at that moment.
protocol StrayModelRule: SourceRule, ProjectRule {
  /// Whether it is about the code that runs before the store changes.
  static var isBefore: Bool { get }
  /// What is wrong with a class of the other version of the stage.
  static var lack: String { get }
}

extension StrayModelRule {
  static var nodes: [SyntaxKind] { [.functionCallExpr] }

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard let stage = node.as(FunctionCallExprSyntax.self).flatMap(MigrationClosures.init)
    else { return }
    let strays = StrayModels(ask: file.ask)
    let own = Self.isBefore ? stage.from : stage.to
    for body in stage.code(isBefore: Self.isBefore, in: file.tree) {
      for use in ModelUse.uses(in: body) {
        guard
          let type = strays.meaning(
            of: use.node.unaliased(use.type), around: body.typesAround, without: own)
        else { continue }
        say(type, stage.from, stage.to, at: file.location(use.node), file.ask, report)
      }
    }
  }

  /// Functions of other files, which stages hand their context.
  func check(_ lint: LintContext, report: RuleReport) {
    let strays = StrayModels(ask: lint.answer)
    for stage in lint.flows.stageCalls where stage.isBefore == Self.isBefore {
      let own = Self.isBefore ? stage.from : stage.to
      for model in lint.code.inheritedFunctions(of: stage.call).flatMap(\.models) {
        guard let type = strays.meaning(of: model.type, around: model.around, without: own)
        else { continue }
        say(type, stage.from, stage.to, at: model.location, lint.answer, report)
      }
    }
  }

  private func say(
    _ type: String, _ from: String, _ to: String, at place: Location,
    _ ask: (ModelQuestion) -> [String], _ report: RuleReport
  ) {
    let (own, other) = Self.isBefore ? (from, to) : (to, from)
    let isOther = type.versionPart == other
    // Of a third version, or of none: what it was to be is the class of this one.
    let meant = "\(own).\(type.lastPart)"
    let isKnown = !isOther && !ask(.isStray(meant, version: own, other: other)).isEmpty
    report(
      "'\(Self.isBefore ? "willMigrate" : "didMigrate")' works on '\(type)', which "
        + (isOther ? Self.lack : "is of another version"),
      at: place, entity: type.lastPart,
      help: isKnown ? "use '\(meant)', the class that the store has then" : nil)
  }
}

extension Syntax {
  /// `SchemaV1.Note` of `Old.Note` where a typealias of the code around says what `Old` is.
  fileprivate func unaliased(_ type: String) -> String {
    guard let first = type.split(separator: ".").first.map(String.init) else { return type }
    var node = self
    for _ in 0..<64 {
      guard let next = node.parent else { return type }
      if let items = next.as(CodeBlockItemListSyntax.self) {
        for item in items {
          guard let alias = item.item.as(TypeAliasDeclSyntax.self), alias.name.text == first,
            let name = alias.initializer.value.dottedName
          else { continue }
          return name + type.dropFirst(first.count)
        }
      }
      node = next
    }
    return type
  }
}

/// Tells which classes a version of a plan does not have.
struct StrayModels {
  let ask: (ModelQuestion) -> [String]

  /// The full name of a class that other versions list and the given one does not; nil for its own.
  func meaning(of type: String, around: [String], without own: String) -> String? {
    if let version = type.versionPart {
      return ask(.isStray(type, version: version, other: own)).isEmpty ? nil : type
    }
    // A bare name means a class of the type around the code, or an alias of any version's class.
    for outer in around {
      if outer == own.lastPart { return nil }
      let nested = "\(outer).\(type)"
      guard ask(.isStray(nested, version: outer, other: own)).isEmpty else { return nested }
    }
    let names = ask(.fullName(type))
    guard names.count == 1, let full = names.first else { return nil }
    guard full != type else { return ask(.isLiveStray(full, other: own)).isEmpty ? nil : type }
    guard let version = full.versionPart,
      !ask(.isStray(full, version: version, other: own)).isEmpty
    else { return nil }
    return full
  }
}
