internal import SwiftSyntax

extension SyntaxProtocol {
  /// Whether code waits for another machine, by what the names say: beside a round through the net, what a
  /// store is asked is nothing.
  var waitsForNetwork: Bool {
    hasDescendant { node in
      guard let wait = node.as(AwaitExprSyntax.self) else { return false }
      return wait.expression.words.contains { word in
        word.camelWords.contains(where: SyntaxNames.network.contains)
      }
    }
  }
}

private enum SyntaxNames {
  static let network: Set = [
    "api", "client", "cloud", "download", "downloader", "endpoint", "firebase", "firestore", "http",
    "network", "remote", "server", "supabase", "upload", "uploader", "webservice",
  ]
}
