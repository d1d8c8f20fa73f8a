package import Diagnostics
internal import ModelSource
internal import StoreModel

/// What is said of one file that has changed since the last run.
package struct Recheck: Sendable {
  /// Sorted by place. What rests on other files' code is that of the last run, moved along with the text.
  package var findings: [Finding]
  /// What the models are now.
  package var context: LintContext
}

/// What is looked at again, side by side.
private enum RecheckPart {
  case models, file

  enum Result {
    case models((said: [Finding], unsaid: [Finding]))
    case file(FileVerdict?)
  }
}

extension Linter {
  /// Looks again at one Swift file, while somebody types in it. Other files are not looked at.
  ///
  /// - Parameter input: that of the last run, with the texts that its files have now.
  package func recheck(_ path: String, in input: LintInput, since last: Examination) -> Recheck? {
    guard let position = input.files.firstIndex(where: { $0.path == path }) else { return nil }
    let file = input.files[position]
    let reading = FileReading(bytes: file.bytes)
    guard !reading.isTooDeep, file.bytes.count <= SourceFile.largestBytes else {
      return Recheck(findings: [], context: last.context)
    }
    let old = last.input.files.firstIndex { $0.path == path }
    let moved = MovedFindings(
      from: old.map { last.input.files[$0].bytes } ?? [], to: file.bytes, path: path)
    var context = last.context
    let isSchema =
      reading.isSchemaSource || old.flatMap({ last.source.readings[$0] })?.isParsed ?? true
    if isSchema {
      let known = last.known(of: input).map(\.reading)
      let source = SwiftModelReader.readAll(input.files, known: known)
      context = self.context(of: input, source)
      context.adopt(codeOf: last.context)
    } else {
      let source = context.source
      context.source = { $0 == path ? file : source($0) }
    }
    // Neither needs the other, and somebody waits.
    let seen = context
    let parts = (isSchema ? [RecheckPart.models] : []) + (reading.usesStores ? [.file] : [])
    let results = Workers.map(parts.count) { number -> RecheckPart.Result in
      switch parts[number] {
      case .models:
        .models(modelFindings(seen, StageCode.read(seen.histories, files: input.files)))
      case .file: .file(verdict(on: file, seen))
      }
    }
    var (said, unsaid) = (moved.findings(last.said), moved.findings(last.unsaid))
    var own: FileVerdict?
    for result in results {
      switch result {
      case .models(let found):
        (said, unsaid) = (found.said.filter { $0.location?.path == path }, found.unsaid)
      case .file(let verdict): own = verdict
      }
    }
    said += moved.findings(last.saidElsewhere)
    let filter = SuppressionFilter(
      found: SuppressionReader.read([file], models: []), rules: rules, unsaid: unsaid)
    let all = said + (own?.findings ?? [])
    let found = filter.apply(to: all.unique(), settings: settings).compactMap(chosen)
    let calls = UncalledCode(own?.declared ?? [], [])
    // A name that comes up again may be a call; the next run over everything tells.
    let counts = WordsOfFiles.counts(of: last.uncalled, in: [file])
    let uncalled = last.uncalled.filter { counts[$0] == 1 || $0.first?.isUppercase ?? false }
    let kept = worthSaying(
      calls.filter(calls.filter(found, uncalled: uncalled), ending: last.ending), context,
      input.files,
      last.source.safeFiles.map { last.input.files[$0] })
    var texts = SourceLines(input: LintInput(files: [file]))
    return Recheck(
      findings: kept.map { texts.located($0) }.sorted(by: Finding.precedes), context: context)
  }

  /// Looks again at a model file that has changed. The code is not looked at.
  ///
  /// - Parameter input: that of the last run with the version that the file holds now.
  package func recheck(model path: String, of input: LintInput, since last: Examination) -> Recheck
  {
    var context = self.context(of: input, last.source)
    context.adopt(codeOf: last.context)
    let code = StageCode.read(context.histories, files: input.files)
    let (said, unsaid) = modelFindings(context, code)
    let isHere = { (finding: Finding) in finding.location?.path == path }
    var suppressions = SuppressionReader.read([], models: input.models)
    suppressions.suppressions.removeAll { $0.location.path != path }
    suppressions.malformed.removeAll { $0.location.path != path }
    let filter = SuppressionFilter(
      found: suppressions, rules: rules, unsaid: unsaid.filter(isHere))
    let all = (said + last.saidElsewhere).filter(isHere)
    let found = filter.apply(to: all.unique(), settings: settings).compactMap(chosen)
    var texts = SourceLines(input: input)
    return Recheck(
      findings: found.map { texts.located($0) }.sorted(by: Finding.precedes), context: context)
  }

  private func verdict(on file: SourceFile, _ context: LintContext) -> FileVerdict? {
    ParsePool.map([file]) { source, tree in
      let file = LintFile(source: source, tree: tree, lint: context)
      return FileMemo.reading(file) { verdict(on: tree, in: file) }
    }.first
  }
}
