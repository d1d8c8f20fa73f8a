public import Diagnostics
public import StoreEngine
internal import StoreModel

extension SchemaLoss {
  /// The rule that finds it in source as well, so that one suppression serves both.
  package var rule: RuleInfo {
    switch kind {
    case .rows: rename != nil && isSwift ? ClassRename.info : EntityDropped.info
    case .values, .links: rename == nil ? PropertyDropped.info : RenameWithoutOriginalName.info
    case .conversion: NarrowedType.info
    }
  }

  /// `120 values of 'Note.title' are dropped in 'V1 to V2'`.
  public var text: String {
    if kind == .conversion, let type = keptAs {
      let what =
        "\(type.name) in '\(stage)'; SQLite keeps them, and what the app reads is not known"
      return switch count {
      case nil: "values of '\(path)' may not fit \(what)"
      case 1?: "1 value of '\(path)' does not fit \(what)"
      case let count?: "\(count) values of '\(path)' do not fit \(what)"
      }
    }
    if kind == .conversion {
      return switch count {
      case nil: "values of '\(path)' may not fit, and are cut in '\(stage)'"
      case 1?: "1 value of '\(path)' does not fit, and is cut in '\(stage)'"
      case let count?: "\(count) values of '\(path)' do not fit, and are cut in '\(stage)'"
      }
    }
    return switch count {
    case nil: "\(filters == nil ? "all " : "")\(noun)s of '\(path)' are dropped in '\(stage)'"
    case 1?: "1 \(noun) of '\(path)'\(inFiles) is dropped in '\(stage)'"
    case let count?: "\(count) \(noun)s of '\(path)'\(inFiles) are dropped in '\(stage)'"
    }
  }

  /// What the store no longer had when the schema dropped it, because the stage's code had taken it away
  /// before; nil where it had none.
  package var takenBefore: String? {
    guard count == 0, let had, had > 0 else { return nil }
    return "'willMigrate' takes away \(had) \(had == 1 ? noun : noun + "s") of '\(path)' before "
      + "'\(stage)' drops what is left, which is nothing"
  }

  /// The narrower type of whole numbers whose column stays as it is; nil where values are converted.
  private var keptAs: AttributeType? {
    guard let newType, oldType?.isWhole == true, newType.isWhole, newType != .boolean
    else { return nil }
    return newType
  }

  private var noun: String {
    switch kind {
    case .rows: "row"
    case .values, .conversion: "value"
    case .links: "link"
    }
  }

  private var inFiles: String {
    guard let files, files > 0 else { return "" }
    if count == 1 { return ", which lies in a file of its own," }
    return ", \(files) of them in files of their own,"
  }

  private var reason: String {
    if let why { return why }
    let newer = DataModel.inSentence(newer)
    if let rename, rename.name == path {
      return "\(newer) no longer has \(identifierText), by which versions are paired"
        + (isSwift ? " (likely: by Apple's documentation)" : "")
    }
    if let rename {
      let made = made.map { made in
        guard let count else { return ", and the plan's code made fewer rows of it" }
        return ", and the plan's code made \(made) of it for \(count)"
      }
      let basis = kind == .rows ? "the properties" : "names and types"
      return "'\(rename.name)' looks like its new name"
        + (rename.isGuess ? " (likely: a guess from \(basis))" : "") + (made ?? "")
    }
    return "\(newer) has no '\(path)'"
  }

  /// `originalName: "id"`, as whoever wrote it knows it.
  private var identifierText: String {
    let name = identifier ?? ""
    if kind != .rows, isSwift { return "originalName: \"\(name)\"" }
    return "the Renaming ID '\(name)'"
  }

  /// Where a comment says that it is meant: at the newer version; models outside of versions have no such place.
  package var commentPlace: String {
    newer == "live"
      ? places.first?.text ?? DataModel.inSentence(newer) : DataModel.inSentence(newer)
  }

  /// An error: what a store loses, what was probably meant, and how to say that it is meant.
  public var finding: Finding {
    let rule = rule
    if isBackwards {
      return rule.finding(
        "\(text): \(reason)",
        help: "stay with the newer version, or go back without it: --allow-loss \(path)",
        severity: .error
      ).at(places.first, entity: entity, property: property)
    }
    let place = DataModel.inSentence(newer)
    let acknowledge =
      "--allow-loss \(path), 'allow-loss' in \(LintConfiguration.fileName), or "
      + (isSwift
        ? "'// storedoctor:ignore[\(rule.id)] reason' at \(commentPlace)"
        : "the user info of an entity of \(place): '\(Suppression.marker)' with the value "
          + "'[\(rule.id)] reason'")
    return rule.finding(
      "\(text): \(reason)" + (made == nil ? reader.map { carried(by: $0) } ?? "" : ""),
      help: reader != nil
        ? "look at what is left of it in a migrated copy ('storedoctor migrate STORE --model PATH -o NEW'); if nothing is "
          + "missing there, say so with \(acknowledge)"
        : rename.map {
          ($0.isGuess ? "if it was renamed, " : "")
            + "\($0.cure); if the loss is meant, say so with \(acknowledge)"
        }
          ?? "keep it, or say that the loss is meant with \(acknowledge)",
      severity: severity
    ).at(places.first, entity: entity, property: property)
  }

  /// A loss unless code that reads it carries it on, which shows when that code runs.
  package var severity: Severity { isForecast && reader != nil ? .warning : .error }

  /// What begins the words about code that may carry on what goes.
  package static let carriedMark = "; the plan's code "

  private func carried(by place: Location) -> String {
    let name = property?.split(separator: ".").first.map(String.init)
    return Self.carriedMark
      + (name.map { "reads '\($0)' at \(place.text) and may carry it on" }
        ?? "reads these rows at \(place.text) first, and may copy them")
  }

  /// The finding at every place where a suppression of it may stand.
  package var findingsAtPlaces: [Finding] {
    let finding = finding
    return places.map { finding.at($0) }
  }
}

extension SchemaLoss {
  /// Whether `Note`, `Note.title` or, for a field of a composite, its property names the loss.
  package func isNamed(_ name: String) -> Bool {
    if name == path || name == inverse { return true }
    guard let property, let dot = property.firstIndex(of: ".") else { return false }
    return name == "\(entity).\(property[..<dot])"
  }
}

extension LintSettings {
  /// Whether the configuration acknowledges a loss.
  func allows(_ loss: SchemaLoss) -> Bool { allowedLosses.contains(where: loss.isNamed) }
}
