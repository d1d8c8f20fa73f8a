public import Diagnostics
public import StoreModel

extension ModelDiagram {
  /// What findings are about, and nothing else: their entities, the properties they name, and where
  /// those lead. One diagram per model that has any.
  ///
  /// - Parameter models: one version of each schema; of several that have an entity, the one that is
  ///   declared in the finding's file is meant.
  public static func touched(by findings: [Finding], in models: [DataModel]) -> [ModelDiagram] {
    var found = [[Finding]](repeating: [], count: models.count)
    for finding in findings {
      guard let name = finding.entity else { continue }
      let having = models.indices.filter { models[$0].entity(named: name) != nil }
      let near = having.first { index in
        let path = models[index].entity(named: name)?.location?.path
        return path != nil && path == finding.location?.path
      }
      if let index = near ?? having.first { found[index].append(finding) }
    }
    return zip(models, found).filter { !$0.1.isEmpty }.map { model, findings in
      let whole = ModelDiagram(model, marks: marks(of: findings))
      return ModelDiagram(
        whole.content.touched(by: findings),
        title: "What was found in \(model.inSentence)")
    }
  }
}

extension DiagramContent {
  /// The boxes that findings name, with the rows that they name, and the boxes their lines lead to.
  fileprivate func touched(by findings: [Finding]) -> DiagramContent {
    let entities = Set(findings.compactMap(\.entity))
    var properties: [String: Set<String>] = [:]
    for finding in findings {
      guard let entity = finding.entity, let property = finding.property else { continue }
      properties[entity, default: []].insert(property)
    }
    func isNamed(_ end: End) -> Bool {
      end.property.map { properties[boxes[end.box].name]?.contains($0) == true } ?? false
    }
    let kept = links.filter { link in
      isNamed(link.from) || isNamed(link.to)
        || entities.contains(boxes[link.from.box].name)
          && entities.contains(boxes[link.to.box].name)
    }
    let places = boxes.indices.filter { index in
      entities.contains(boxes[index].name)
        || kept.contains { $0.from.box == index || $0.to.box == index }
    }
    let numbers = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
    var content = self
    content.boxes = places.map { place in
      var box = boxes[place]
      let named = properties[box.name] ?? []
      box.rows.removeAll { !named.contains($0.name) }
      box.keys = []
      return box
    }
    content.links = kept.map { link in
      var link = link
      for end in [\Link.from, \Link.to] {
        link[keyPath: end].box = numbers[link[keyPath: end].box] ?? 0
        let property = link[keyPath: end].property
        link[keyPath: end].row = content.boxes[link[keyPath: end].box].rows.firstIndex {
          $0.isRelationship && $0.name == property
        }
      }
      return link
    }
    return content
  }
}
