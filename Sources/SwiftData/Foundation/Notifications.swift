public import Foundation

extension NotificationCenter {
  /// Notifications as they come in; Foundation on Linux lacks it. Each walk over them has those that are
  /// posted after it began. Unchecked because of the object, which is only compared.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    /// What is posted.
    public typealias Element = Notification

    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    fileprivate init(_ center: NotificationCenter, _ name: Notification.Name, _ object: AnyObject?)
    {
      self.center = center
      self.name = name
      self.object = object
    }

    /// A notification on its way. Unchecked because whoever posts it hands over what it says.
    fileprivate struct Posted: @unchecked Sendable {
      let notification: Notification
    }

    /// A walk over notifications, which waits for the next.
    public struct AsyncIterator: AsyncIteratorProtocol {
      fileprivate var posted: AsyncStream<Posted>.Iterator

      /// The next notification; nil when the task is cancelled.
      public mutating func next() async -> Notification? { await posted.next()?.notification }

      /// The next notification; nil when the task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Notification? { await posted.next(isolation: actor)?.notification }
    }

    /// Ends the subscription. Unchecked because the center may be used anywhere.
    private struct Subscription: @unchecked Sendable {
      let center: NotificationCenter
      let observer: any NSObjectProtocol
      func end() { center.removeObserver(observer) }
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncIterator {
      let (stream, continuation) = AsyncStream.makeStream(of: Posted.self)
      let observer = center.addObserver(forName: name, object: object, queue: nil) {
        continuation.yield(Posted(notification: $0))
      }
      let subscription = Subscription(center: center, observer: observer)
      continuation.onTermination = { _ in subscription.end() }
      return AsyncIterator(posted: stream.makeAsyncIterator())
    }
  }

  /// The notifications with a name, of one object or of all.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> Notifications { Notifications(self, name, object) }
}
