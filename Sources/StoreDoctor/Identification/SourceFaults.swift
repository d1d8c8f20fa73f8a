package import Diagnostics
internal import StoreEngine
package import StoreModel

/// What no compiler would take in Swift source: it may make models out of it that nobody wrote, so
/// every command that reads source says it, at its place.
package enum SourceFaults {
  static let syntaxError = RuleInfo(
    id: "syntax-error", group: .declarations, severity: .error,
    summary: "Swift source does not parse",
    why: "what follows the mistake may be misread or not read at all, and Xcode does not compile it"
      + " either",
    fix: "correct the file; leftover merge conflict markers are a usual cause",
    limits: "the first mistake of each file is named; 'lint' parses only files that have to do "
      + "with models or stores")

  static let undeclaredType = RuleInfo(
    id: "undeclared-type", group: .declarations, severity: .error,
    summary: "a stored property has a misspelt type",
    why: "how it is stored, and with it the version's hash, is unknown, and Xcode does not compile"
      + " it either",
    fix: "correct the type's name",
    limits: "other types that the given paths do not declare are taken to be declared elsewhere")

  package static let unreadFile = RuleInfo(
    id: "unread-file", group: .declarations, severity: .error,
    summary: "a file or folder of the given paths cannot be read",
    why: "models in it are missing from the answer, so versions may look different or absent",
    fix: "make it readable, or give only the paths that hold the models",
    limits: "only Swift source and model files are looked at")

  /// One for each file or folder that cannot be read, one for each file that does not parse, and one
  /// for each misspelt type, sorted by place.
  ///
  /// - Parameter problems: those that belong to no version.
  package static func findings(
    in histories: [SchemaHistory], problems: [ModelProblem] = []
  ) -> [Finding] {
    let versions = histories.flatMap(\.versions).filter { $0.source == .swift }
    var places: Set<Location?> = []
    let unread = problems.filter { $0.topic == .unreadFile }.map {
      unreadFile.finding($0.message).at($0.location)
    }
    let found =
      unread + syntaxErrors(versions.flatMap(\.problems) + problems)
      + versions.flatMap(undeclaredTypes).filter { places.insert($0.location).inserted }
    return found.sorted(by: Finding.precedes)
  }

  /// The first of each file: one missing brace makes many.
  private static func syntaxErrors(_ problems: [ModelProblem]) -> [Finding] {
    var paths: Set<String> = []
    return problems.filter { problem in
      problem.topic == .syntax && paths.insert(problem.location?.path ?? "").inserted
    }.map { syntaxError.finding($0.message).at($0.location) }
  }

  static func undeclaredTypes(in model: DataModel) -> [Finding] {
    model.entities.flatMap { entity in
      entity.attributes.filter { !$0.isTransient }.compactMap { attribute -> Finding? in
        guard let (type, meant) = misspelt(attribute) else { return nil }
        var finding = undeclaredType.finding(
          "no given file declares '\(type)', the type of '\(entity.name).\(attribute.name)'",
          help: "did you mean '\(meant)'?"
        ).at(attribute.location, entity: entity.name, property: attribute.name)
        finding.certainty = .inferred("the name is like '\(meant)'")
        return finding
      }
    }
  }

  /// The standard type that was probably meant by a name nobody declares.
  private static func misspelt(_ attribute: Attribute) -> (type: String, meant: String)? {
    guard case .undeclared = attribute.certainty,
      let name = attribute.swiftType?.prefix(while: { $0 != "?" && $0 != "!" }).description
    else { return nil }
    let meant = ["Bool", "Data", "Date", "Decimal", "Double", "Float", "String", "UUID"].first {
      // 'Book' and 'Rate' are words of their own; one letter of four is too little to tell.
      let isShort = $0.count == name.count && $0.count < 5
      let distance = NameDistance.between($0.lowercased(), name.lowercased())
      return $0 != name && distance <= (isShort ? 0 : 1)
    }
    return meant.map { (name, $0) }
  }
}
