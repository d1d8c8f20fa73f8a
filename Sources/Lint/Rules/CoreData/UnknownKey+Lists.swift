internal import Diagnostics
internal import StoreEngine
internal import StoreModel
internal import SwiftSyntax

/// Keys outside of predicates and sort descriptors.
extension UnknownKey {
  /// Sections, whose keys other files may declare in the class.
  func check(_ lint: LintContext, report: RuleReport) {
    checkConditions(lint, report)
    // What the compiler has read is there: the class computes what the model does not have.
    for section in lint.coreData.code.sections where !section.isTyped {
      guard
        let fault = CoreDataKeys.fault(in: section.path, of: section.entity, ask: lint.answer),
        case let type = lint.answer(.managedClass(of: fault.entity)).first ?? fault.entity,
        !lint.coreData.code.members.contains("\(type).\(fault.key)"),
        // A superclass, a protocol or a file that knows nothing of stores may declare it.
        !lint.coreData.code.members.contains(where: { $0.hasSuffix(".\(fault.key)") }),
        !lint.isWordElsewhere(fault.key)
      else { continue }
      let near = NameDistance.nearest(
        to: fault.key, in: lint.answer(.coreDataKeys(of: fault.entity)))
      report(
        "'\(fault.entity)' has no property '\(fault.key)' to make sections by",
        at: section.location,
        entity: fault.entity, property: fault.key, help: near.map { "write '\($0)'" })
    }
  }

  /// Predicates that fetches are given by name.
  private func checkConditions(_ lint: LintContext, _ report: RuleReport) {
    let entities = lint.coreData.code.conditionEntities(lint.flows.inheritances)
    for condition in lint.coreData.code.conditions {
      let all = (entities[condition.name] ?? []).sorted()
      // What several fetches share may have parts for one of them, which the others never meet.
      guard
        !all.contains(where: {
          CoreDataKeys.fault(in: condition.path, of: $0, ask: lint.answer) == nil
        })
      else { continue }
      for entity in all {
        guard let fault = CoreDataKeys.fault(in: condition.path, of: entity, ask: lint.answer)
        else { continue }
        let near = NameDistance.nearest(
          to: fault.key, in: lint.answer(.coreDataKeys(of: fault.entity)))
        report(
          "'\(fault.entity)' has no property '\(fault.key)'", at: condition.location,
          entity: fault.entity, property: fault.key, help: near.map { "write '\($0)'" })
      }
    }
  }

  /// `update.propertiesToUpdate = ["title": ""]`
  func checkUpdate(_ sequence: SequenceExprSyntax, in file: LintFile, report: RuleReport) {
    guard sequence.elements.count == 3,
      let target = sequence.elements.first?.as(MemberAccessExprSyntax.self),
      target.declName.baseName.text == "propertiesToUpdate",
      let values = sequence.elements.last?.as(DictionaryExprSyntax.self),
      case .elements(let pairs) = values.content,
      let entity = target.base.flatMap({ file.requestedEntity(of: $0) }),
      !file.ask(.coreDataKeys(of: entity)).isEmpty
    else { return }
    for pair in pairs {
      guard let key = file.constantText(pair.key),
        let fault = CoreDataKeys.fault(in: [key], of: entity, file)
      else { continue }
      Self.report(fault, at: pair.key, file, report)
    }
  }

  /// `request.propertiesToFetch = ["title"]`
  func checkList(_ sequence: SequenceExprSyntax, in file: LintFile, report: RuleReport) {
    guard sequence.elements.count == 3,
      let target = sequence.elements.first?.as(MemberAccessExprSyntax.self),
      sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) ?? false,
      let list = sequence.elements.last?.as(ArrayExprSyntax.self),
      ["propertiesToFetch", "relationshipKeyPathsForPrefetching"].contains(
        target.declName.baseName.text),
      let entity = target.base.flatMap({ file.requestedEntity(of: $0) }),
      !file.ask(.coreDataKeys(of: entity)).isEmpty
    else { return }
    let isPrefetching = target.declName.baseName.text == "relationshipKeyPathsForPrefetching"
    for element in list.elements {
      guard let text = file.constantText(element.expression) else { continue }
      let path = text.split(separator: ".").map(String.init)
      if let fault = CoreDataKeys.fault(in: path, of: entity, file) {
        // No attribute is meant that has a name like it.
        Self.report(fault, at: element.expression, file, report, isOfObjects: isPrefetching)
      } else if isPrefetching,
        let fault = CoreDataKeys.endOfObjects(in: path, of: entity, file)
      {
        report(
          "'\(fault.entity).\(fault.key)' is no relationship, and only relationships are prefetched",
          at: file.location(element.expression), entity: fault.entity, property: fault.key,
          help: "leave it out: attributes come with their object")
      }
    }
  }
}
