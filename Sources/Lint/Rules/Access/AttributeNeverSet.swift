internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds attributes that code asks for and that nothing ever sets.
struct AttributeNeverSet: ProjectRule {
  static let info = RuleInfo(
    id: "attribute-never-set", group: .dataAccess, severity: .warning,
    summary: "code asks for an attribute that nothing ever sets",
    why:
      "each object keeps the value that it begins with: what the code asks is always answered in the same way, and "
      + "what hangs on it never happens, or always",
    fix: "set the attribute where what it tells of happens, or remove it",
    limits:
      "only truth values that begin with one, and optional attributes that begin as nil, of SwiftData's classes in apps; "
      + "silent where any file assigns, binds or hands on anything of that name, or has it in a text",
    examples: .texts(
      in: app,
      flagged: """
        @Model final class Visit { var remark = ""; var ↓isUploaded = false; init() {} }
        func waiting(_ context: ModelContext) throws -> Int {
          try context.fetchCount(FetchDescriptor<Visit>(predicate: #Predicate { !$0.isUploaded }))
        }
        ---
        @Model final class Visit { var remark = ""; var ↓closedAt: Date?; init() {} }
        struct VisitRow: View {
          let visit: Visit
          var body: some View { Text(visit.closedAt == nil ? "open" : "closed") }
        }
        ---
        // file: Visit.swift
        import SwiftData
        @Model final class Visit {
          var remark: String
          var ↓isHidden: Bool = false
          init(remark: String) { self.remark = remark }
          var isShown: Bool { !isHidden }
        }
        // file: Visits.swift
        import SwiftData
        import SwiftUI
        struct Visits: View {
          @Query private var visits: [Visit]
          var body: some View { List(visits.filter { !$0.isHidden }) { Text($0.remark) } }
        }
        """,
      clean: """
        @Model final class Visit { var remark = ""; var isUploaded = false; init() {} }
        func waiting(_ context: ModelContext) throws -> [Visit] {
          try context.fetch(FetchDescriptor<Visit>(predicate: #Predicate { !$0.isUploaded }))
        }
        func upload(_ visit: Visit) { visit.isUploaded = true }
        ---
        @Model final class Visit { var remark = ""; var isUploaded = false; init() {} }
        struct VisitForm: View {
          @Bindable var visit: Visit
          var body: some View {
            Toggle("Uploaded", isOn: $visit.isUploaded)
            Text(visit.isUploaded ? "yes" : "no")
          }
        }
        ---
        @Model final class Visit { var remark = ""; var isUploaded = false; init() {} }
        func turn(_ visit: Visit) {
          visit.isUploaded.toggle()
          print(visit.isUploaded)
        }
        ---
        @Model final class Visit {
          var remark = ""
          var closedAt: Date?
          init(closedAt: Date? = nil) { self.closedAt = closedAt }
        }
        func isOpen(_ visit: Visit) -> Bool { visit.closedAt == nil }
        ---
        @Model final class Visit { var remark = ""; var isUploaded = false; init() {} }
        func mark(_ visit: Visit, _ key: ReferenceWritableKeyPath<Visit, Bool>) { visit[keyPath: key] = true }
        func markUploaded(_ visit: Visit) { if !visit.isUploaded { mark(visit, \\.isUploaded) } }
        ---
        @Model final class Visit { var remark = ""; var isUploaded = false; init() {} }
        """))

  private static func app(_ text: String) -> String {
    let start = """
      import SwiftData
      import SwiftUI

      @main struct VisitsApp: App {
        var body: some Scene { WindowGroup { Text("") }.modelContainer(for: Visit.self) }
      }
      """
    return text.hasPrefix("// file:")
      ? "// file: App.swift\n\(start)\n\(text)" : "\(start)\n\(text)"
  }

  func check(_ lint: LintContext, report: RuleReport) {
    guard lint.hasStart() else { return }
    var wanted: [(entity: Entity, attribute: Attribute, begins: String)] = []
    for model in lint.openVersions where model.source == .swift {
      for entity in model.entities {
        for attribute in entity.attributes where !attribute.isTransient && !attribute.isReadOnly {
          guard attribute.certainty == .certain, attribute.location != nil,
            attribute.renamingIdentifier == nil, let begins = attribute.beginsAs
          else { continue }
          wanted.append((entity, attribute, begins))
        }
      }
    }
    let uses = AttributeUses(Set(wanted.map(\.attribute.name)), in: lint.allFiles())
    for (entity, attribute, begins) in wanted where uses.areAsked(attribute.name) {
      report(
        "nothing sets '\(entity.name).\(attribute.name)': it is \(begins) in every object, whatever asks for it",
        at: attribute.location, entity: entity.name, property: attribute.name,
        certainty: .inferred("code outside of the given paths may set it"))
    }
  }
}

extension Attribute {
  /// What a new object has where nothing else is said; nil for what may differ from object to object.
  fileprivate var beginsAs: String? {
    if case .boolean(let value)? = defaultValue { return value ? "true" : "false" }
    return isOptional && defaultValue == nil && swiftType?.last == "?" ? "nil" : nil
  }
}
