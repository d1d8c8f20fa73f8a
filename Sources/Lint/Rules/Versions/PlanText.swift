/// Examples around small versions of one model.
enum PlanText {
  /// Two versions, and a plan over them with the given list of stages.
  static func stages(_ stages: String) -> String {
    plan("  static var stages: [MigrationStage] { \(stages) }")
  }

  /// Versions `V1` and on, and a plan over them with the given members.
  ///
  /// - Parameters:
  ///   - schemas: the versions the plan lists; all of them when left out.
  ///   - identifiers: the versions' identifiers, for others than 1.0.0, 2.0.0 and on.
  ///   - also: further declarations.
  static func plan(
    _ members: String, versions: Int = 2, schemas: String? = nil, identifiers: [String] = [],
    also: String = ""
  ) -> String {
    let numbers = Array(1...versions)
    let enums = numbers.map { number in
      let identifier =
        identifiers.count >= number ? identifiers[number - 1] : "\(number), 0, 0"
      let added = (1..<number).map { "    var extra\($0 + 1): String?\n" }.joined()
      return """
        enum V\(number): VersionedSchema {
          static let versionIdentifier = Schema.Version(\(identifier))
          static var models: [any PersistentModel.Type] { [Note.self] }
          @Model final class Note {
            var title: String = ""
        \(added)    init(title: String) { self.title = title }
          }
        }
        """
    }
    let listed = schemas ?? numbers.map { "V\($0).self" }.joined(separator: ", ")
    return """
      \(enums.joined(separator: "\n"))
      enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [\(listed)] }
      \(members)
      }
      \(also)
      """
  }

  /// A list of versions of which another package has some.
  static func elsewhere(_ schemas: String) -> String {
    "\n    // storedoctor:ignore[unread-plan] another package has it\n    \(schemas)\n  "
  }

  /// A lightweight stage between two versions by number.
  static func step(_ from: Int, _ to: Int) -> String {
    ".lightweight(fromVersion: V\(from).self, toVersion: V\(to).self)"
  }
}

extension String {
  /// An example's text with the mark before the last word of a phrase, such as `enum V2`.
  func marked(_ phrase: String) -> String {
    guard let range = firstRange(of: phrase),
      let word = phrase.split(separator: " ").last
    else { return self }
    var copy = self
    copy.insert("↓", at: copy.index(range.upperBound, offsetBy: -word.count))
    return copy
  }
}
