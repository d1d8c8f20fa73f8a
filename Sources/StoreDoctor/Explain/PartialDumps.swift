internal import ErrorCatalog
internal import StoreEngine
internal import StoreModel

extension StoreMetadataDump {
  /// What the store is called of which nothing else is known.
  var owner: String { "the store the text tells of (line \(line))" }

  /// How sure it is whose the printed hashes are, by themselves.
  var certainty: Certainty {
    hashes.values.allSatisfy(\.isWhole)
      ? .certain : .inferred("the text prints only the ends of the hashes")
  }
}

/// Texts that print only some of a store's hashes, or only the ends of them.
extension CaseCheck {
  /// The version whose hashes have the digest that the text prints.
  func version(withDigestOf dump: StoreMetadataDump) -> Candidate? {
    versions.first { $0.hashes.digest != nil && $0.hashes.digest == dump.digest }
  }

  /// How sure it is whose the printed hashes are.
  func certainty(of dump: StoreMetadataDump) -> Certainty {
    version(withDigestOf: dump) == nil ? dump.certainty : .certain
  }

  /// Whether the text prints a part of the store's hashes and no version has the digest of all.
  ///
  /// - Parameter schema: what is known of the store, its hashes made whole.
  func isPart(_ dump: StoreMetadataDump, _ schema: StoreSchema) -> Bool {
    guard version(withDigestOf: dump) == nil else { return false }
    guard let digest = dump.digest else { return dump.isCut }
    let isWhole = dump.hashes.allSatisfy { name, printed in
      printed.isWhole || versions.contains { $0.hashes.entities[name].map(printed.fits) ?? false }
    }
    return dump.isCut || isWhole && digest != ModelHashes.digest(of: schema.entityHashes)
  }

  /// Which versions have what is printed.
  func partly(_ dump: StoreMetadataDump) -> [CaseFinding] {
    guard !versions.isEmpty else { return [] }
    func fitting(_ version: Candidate) -> Set<String> {
      Set(
        dump.hashes.filter { name, printed in
          version.hashes.entities[name].map(printed.fits) ?? false
        }.keys)
    }
    let count = dump.hashes.count
    let all = "the printed \(count == 1 ? "hash" : "\(count) hashes")"
    var findings: [CaseFinding] = []
    if count > 0 {
      findings.append(
        CaseFinding(
          "the text prints only a part of the store's hashes (line \(dump.line)): "
            + (dump.isCut ? "its list is cut off" : "their digest is that of others or more")))
      let found = versions.filter { fitting($0).count == count }
      let best = versions.max { fitting($0).count < fitting($1).count }
      if !found.isEmpty {
        findings.append(
          CaseFinding(
            "\(all) \(count == 1 ? "is that" : "are those") of "
              + found.map(\.title).list(atMost: 3), certainty: certainty(of: dump)))
      } else if let best {
        let names = Set(dump.hashes.keys)
        func list(_ missing: Set<String>) -> String {
          missing.sorted { $0.codePointsPrecede($1) }.quotedList(atMost: 5)
        }
        let together = versions.reduce(into: Set<String>()) { $0.formUnion(fitting($1)) }
        var text = "no version of \(sources) has \(all)"
        if together.count > fitting(best).count {
          // An app may merge several models into one.
          var holders: [Candidate] = []
          var open = together
          while let next = versions.max(by: {
            fitting($0).intersection(open).count < fitting($1).intersection(open).count
          }), !fitting(next).isDisjoint(with: open) {
            holders.append(next)
            open.subtract(fitting(next))
          }
          text +=
            " by itself; \(holders.map(\.title).list(atMost: 5)) have \(together.count) of them"
          if together != names {
            let missing = list(names.subtracting(together))
            text += " together; none has \(missing), so a model is missing"
          }
        } else {
          text +=
            "; \(best.title) has most, and \(list(names.subtracting(fitting(best)))) "
            + "otherwise or not at all"
        }
        findings.append(CaseFinding(text, certainty: certainty(of: dump)))
      }
    }
    if dump.digest != nil {
      let open = versions.filter { $0.hashes.digest == nil }.map(\.title)
      findings.append(
        CaseFinding(
          "no version of \(sources) by itself has the digest in the text: either the store has none of "
            + "these versions, or its model was merged from several",
          certainty: open.isEmpty
            ? .certain : .unknown("not computable for \(open.joined(separator: ", "))")))
    }
    return findings + [
      CaseFinding(
        "what to do: give the whole text, from 'NSStoreModelVersionHashes = {' to its '}', or the store "
          + "with --store")
    ]
  }
}
