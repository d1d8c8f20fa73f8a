public import ModelInputs
internal import ModelSource
internal import PlatformFoundation
internal import StoreEngine
internal import StoreModel

/// Collects what `lint PATH…` is given: Swift files, model files and stores, in folders or alone.
public enum LintReader {
  /// - Parameters:
  ///   - allFiles: whether code of others, generated files, what git ignores and material of tests is
  ///     read, too.
  ///   - isExcluded: whether a path below a given folder is left out.
  /// - Throws: `ModelInputError` for a path that does not exist, cannot be read, or holds neither
  ///   Swift nor a model.
  public static func read(
    _ paths: [String], allFiles: Bool = false, isExcluded: (String) -> Bool = { _ in false }
  ) throws(ModelInputError) -> LintInput {
    try read(paths, SourceReader(), allFiles: allFiles, isExcluded: isExcluded)
  }

  static func read(
    _ paths: [String], _ reader: SourceReader, allFiles: Bool = false,
    isExcluded: (String) -> Bool = { _ in false }
  ) throws(ModelInputError) -> LintInput {
    var reader = reader
    var input = LintInput { try? InputFile.bytes(of: $0, limit: SourceFile.largestBytes) }
    var seen: Set<String> = []
    var counts: [String: Int] = [:]
    // Files in Objective-C without a word of Core Data's.
    var others: [SourceFile] = []
    for path in paths {
      let place = LintProject.relativeToWork(path)
      var files = try files(at: place)
      // Who names a file or a model means it.
      if !allFiles, FilePath.isFolder(path), !files.xcodeModels.contains(place) {
        var left = LeftOutFiles(in: place, projects: files.projects)
        files.swiftFiles.removeAll { left.leavesOut($0) || left.isUnbuilt($0) }
        files.xcodeModels.removeAll { left.leavesOut($0) }
        left.leaveOutUnbuilt(&files.xcodeModels)
        files.compiledModels.removeAll { $0 != place && left.leavesOut($0) }
        // No target lists its headers.
        files.objectiveC.removeAll {
          left.isLeftOut($0) || !$0.hasSuffix(".h") && left.isUnbuilt($0)
        }
        counts.merge(left.counts, uniquingKeysWith: +)
      }
      for file in files.swiftFiles where !isExcluded(file) && seen.insert(file).inserted {
        do {
          let source = try reader.read(file)
          if source.bytes.contains(0) {
            input.problems.append(
              ModelProblem(
                "the file was not read: it is no text in UTF-8", topic: .unreadFile,
                location: Location(path: file)))
          } else if source.isScript, !allFiles, file != place {
            counts["that run as scripts", default: 0] += 1
          } else {
            input.files.append(source)
          }
        } catch .other(let reason) {
          throw .unreadable(path: file, message: reason)
        } catch {
          input.problems.append(unread(file, error))
        }
      }
      input.targets.read(projects: files.projects, besides: files.swiftFiles, below: place)
      for file in files.entitlements where !isExcluded(file) && seen.insert(file).inserted {
        do {
          let bytes = try InputFile.bytes(of: file, limit: mostEntitlementBytes)
          input.entitlements.append(
            Entitlements(path: file, bytes: bytes))
        } catch {
          input.problems.append(unread(file, error))
        }
      }
      for file in files.objectiveC where !isExcluded(file) && seen.insert(file).inserted {
        guard let source = try? reader.read(file) else {
          input.unreadObjectiveC.append(file)
          continue
        }
        if ObjectiveCFile.usesCoreData(source) {
          input.objectiveC.append(source)
        } else {
          others.append(source)
        }
        input.transformers.formUnion(ObjectiveCFile.transformers(source))
      }
      if let links = files.unfollowed { input.notes.append(links) }
      input.problems += files.closedProblems.filter { !isExcluded($0.location?.path ?? "") }
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
      for mapping in files.mappings + input.models.flatMap(\.mappings)
      where !isExcluded(mapping) && seen.insert(mapping).inserted {
        do {
          input.mappings.append(try MappingModelReader.read(path: mapping))
          if !files.mappings.contains(mapping), ModelFiles.models(beside: mapping).count > 1 {
            input.sharedMappings.insert(mapping)
          }
        } catch {
          input.problems.append(
            ModelProblem("\(error)", topic: .unreadFile, location: Location(path: mapping)))
        }
      }
    }
    // What categories add to the classes of objects, what shows them, and what asks the classes that work
    // with Core Data need not name it.
    // Nor need the code of a class whose header names it.
    let headers = Set(
      input.objectiveC.map(\.path).filter { $0.hasSuffix(".h") }.map(\.withoutSuffix))
    let isOfHeader = { (file: SourceFile) in
      ObjectiveCFile.isOfCode(file) && headers.contains(file.path.withoutSuffix)
    }
    input.objectiveC += others.filter(isOfHeader)
    others.removeAll(where: isOfHeader)
    let own = Set(input.objectiveC.flatMap(ObjectiveCFile.classes))
    let classes = own.union(
      input.models.flatMap(\.versions).flatMap(\.entities).compactMap { $0.className?.lastPart })
    var asked = classes
    input.objectiveC += others.filter { file in
      let heirs = ObjectiveCFile.heirs(of: own, file)
      asked.formUnion(heirs)
      return !heirs.isEmpty
    }
    input.objectiveC += others.filter { ObjectiveCFile.works(with: asked, $0) }
    // Who has one of all these work on another thread, may know it from its own header alone.
    let known = Set(input.objectiveC.map(\.path))
    let all = asked.union(input.objectiveC.flatMap(ObjectiveCFile.classes))
    let headersOfOthers = Dictionary(
      others.filter { $0.path.hasSuffix(".h") }.map { ($0.path.withoutSuffix, $0) },
      uniquingKeysWith: { first, _ in first })
    input.objectiveC += others.filter {
      !known.contains($0.path) && ObjectiveCFile.sends(toThreadsOf: all, $0, headersOfOthers)
    }
    // A class's own header says what it inherits and keeps.
    let bodies = Set(
      input.objectiveC.map(\.path).filter { !$0.hasSuffix(".h") }.map(\.withoutSuffix))
    input.objectiveC += others.filter {
      $0.path.hasSuffix(".h") && bodies.contains($0.path.withoutSuffix)
        && ObjectiveCFile.heirs(of: own, $0).isEmpty
    }
    if !input.objectiveC.isEmpty {
      let known = Set(input.objectiveC.map(\.path))
      input.objectiveCElsewhere = others.filter { !known.contains($0.path) }
      input.objectiveCTexts = input.objectiveCElsewhere.filter(ObjectiveCFile.namesTexts)
    }
    if let text = LeftOutFiles.text(counts) { input.notes.append(text) }
    return input
  }

  private static let mostEntitlementBytes = 1 << 20

  private static func unread(_ path: String, _ refusal: InputFile.Refusal) -> ModelProblem {
    ModelProblem(
      "the file was not read: \(refusal)", topic: .unreadFile, location: Location(path: path))
  }

  private static func files(at path: String) throws(ModelInputError) -> ModelFiles {
    _ = try ModelPath(path)
    var files = ModelFiles()
    if FilePath.isFolder(path) {
      let suffix = path.suffixName
      if ["xcdatamodeld", "xcdatamodel"].contains(suffix) || ModelFiles.isCompiledBundle(path) {
        files.xcodeModels = [path]
        return files
      }
      files = ModelFiles(in: path)
      guard !files.isEmpty || files.objectiveC.contains(where: { $0.hasSuffix(".m") }) else {
        throw files.refusal(of: path)
      }
    } else if path.suffixName == "swift" {
      files.swiftFiles = [path]
    } else {
      files.compiledModels = [path]
    }
    return files
  }
}

extension String {
  /// `Sources/Note` of `Sources/Note.m`.
  var withoutSuffix: Substring { self[..<(lastIndex(of: ".") ?? endIndex)] }
}
