internal import ModelSource
internal import StoreModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Collects what `lint PATH…` is given: Swift files, model files and stores, in folders or alone.
public enum LintReader {
  /// - Parameter isExcluded: whether a path below a given folder is left out.
  /// - Throws: `ModelInputError` for a path that does not exist, cannot be read, or holds neither
  ///   Swift nor a model.
  public static func read(
    _ paths: [String], isExcluded: (String) -> Bool = { _ in false }
  ) throws(ModelInputError) -> LintInput {
    var input = LintInput { FileManager.default.contents(atPath: $0).map { [UInt8]($0) } }
    var seen: Set<String> = []
    for path in paths {
      let files = try files(at: LintProject.relativeToWork(path))
      for file in files.swiftFiles where !isExcluded(file) && seen.insert(file).inserted {
        guard let data = FileManager.default.contents(atPath: file) else {
          throw .unreadable(path: file, message: "the system refuses it")
        }
        input.files.append(SourceFile(path: file, bytes: [UInt8](data)))
      }
      for file in files.entitlements where !isExcluded(file) && seen.insert(file).inserted {
        guard let data = FileManager.default.contents(atPath: file) else { continue }
        input.entitlements.append(
          Entitlements(path: file, text: String(decoding: data, as: UTF8.self)))
      }
      for model in files.xcodeModels + files.compiledModels
      where !isExcluded(model) && seen.insert(model).inserted {
        do {
          let loaded = try ModelLoader.read(model)
          input.models += loaded.histories
          input.problems += loaded.problems
        } catch {
          // One damaged model in a folder does not keep the rest from being looked at.
          guard model != LintProject.relativeToWork(path) else { throw error }
          input.problems.append(
            ModelProblem("\(error)", topic: .unreadFile, location: Location(path: model)))
        }
      }
    }
    return input
  }

  private static func files(at path: String) throws(ModelInputError) -> ModelFiles {
    _ = try ModelPath(path)
    var files = ModelFiles()
    if ModelFiles.isFolder(path) {
      let suffix = path.suffixName
      if ["xcdatamodeld", "xcdatamodel"].contains(suffix) || ModelFiles.isCompiledBundle(path) {
        files.xcodeModels = [path]
        return files
      }
      files = ModelFiles(in: path)
      guard !files.isEmpty else {
        throw .noModel(path: path, kind: "a folder without Swift files or model files")
      }
    } else if path.suffixName == "swift" {
      files.swiftFiles = [path]
    } else {
      files.compiledModels = [path]
    }
    return files
  }
}
