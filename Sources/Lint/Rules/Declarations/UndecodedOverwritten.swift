internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds encoded values that count as empty when they cannot be read, and are then written over.
struct UndecodedOverwritten: ProjectRule {
  static let info = RuleInfo(
    id: "undecoded-overwritten", group: .declarations, severity: .note,
    summary:
      "a value that cannot be decoded counts as empty, and the next change is written over it",
    why:
      "once the encoded type has changed, no old value of it decodes any more: the property reads as "
      + "empty, and adding a single element replaces all that was stored",
    fix:
      "decode what is new in the type with 'decodeIfPresent', and change the value in a method that throws "
      + "where the old one cannot be read",
    limits:
      "only properties of models that code of the app reads, changes and writes back, and types of the app: "
      + "numbers and texts always decode; what is only read, set as a whole, or filled in a new object has "
      + "nothing to lose",
    examples: .texts(
      flagged: """
        struct Tag: Codable { var name = "" }
        @Model class Note {
          var tagData = Data()
          var ↓tags: [Tag] {
            get { (try? JSONDecoder().decode([Tag].self, from: tagData)) ?? [] }
            set { tagData = (try? JSONEncoder().encode(newValue)) ?? Data() }
          }
          init() {}
        }
        func mark(_ note: Note, as tag: Tag) { note.tags.append(tag) }
        ---
        struct Style: Codable { var size = 12 }
        @Model class Note {
          var styleJSON: String?
          var ↓style: Style {
            get {
              guard let data = styleJSON?.data(using: .utf8),
                let style = try? JSONDecoder().decode(Style.self, from: data)
              else { return Style() }
              return style
            }
            set {
              guard let data = try? JSONEncoder().encode(newValue) else { return }
              styleJSON = String(data: data, encoding: .utf8)
            }
          }
          init() {}
        }
        struct StyleEditor: View {
          let note: Note
          @State private var chosen = Style()
          var body: some View {
            Stepper("Size", value: $chosen.size).onAppear { chosen = note.style }
            Button("Keep") { note.style = chosen }
          }
        }
        ---
        import SwiftData

        enum Mood: String, Codable { case good, bad }
        @Model final class Entry {
          private var moodData: Data = Data()
          @Transient private let decoder = JSONDecoder()
          var ↓moods: [String: Mood] {
            get {
              do { return try decoder.decode([String: Mood].self, from: moodData) } catch { return [:] }
            }
            set { self.moodData = (try? JSONEncoder().encode(newValue)) ?? Data() }
          }
          init() {}
          func forget(_ day: String) {
            var left = moods
            left.removeValue(forKey: day)
            moods = left
          }
        }
        """,
      clean: """
        struct Tag: Codable { var name = "" }
        @Model class Note {
          var tagData = Data()
          var tags: [Tag] { (try? JSONDecoder().decode([Tag].self, from: tagData)) ?? [] }
          func setTags(_ tags: [Tag]) throws { tagData = try JSONEncoder().encode(tags) }
          init() {}
        }
        ---
        @Model class Note {
          var wordData = Data()
          var words: [String] {
            get { (try? JSONDecoder().decode([String].self, from: wordData)) ?? [] }
            set { wordData = (try? JSONEncoder().encode(newValue)) ?? Data() }
          }
          init() {}
        }
        ---
        struct Style: Codable { var size = 12 }
        @Model class Note {
          var styleData: Data?
          var style: Style? {
            get { styleData.flatMap { try? JSONDecoder().decode(Style.self, from: $0) } }
            set { styleData = try? JSONEncoder().encode(newValue) }
          }
          init() {}
        }
        ---
        struct Lap: Codable { var seconds = 0.0 }
        @Model class Run {
          var lapData = Data()
          var laps: [Lap] {
            get { (try? JSONDecoder().decode([Lap].self, from: lapData)) ?? [] }
            set { lapData = (try? JSONEncoder().encode(newValue)) ?? Data() }
          }
          var pace: Double { laps.reduce(0) { $0 + $1.seconds } }
          init(laps: [Lap]) { self.laps = laps }
        }
        func begin(_ laps: [Lap]) -> Run {
          let run = Run(laps: [])
          run.laps.append(contentsOf: laps)
          return run
        }
        struct Watch: View {
          let run: Run
          @State private var laps: [Lap] = []
          var body: some View {
            Text("\\(run.laps.count)")
            Button("End") { run.laps = laps }
            Button("Again") { run.laps = [] }
          }
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    for property in lint.flows.undecoded
    where !lint.flows.writtenBack.isDisjoint(with: [
      "\(property.entity).\(property.name)", "?.\(property.name)",
    ]) {
      report(
        "'\(property.entity).\(property.name)' counts as empty where '\(property.stored)' cannot be "
          + "decoded, and the next change is written over it", at: property.location,
        entity: property.entity, property: property.stored)
    }
  }
}

extension VariableDeclSyntax {
  /// The class of a model, its computed property that is empty where its value cannot be decoded and
  /// encodes what it is set to, with its name, and the property that stores that; nil for any other.
  var undecoded: (model: String, binding: PatternBindingSyntax, name: String, stored: String)? {
    guard isInstance, let model, let binding = bindings.onlyElement, let name = binding.name,
      // Whoever sees that there is none sets a whole new value.
      !(binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? true),
      case .accessors(let accessors)? = binding.accessorBlock?.accessors,
      let getter = accessors.first(where: { $0.accessorSpecifier.text == "get" }),
      getter.effectSpecifiers == nil, let reading = getter.body?.statements,
      let writing = accessors.first(where: { $0.accessorSpecifier.text == "set" })?.body?
        .statements,
      writing.mentions(["encode"]), reading.decodesQuietly,
      let stored = writing.assignedNames.first(where: { $0 != name && reading.mentions([$0]) })
    else { return nil }
    return (model.name.text, binding, name, stored)
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a type of the app is decoded, and nobody learns that it failed.
  fileprivate var decodesQuietly: Bool {
    hasDescendant { node in
      guard let call = node.as(FunctionCallExprSyntax.self), call.name == "decode",
        call.argument("from") != nil, let type = call.arguments.first?.expression,
        type.isOfApp
      else { return false }
      return call.enclosing(TryExprSyntax.self)?.questionOrExclamationMark?.text == "?"
        || call.enclosing(DoStmtSyntax.self) != nil
    }
  }

  /// The properties that are set: `tagData` of `tagData = …` and `self.tagData = …`.
  fileprivate var assignedNames: [String] {
    var names: [String] = []
    Syntax(self).forEachDescendant { node in
      if let terms = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }), terms.count > 2,
        terms[1].is(AssignmentExprSyntax.self), let name = terms[0].lastName
      {
        names.append(name)
      }
      return true
    }
    return names
  }
}

extension ExprSyntax {
  private static let plain: Set = [
    "Array", "Bool", "CGFloat", "Data", "Date", "Decimal", "Dictionary", "Double", "Float", "Int",
    "Int16", "Int32", "Int64", "Optional", "Set", "String", "UInt", "URL", "UUID", "self",
  ]

  /// Whether `[Tag].self` names a type that may change.
  fileprivate var isOfApp: Bool {
    trimmedDescription.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      .contains { !Self.plain.contains(String($0)) }
  }
}
