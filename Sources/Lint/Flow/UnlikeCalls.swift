internal import SwiftSyntax

extension CalledCode {
  /// Whether a loop asks each of several unlike objects to do its own work, as commands and observers of
  /// one protocol: no single fetch stands for what they do, and there are as many as somebody has written.
  func isOfUnlike(_ call: ObjectFlows.Call) -> Bool {
    call.isOrder && functions(of: call).isEmpty
  }
}
