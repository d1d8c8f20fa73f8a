internal import CSwiftRuntime

/// A reference that does not keep its object, for tables of hundreds of thousands of them: `weak`
/// would give each object a record beside it, and whatever counts references to it would be slower.
///
/// Safe whenever the object goes, and whatever thread lets go of it last: the unowned reference keeps
/// the object's memory, though not the object, so `address` is good for as long as this is, which
/// `current` sees to; and the runtime counts a new reference unless deinitializing has begun, in one
/// atomic step.
struct ObjectReference {
  private unowned let memory: AnyObject
  private let address: UnsafeMutableRawPointer

  init(_ object: any PersistentModel) {
    memory = object
    address = Unmanaged.passUnretained(object as AnyObject).toOpaque()
  }

  /// The object; nil once it is gone or about to go.
  @inline(__always)
  var current: AnyObject? { withExtendedLifetime(self) { Self.retained(address) } }

  /// Another reference to an object that somebody holds; nil while its deinitializer runs, because
  /// none that is made then may be kept.
  static func keepable(_ object: AnyObject) -> AnyObject? {
    withExtendedLifetime(object) { retained(Unmanaged.passUnretained(object).toOpaque()) }
  }

  @inline(__always)
  private static func retained(_ address: UnsafeMutableRawPointer) -> AnyObject? {
    storedoctor_try_retain(address).map { Unmanaged.fromOpaque($0).takeRetainedValue() }
  }
}

extension PersistentModel {
  /// An object as what it is, without the search for the conformance that a cast makes; nil if it is
  /// of another class.
  static func exactly(_ object: AnyObject) -> (any PersistentModel)? {
    // Nothing is left to check where the class is this one.
    ObjectIdentifier(type(of: object)) == ObjectIdentifier(self)
      ? unsafeDowncast(object, to: self) : nil
  }
}

extension _ModelType {
  /// An object as a model; most often it is of this class.
  func object(_ object: AnyObject) -> (any PersistentModel)? {
    model.exactly(object) ?? object as? any PersistentModel
  }
}
