public import Foundation

// What helper types of apps take of Apple's module `Combine`, and `AppStorage`: properties keep their
// values, and whoever listens is told. There are no operators.

/// Told of nothing but that something changes.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
  public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// Nobody looks at objects while a plan runs, so nobody is told.
public final class ObservableObjectPublisher: Sendable {
  public init() {}
  public func send() {}
}

/// Ends what it stands for, at the latest when it goes.
public final class AnyCancellable: Hashable {
  private var end: (() -> Void)?

  public init(_ cancel: @escaping () -> Void) { end = cancel }

  deinit { cancel() }

  public func cancel() {
    let end = end
    self.end = nil
    end?()
  }

  public func store(in all: inout Set<AnyCancellable>) { all.insert(self) }

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

public class PassthroughSubject<Output, Failure: Error> {
  private var listeners: [Int: (Output) -> Void] = [:]
  private var next = 0

  public init() {}

  public func send(_ value: Output) {
    for number in listeners.keys.sorted() { listeners[number]?(value) }
  }

  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    let number = next
    next += 1
    listeners[number] = receiveValue
    return AnyCancellable { [weak self] in self?.listeners[number] = nil }
  }
}

extension PassthroughSubject where Output == Void {
  public func send() { send(()) }
}

public final class CurrentValueSubject<Output, Failure: Error>:
  PassthroughSubject<Output, Failure>
{
  private var current: Output

  public init(_ value: Output) { current = value }

  public var value: Output {
    get { current }
    set { send(newValue) }
  }

  override public func send(_ value: Output) {
    current = value
    super.send(value)
  }

  override public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    receiveValue(current)
    return super.sink(receiveValue: receiveValue)
  }
}

@propertyWrapper
public struct Published<Value> {
  public typealias Publisher = CurrentValueSubject<Value, Never>

  public let projectedValue: Publisher

  public init(wrappedValue: Value) { projectedValue = Publisher(wrappedValue) }
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  public var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
  }
}

/// A preference, as of `UserDefaults`; of values that those keep.
@propertyWrapper
public struct AppStorage<Value> {
  private let key: String
  private let preset: Value
  private let store: UserDefaults
  private let read: (Any) -> Value?
  private let written: (Value) -> Any?

  private init(
    _ key: String, _ preset: Value, _ store: UserDefaults?, read: @escaping (Any) -> Value?,
    written: @escaping (Value) -> Any?
  ) {
    (self.key, self.preset, self.store) = (key, preset, store ?? .standard)
    (self.read, self.written) = (read, written)
  }

  public var wrappedValue: Value {
    get { store.object(forKey: key).flatMap(read) ?? preset }
    nonmutating set { store.set(written(newValue), forKey: key) }
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
    self.init(key, wrappedValue, store, read: { $0 as? Value }, written: { $0 })
  }

  public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
  where Value: RawRepresentable {
    self.init(
      key, wrappedValue, store,
      read: { ($0 as? Value.RawValue).flatMap { Value(rawValue: $0) } }, written: { $0.rawValue })
  }

  public init<Wrapped>(_ key: String, store: UserDefaults? = nil) where Value == Wrapped? {
    self.init(key, nil, store, read: { $0 as? Wrapped }, written: { $0 })
  }
}
