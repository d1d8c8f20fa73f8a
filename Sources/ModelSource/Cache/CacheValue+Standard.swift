package import StoreModel

extension Bool: CacheValue {
  package func write(to cache: inout CacheWriter) { cache.write(number: self ? 1 : 0) }
  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self = try cache.number() == 1
  }
}

extension Int: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(number: UInt64(bitPattern: Int64(self)))
  }
  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self = Int(truncatingIfNeeded: try cache.number())
  }
}

extension String: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(number: UInt64(utf8.count))
    cache.write(raw: utf8)
  }
  package init(from cache: inout CacheReader) throws(DamagedCache) { self = try cache.text() }
}

extension Optional: CacheValue where Wrapped: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(self != nil)
    if let self { cache.write(self) }
  }
  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self = try cache.read() as Bool ? try Wrapped(from: &cache) : nil
  }
}

extension Array: CacheValue where Element: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(number: UInt64(count))
    for element in self { cache.write(element) }
  }
  package init(from cache: inout CacheReader) throws(DamagedCache) {
    let count = try cache.count()
    self = []
    reserveCapacity(Swift.min(count, 256))
    for _ in 0..<count { append(try Element(from: &cache)) }
  }
}

extension CacheValue where Self: RawRepresentable, RawValue: CacheValue {
  package func write(to cache: inout CacheWriter) { cache.write(rawValue) }
  package init(from cache: inout CacheReader) throws(DamagedCache) {
    guard let value = Self(rawValue: try cache.read()) else { throw DamagedCache() }
    self = value
  }
}

extension Location: CacheValue {
  package func write(to cache: inout CacheWriter) {
    // Most places have a line and a column of the file at hand.
    if let line, let column, path == cache.path, line > 0 {
      cache.write(line)
      cache.write(column)
    } else {
      cache.write(0)
      cache.write(path)
      cache.write(line)
      cache.write(column)
    }
  }
  package init(from cache: inout CacheReader) throws(DamagedCache) {
    let line: Int = try cache.read()
    if line > 0 {
      self.init(path: cache.path, line: line, column: try cache.read() as Int)
    } else {
      self.init(path: try cache.read(), line: try cache.read(), column: try cache.read())
    }
  }
}

extension ModelProblem.Topic: CacheValue {}

extension ModelProblem: CacheValue {
  package func write(to cache: inout CacheWriter) {
    cache.write(message)
    cache.write(topic)
    cache.write(entity)
    cache.write(property)
    cache.write(location)
  }
  package init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(
      try cache.read(), topic: try cache.read(), entity: try cache.read(),
      property: try cache.read(), location: try cache.read())
  }
}
