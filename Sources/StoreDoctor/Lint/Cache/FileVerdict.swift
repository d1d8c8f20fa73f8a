internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// What the source rules say of one file, and the answers about models that this rests on.
struct FileVerdict: Sendable {
  var findings: [Finding] = []
  var queries = QueriedNames()
  var answers: [ModelQuestion: [String]] = [:]

  /// Whether the rules would say the same now, of the same file.
  func holds(in lint: LintContext) -> Bool {
    answers.allSatisfy { lint.answer($0.key) == $0.value }
  }
}

extension FileVerdict: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(findings)
    cache.write(queries)
    cache.write(Array(answers.keys))
    cache.write(Array(answers.values))
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    findings = try cache.read()
    queries = try cache.read()
    answers = Dictionary(
      zip(try cache.read() as [ModelQuestion], try cache.read() as [[String]]),
      uniquingKeysWith: { first, _ in first })
  }
}

extension ModelQuestion: CacheValue {
  func write(to cache: inout CacheWriter) {
    func write(_ tag: Int, _ words: String...) {
      cache.write(tag)
      for word in words { cache.write(word) }
    }
    switch self {
    case .isModel(let name): write(0, name)
    case .attribute(let property, let name): write(1, property, name)
    case .relationship(let property, let name): write(2, property, name)
    case .isUnstored(let property, let name): write(3, property, name)
    case .isUnindexed(let property, let name): write(4, property, name)
    case .isStray(let type, let version, let other): write(5, type, version, other)
    case .versions(let plan): write(6, plan)
    case .toOne(let place):
      write(7)
      cache.write(place)
    case .mutualInverses(let place):
      write(8)
      cache.write(place)
    }
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    switch try cache.read() as Int {
    case 0: self = .isModel(try cache.read())
    case 1: self = .attribute(try cache.read(), of: try cache.read())
    case 2: self = .relationship(try cache.read(), of: try cache.read())
    case 3: self = .isUnstored(try cache.read(), of: try cache.read())
    case 4: self = .isUnindexed(try cache.read(), of: try cache.read())
    case 5:
      self = .isStray(try cache.read(), version: try cache.read(), other: try cache.read())
    case 6: self = .versions(plan: try cache.read())
    case 7: self = .toOne(at: try cache.read())
    case 8: self = .mutualInverses(at: try cache.read())
    default: throw DamagedCache()
    }
  }
}

extension QueriedNames: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(properties.sorted())
    cache.write(entities.sorted())
    cache.write(hasTexts)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    properties = Set(try cache.read() as [String])
    entities = Set(try cache.read() as [String])
    hasTexts = try cache.read()
  }
}
