internal import Lint
internal import StoreEngine
internal import StoreModel

/// What it means for an app that a store has none of its versions.
struct VersionCauses {
  let diagnoser: Diagnoser

  init(_ diagnoser: Diagnoser) { self.diagnoser = diagnoser }

  /// Whether an app opens it cannot be told.
  var notCompared: Diagnosis.Cause {
    Diagnosis.Cause(
      verdict: .notCompared,
      what: "whether an app opens it is not known, because no models were given",
      treatment: [
        Diagnosis.Treatment(
          "give the app's models: Swift source, .xcdatamodeld, .momd or .mom",
          diagnoser.command("diagnose", "--model", "PATH", models: false))
      ])
  }

  /// Nothing at all is known of it but what it is.
  var unasked: Diagnosis.Cause {
    Diagnosis.Cause(
      verdict: .notExamined, what: "its rows were not examined, and no models were given",
      certainty: .unknown("it was not asked"),
      treatment: [
        Diagnosis.Treatment("examine its rows", diagnoser.command("check", models: false))
      ])
  }

  /// Where the version that was edited differs.
  private func location(_ mismatch: Mismatch, _ near: NearVersion?) -> Location? {
    switch mismatch {
    case .edited, .unsettled: near?.decisive.lazy.compactMap(\.location).first
    default: nil
    }
  }

  /// What a version has otherwise than the store, as far as that can be told: its model says it, and
  /// where it carries none its tables and hashes.
  private func differences(_ near: NearVersion, _ identification: Identification) -> [String] {
    let named = near.decisive.prefix(3).map {
      $0.besideStore + ($0.location.map { " (\($0.text))" } ?? "")
    }
    return named + identification.details(of: near)
  }

  func mismatch(_ identification: Identification, of store: StoreSchema) -> Diagnosis.Cause {
    let mismatch = identification.mismatch ?? .unknown
    let near = identification.nearest.first
    var because: [String] = []
    let verdict: Verdict
    switch mismatch {
    case .edited(let edited):
      verdict = edited.releases == nil ? .editedAfterShipping : .unknownVersion
    case .newer: verdict = .newerThanApp
    case .anotherApp: verdict = .anotherApp
    case .unread, .unsettled, .unknown: verdict = .unknownVersion
    }
    let fact = "no given version has the store's hashes"
    let suspects = verdict == .anotherApp ? [] : identification.suspects
    if !suspects.isEmpty {
      // A newer store is near to none of the versions in particular.
      let isNearest =
        mismatch.isOpen || identification.newer.map { $0.than == near?.version } ?? true
      let nearness = suspects.map {
        "\($0.version.title): \($0.equalEntities) of \($0.entityCount) entities equal"
      }
      because = [isNearest ? ([fact] + nearness).joined(separator: "; ") : fact]
      if isNearest { because += suspects.flatMap { differences($0, identification) } }
    } else if mismatch.text != nil {
      because = [fact]
    }
    let what = mismatch.text ?? (because.isEmpty ? fact : because.removeFirst())
    var treatment = [Diagnosis.Treatment(identification.help ?? mismatch.help)]
    // Without a model of its own there is nothing to compare.
    let hasModel = store.model.map { $0.source != .store } ?? false
    if hasModel, !suspects.isEmpty, let path = diagnoser.models.first {
      treatment += suspects.map { near in
        Diagnosis.Treatment(
          suspects.count == 1
            ? "see each difference"
            : "see each difference to \(DataModel.inSentence(near.version.name))",
          "storedoctor diff \(diagnoser.storeWord) "
            + (near.version.name == "live" ? path : "\(path)@\(near.version.name)").shellWord)
      }
    } else {
      treatment.append(
        Diagnosis.Treatment("see what the store has", diagnoser.command("info", models: false)))
    }
    return Diagnosis.Cause(
      verdict: verdict,
      what: what,
      because: because, certainty: mismatch.certainty, location: location(mismatch, near),
      treatment: treatment)
  }
}
