internal import Diagnostics
internal import SwiftSyntax

/// Finds computed properties of models that change the object when they are read.
struct ModelGetterChange: SourceRule {
  static let info = RuleInfo(
    id: "change-in-getter", group: .dataAccess, severity: .warning,
    summary: "a computed property of a model sets a stored one while it is read",
    why:
      "to show the object is to change it: views that are being drawn are told to draw again, each read makes the "
      + "object one that has to be saved and synced, and a thread that only reads writes",
    fix:
      "work the value out where what it depends on is changed, or keep it in a '@Transient' property that no view shows",
    limits:
      "only getters that assign to a stored property of their own object; '@Transient' ones are left alone",
    examples: .texts(
      in: AccessText.models,
      flagged: """
        extension Note {
          var place: Int {
            ↓rank = rank + 1
            return rank
          }
        }
        ---
        @Model final class Page {
          var text = ""
          var kept: String?
          init() {}
          var summary: String {
            if let kept { return kept }
            let short = String(text.prefix(20))
            ↓kept = short
            return short
          }
        }
        ---
        @Model final class Leaf {
          var opened = 0
          init() {}
          var label: String {
            get {
              self.↓opened += 1
              return "Leaf"
            }
            set { opened = newValue.count }
          }
        }
        """,
      clean: """
        @Model final class Page {
          var text = ""
          @Transient var kept: String? = nil
          init() {}
          var summary: String {
            if let kept { return kept }
            let short = String(text.prefix(20))
            kept = short
            return short
          }
        }
        ---
        extension Note {
          var place: Int {
            get { rank }
            set { rank = newValue }
          }
        }
        ---
        extension Note {
          var next: Int {
            var rank = rank
            rank = rank + 1
            return rank
          }
          func raise() { rank += 1 }
        }
        """))

  static let nodes: [SyntaxKind] = [.patternBinding]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData, let binding = node.as(PatternBindingSyntax.self),
      let name = binding.name,
      binding.parent?.parent?.as(VariableDeclSyntax.self)?.isInstance ?? false,
      let owner = binding.enclosing(MemberBlockSyntax.self)?.parent,
      binding.parent?.parent?.parent?.parent?.parent?.id
        == owner.as(ClassDeclSyntax.self)?.memberBlock.id
        || binding.parent?.parent?.parent?.parent?.parent?.id
          == owner.as(ExtensionDeclSyntax.self)?.memberBlock.id,
      let entity = owner.typeName, !file.ask(.isModel(entity)).isEmpty,
      let getter = binding.accessorBlock?.getter, getter.isHandwritten
    else { return }
    var place: (Syntax, String)?
    getter.forEachDescendant { node in
      if place != nil || node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) {
        return false
      }
      guard let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        terms.count > 2,
        terms[1].is(AssignmentExprSyntax.self)
          || terms[1].as(BinaryOperatorExprSyntax.self)?.operator.text.isCompoundAssignment
            ?? false,
        let target = terms[0].ownMember,
        file.ask(.attributes(of: entity)).contains(target.baseName.text)
      else { return true }
      place = (Syntax(target), target.baseName.text)
      return false
    }
    guard let (target, property) = place else { return }
    report(
      "reading '\(entity).\(name)' sets the stored '\(property)', so to show the object is to change it",
      at: file.location(target), entity: entity, property: property)
  }
}

extension ExprSyntax {
  /// `kept` of `kept` and `self.kept`, where no variable of the getter is called so.
  fileprivate var ownMember: DeclReferenceExprSyntax? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.base?.isSelfName ?? false ? access.declName : nil
    }
    guard let name = self.as(DeclReferenceExprSyntax.self) else { return nil }
    switch name.nameOrigin {
    case .property?, nil: return name
    default: return nil
    }
  }
}

extension String {
  fileprivate var isCompoundAssignment: Bool {
    count > 1 && last == "=" && !["==", "!=", "<=", ">=", "===", "!=="].contains(self)
  }
}
