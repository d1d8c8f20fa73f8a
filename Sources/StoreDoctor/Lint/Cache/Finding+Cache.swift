internal import Diagnostics
package import ModelSource
package import StoreModel

extension Finding: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(rule)
    cache.write(severity)
    cache.write(message)
    cache.write(help)
    cache.write(location)
    cache.write(entity)
    cache.write(property)
    cache.write(certainty)
    cache.write(sourceLine)
    cache.write(length)
    cache.write(edits)
    cache.write(related)
  }

  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(
      rule: try cache.read(), severity: try cache.read(), message: try cache.read(),
      help: try cache.read(), location: try cache.read(), entity: try cache.read(),
      property: try cache.read(), certainty: try cache.read(), sourceLine: try cache.read(),
      length: try cache.read(), edits: try cache.read())
    related = try cache.read()
  }
}

extension Severity: CacheValue {}

extension Finding.Related: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(label)
    cache.write(text)
    cache.write(location)
  }

  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(try cache.read(), try cache.read(), at: try cache.read())
  }
}

extension TextEdit: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(path)
    cache.write(range.lowerBound)
    cache.write(range.upperBound)
    cache.write(replacement)
  }

  package init(from cache: inout CacheReader) throws(DamagedCache) {
    let path: String = try cache.read()
    let start: Int = try cache.read()
    let end: Int = try cache.read()
    guard start >= 0, start <= end else { throw DamagedCache() }
    self.init(path: path, range: start..<end, replacement: try cache.read())
  }
}

extension Certainty: CacheValue {
  package func write(to cache: inout CacheWriter) {
    switch self {
    case .certain: cache.write(0)
    case .inferred(let reason):
      cache.write(1)
      cache.write(reason)
    case .unknown(let reason):
      cache.write(2)
      cache.write(reason)
    case .undeclared(let type, let field):
      cache.write(3)
      cache.write(type)
      cache.write(field)
    }
  }

  package init(from cache: inout CacheReader) throws(DamagedCache) {
    switch try cache.read() as Int {
    case 0: self = .certain
    case 1: self = .inferred(try cache.read())
    case 2: self = .unknown(try cache.read())
    case 3: self = .undeclared(type: try cache.read(), field: try cache.read())
    default: throw DamagedCache()
    }
  }
}
