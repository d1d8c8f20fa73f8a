package import ModelSource
internal import StoreModel

/// What the runners of one command have in common: the files, and what came of compiling the plans in
/// them, so that nothing is cut out or compiled twice.
package final class PlanMemory {
  struct Key: Hashable {
    var plan: String
    /// The versions whose models it must have; nil for all.
    var versions: Set<String>?
    /// Those in the program; nil for all of the plan.
    var closures: [Location]?
  }

  private var readFiles: [SourceFile]?
  private var slicers: [String: PlanSlicer] = [:]
  private var programs: [Key: Result<String, PlanFailure>] = [:]

  package init() {}

  /// The files, read once.
  package func files(_ read: () throws -> [SourceFile]) rethrows -> [SourceFile] {
    if let readFiles { return readFiles }
    let files = try read()
    readFiles = files
    return files
  }

  func slicer(of plan: String, in files: [SourceFile]) -> PlanSlicer {
    if let known = slicers[plan] { return known }
    let slicer = PlanSlicer(files, plan: plan)
    slicers[plan] = slicer
    return slicer
  }

  func program(_ key: Key) -> Result<String, PlanFailure>? {
    if let known = programs[key] { return known }
    return programs.first { known, result in
      guard case .success = result, known.plan == key.plan, known.versions == key.versions else {
        return false
      }
      guard let has = known.closures else { return true }
      return key.closures.map { $0.allSatisfy(has.contains) } ?? false
    }?.value
  }

  /// Keeps a program, or why there is none where that stays so.
  func keep(_ result: Result<String, PlanFailure>, _ key: Key) {
    if case .failure(let failure) = result {
      guard case .findings = failure else { return }
    }
    programs[key] = result
  }
}
