internal import Diagnostics
internal import Lint
internal import ModelInputs
internal import ModelSource
internal import PlanExecution
internal import StoreModel
internal import SwiftSyntax

/// Classes of versions that no compiler takes: what migrates them here is no app's.
///
/// Plans with closures are compiled, and then the compiler says so. Without closures none is asked.
enum BuildFaults {
  /// One for each class.
  static func findings(_ histories: [SchemaHistory], besides known: [Finding]) -> [Finding] {
    guard !known.contains(where: { $0.rule == PlanRules.doesNotCompile.id }) else { return [] }
    let models = histories.flatMap(\.versions).filter { $0.source == .swift }
    var names: [String: Set<String>] = [:]
    for entity in models.flatMap(\.entities) {
      if let path = entity.location?.path { names[path, default: []].insert(entity.name) }
    }
    var reader = SourceReader()
    let files = names.keys.sorted().compactMap { try? reader.read($0) }
    let found = ParsePool.map(files) { [names] source, tree in
      let finder = ModelFinder(names: names[source.path] ?? [], source: source)
      finder.walk(tree)
      return finder.findings
    }
    return found.flatMap(\.self)
  }

  private final class ModelFinder: SyntaxVisitor {
    let names: Set<String>
    let source: SourceText
    var findings: [Finding] = []

    init(names: Set<String>, source: SourceText) {
      (self.names, self.source) = (names, source)
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ type: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      if names.contains(type.name.text),
        let property = MissingInitializer.propertyWithoutValue(in: type)
      {
        findings.append(
          MissingInitializer.info.finding(
            MissingInitializer.text(type, property) + ": the class does not compile"
          ).at(source.location(type.name), entity: type.name.text, property: property))
      }
      return .visitChildren
    }
  }
}
