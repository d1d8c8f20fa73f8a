internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds what users set and the store does not keep.
struct TransientSetByUser: SourceRule {
  static let info = RuleInfo(
    id: "transient-set-by-user", group: .dataAccess, severity: .warning,
    summary: "a view lets users set a property that is marked '@Transient'",
    why:
      "a transient property has no column: what the user has set is gone when the object is read anew, at the next "
      + "launch at the latest, and nothing says so",
    fix:
      "remove '@Transient' and give the property a default, which is a migration that needs no plan",
    limits:
      "only properties that a control is bound to and those that a button toggles; names that speak of what is "
      + "shown at the moment, such as 'isSelected' and 'isExpanded', are left alone",
    examples: .texts(
      in: models,
      flagged: """
        struct TrailRow: View {
          @Bindable var trail: Trail
          var body: some View { Toggle("Favorite", isOn: $trail.↓isFavorite) }
        }
        ---
        struct TrailRow: View {
          let trail: Trail
          var body: some View {
            Button("Favorite") { trail.↓isFavorite.toggle() }
          }
        }
        ---
        extension Trail { func star() { isFavorite = isFavorite || isClosed } }
        @Model final class Hut {
          @Transient var isStarred = false
          init() {}
          func star() { ↓isStarred.toggle() }
        }
        ---
        struct TrailEditor: View {
          @Bindable var trail: Trail
          var body: some View { TextField("Remark", text: $trail.↓remark) }
        }
        """,
      clean: """
        struct TrailRow: View {
          @Bindable var trail: Trail
          var body: some View { Toggle("Closed", isOn: $trail.isClosed) }
        }
        ---
        struct TrailRow: View {
          let trail: Trail
          var body: some View {
            Button("Select") { trail.isSelected.toggle() }
            Text(trail.isFavorite ? "yes" : "no")
          }
        }
        ---
        final class Draft { var isFavorite = false }
        struct DraftRow: View {
          let draft: Draft
          var body: some View { Button("Favorite") { draft.isFavorite.toggle() } }
        }
        """))

  private static func models(_ text: String) -> String {
    """
    import SwiftData
    import SwiftUI
    @Model final class Trail {
      var isClosed = false
      @Transient var isFavorite: Bool = false
      @Transient var isSelected = false
      @Transient var remark = ""
      init() {}
    }
    \(text)
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  private static let controls: Set = [
    "DatePicker", "Picker", "SecureField", "Slider", "Stepper", "TextEditor", "TextField", "Toggle",
  ]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard !file.isTest, file.meansSwiftData || file.imports.contains("SwiftUI"),
      let call = node.as(FunctionCallExprSyntax.self)
    else { return }
    if call.name == "toggle", call.arguments.isEmpty {
      if let own = call.receiver?.as(DeclReferenceExprSyntax.self),
        case .property(_, let owner)? = own.nameOrigin, TypeReader(file: file).isModel(owner)
      {
        return say(own, of: owner, in: file, report)
      }
      guard call.isInView, let access = call.receiver?.as(MemberAccessExprSyntax.self) else {
        return
      }
      return say(access, in: file, report)
    }
    guard Self.controls.contains(call.name), call.receiver == nil else { return }
    for argument in call.arguments {
      guard let access = argument.expression.as(MemberAccessExprSyntax.self),
        access.base?.trimmedDescription.hasPrefix("$") ?? false
      else { continue }
      say(access, in: file, report)
    }
  }

  private func say(_ access: MemberAccessExprSyntax, in file: LintFile, _ report: RuleReport) {
    guard let object = access.base, let model = TypeReader(file: file).model(of: object) else {
      return
    }
    say(access.declName, of: model, in: file, report)
  }

  private func say(
    _ name: DeclReferenceExprSyntax, of model: String, in file: LintFile, _ report: RuleReport
  ) {
    let property = name.baseName.text
    guard !property.isOfMoment, file.ask(.attribute(property, of: model)).isEmpty,
      let code = file.ask(.memberCode("\(model).\(property)")).onlyElement,
      code.hasPrefix("@Transient") || code.contains(" @Transient "), !code.hasSuffix("}")
    else { return }
    report(
      "'\(model).\(property)' is not stored: what is set here is gone at the next launch",
      at: file.location(name), entity: model, property: property,
      certainty: .inferred("it may be meant to last no longer than the app runs"))
  }
}

extension String {
  /// Whether a name speaks of what is shown or done at the moment.
  fileprivate var isOfMoment: Bool {
    camelWords.contains { word in
      [
        "active", "animat", "check", "collaps", "current", "download", "drag", "draft", "edit",
        "expand",
        "focus", "highlight", "hover", "load", "mark", "open", "play", "present", "progress",
        "reveal",
        "select", "show", "swip", "temp", "tick", "visible",
      ].contains(where: word.hasPrefix)
    }
  }
}

extension SyntaxProtocol {
  /// Whether the code stands in a view.
  fileprivate var isInView: Bool {
    enclosingType?.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.mentions(["View"])
      ?? false
  }
}
