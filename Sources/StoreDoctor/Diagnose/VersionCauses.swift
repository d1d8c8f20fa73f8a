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

  /// Where the version that was edited differs.
  private func location(_ mismatch: Mismatch, _ near: NearVersion?) -> Location? {
    switch mismatch {
    case .edited: near?.decisive.lazy.compactMap(\.location).first
    default: nil
    }
  }

  func mismatch(_ identification: Identification) -> Diagnosis.Cause {
    let mismatch = identification.mismatch ?? .unknown
    let near = identification.nearest.first
    var because: [String] = []
    let verdict: Verdict
    switch mismatch {
    case .edited: verdict = .editedAfterShipping
    case .newer: verdict = .newerThanApp
    case .anotherApp: verdict = .anotherApp
    case .unread, .unknown: verdict = .unknownVersion
    }
    let fact = "no given version has the store's hashes"
    if verdict != .anotherApp, let near {
      because = [
        "\(fact); nearest is \(near.version.title) with \(near.equalEntities) of "
          + "\(near.entityCount) entities equal"
      ]
      because += near.decisive.prefix(3).map {
        "'\($0.path)': \($0.change.rawValue.inWords)"
          + ($0.location.map { " (\($0.text))" } ?? "")
      }
    } else if mismatch.text != nil {
      because = [fact]
    }
    let what = mismatch.text ?? (because.isEmpty ? fact : because.removeFirst())
    var treatment = [Diagnosis.Treatment(identification.help ?? mismatch.help)]
    if verdict != .anotherApp, let near, let path = diagnoser.models.first {
      treatment.append(
        Diagnosis.Treatment(
          "see each difference",
          "storedoctor diff \(diagnoser.storeWord) "
            + (near.version.name == "live" ? path : "\(path)@\(near.version.name)").shellWord))
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
