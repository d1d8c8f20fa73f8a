extension TypeReference: CacheValue {
  func write(to cache: inout CacheWriter) {
    switch self {
    case .named(let path, let arguments):
      cache.write(0)
      cache.write(path)
      cache.write(arguments)
    case .optional(let wrapped):
      cache.write(1)
      cache.write(wrapped)
    case .array(let element):
      cache.write(2)
      cache.write(element)
    case .dictionary(let key, let value):
      cache.write(3)
      cache.write(key)
      cache.write(value)
    case .other(let text):
      cache.write(4)
      cache.write(text)
    }
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self = try cache.nested { (cache) throws(DamagedCache) in
      switch try cache.read() as Int {
      case 0: .named(try cache.read(), arguments: try cache.read())
      case 1: .optional(try cache.read())
      case 2: .array(try cache.read())
      case 3: .dictionary(try cache.read(), try cache.read())
      case 4: .other(try cache.read())
      default: throw DamagedCache()
      }
    }
  }
}

extension Expression: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(kind)
    cache.write(text)
    cache.write(location)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(kind: try cache.read(), text: try cache.read(), location: try cache.read())
  }
}

extension Expression.Argument: CacheValue {
  func write(to cache: inout CacheWriter) {
    cache.write(label)
    cache.write(value)
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self.init(label: try cache.read(), value: try cache.read())
  }
}

extension Expression.Kind: CacheValue {
  func write(to cache: inout CacheWriter) {
    func write(_ tag: Int, _ value: some CacheValue) {
      cache.write(tag)
      cache.write(value)
    }
    switch self {
    case .nothing: cache.write(0)
    case .closure: cache.write(1)
    case .other: cache.write(2)
    case .integer(let text): write(3, text)
    case .float(let text): write(4, text)
    case .boolean(let value): write(5, value)
    case .string(let text): write(6, text)
    case .metatype(let path): write(7, path)
    case .reference(let path): write(8, path)
    case .implicitMember(let name): write(9, name)
    case .keyPath(let text): write(10, text)
    case .list(let items): write(11, items)
    case .sum(let items): write(12, items)
    case .type(let type): write(13, type)
    case .member(let base, let name):
      write(14, base)
      cache.write(name)
    case .call(let callee, let arguments):
      write(15, callee)
      cache.write(arguments)
    case .cast(let value, let type):
      write(16, value)
      cache.write(type)
    case .dictionary(let items):
      write(17, items.map(\.key))
      cache.write(items.map(\.value))
    }
  }

  init(from cache: inout CacheReader) throws(DamagedCache) {
    self = try cache.nested { (cache) throws(DamagedCache) in
      switch try cache.read() as Int {
      case 0: .nothing
      case 1: .closure
      case 2: .other
      case 3: .integer(try cache.read())
      case 4: .float(try cache.read())
      case 5: .boolean(try cache.read())
      case 6: .string(try cache.read())
      case 7: .metatype(try cache.read())
      case 8: .reference(try cache.read())
      case 9: .implicitMember(try cache.read())
      case 10: .keyPath(try cache.read())
      case 11: .list(try cache.read())
      case 12: .sum(try cache.read())
      case 13: .type(try cache.read())
      case 14: .member(try cache.read(), try cache.read())
      case 15: .call(try cache.read(), try cache.read())
      case 16: .cast(try cache.read(), try cache.read())
      case 17:
        .dictionary(
          Array(zip(try cache.read() as [Expression], try cache.read() as [Expression]))
            .map { (key: $0, value: $1) })
      default: throw DamagedCache()
      }
    }
  }
}
