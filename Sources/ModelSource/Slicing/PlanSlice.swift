package import StoreModel

/// The part of an app's source that a migration plan needs.
package struct PlanSlice: Sendable {
  /// The plan's type, with the types around it: `Storage.NotesPlan`.
  package var plan: String
  /// The file that declares it.
  package var planPath: String
  /// The files with everything else blanked out, so that lines and columns are the user's own.
  package var files: [SourceFile]
  /// How many `@Model` classes are in them: what compiling takes most of its time for.
  package var models = 0
  /// Declarations that stand in for names of Apple's SDK in this slice alone, beside those that
  /// every plan has; empty when none are needed.
  package var substitutes: String
  /// What was mentioned and not taken, in the order met.
  package var leftOut: [LeftOut]
  /// By path, those that compilers can work on in parts.
  package var divisions: [String: SliceDivision] = [:]
  /// Modules that files import and a plan run by this tool cannot have, by path.
  package var missingModules: [String: [String]]

  /// The files that may have errors which an earlier cut had not: those that had some, those that
  /// changed, and those that mention what is left out since.
  package func concerned(by paths: [String], since earlier: PlanSlice) -> Set<String> {
    let before = Dictionary(earlier.files.map { ($0.path, $0.bytes) }) { first, _ in first }
    let gone = Set(leftOut.map(\.name)).subtracting(earlier.leftOut.map(\.name))
    let words = Set(gone.map { ArraySlice($0.utf8) })
    return Set(
      files.filter { file in
        paths.contains(file.path) || before[file.path] != file.bytes
          || (!words.isEmpty && file.bytes.split { !$0.isNamePart }.contains(where: words.contains))
      }.map(\.path))
  }

  /// Whether a name that no given file declares belongs to a framework of Apple's systems.
  package static func isApples(_ name: String) -> Bool { AppleNames.isUnavailable(name) }

  /// Whether a module that files import is a framework of Apple's systems.
  package static func isApplesModule(_ name: String) -> Bool {
    AppleNames.frameworks.contains(name)
  }

  /// Whether a plain type is given for a name of Apple's SDK.
  package static func standsIn(_ name: String) -> Bool { StandIns.contains(name) }

  package struct LeftOut: Sendable, Hashable {
    package var name: String
    /// The type or extension around it.
    package var owner: String?
    /// The rest of "'name' is left out since …".
    package var why: String
    /// Whether it would be there on Apple's systems.
    package var needsApple: Bool { why.hasSuffix(Self.needing) }
    /// The end of that sentence.
    static let needing = ", which only Apple's systems have"
    package var location: Location
    /// Where the compiler found what is wrong with it.
    package var error: Location?
  }
}
