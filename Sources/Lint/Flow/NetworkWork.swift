internal import SwiftSyntax

extension SyntaxProtocol {
  /// Whether code waits for another machine, by what the names say: beside a round through the net, what a
  /// store is asked is nothing.
  var waitsForNetwork: Bool {
    hasDescendant { node in
      if node.as(FunctionCallExprSyntax.self)?.beginsRequest ?? false { return true }
      guard let wait = node.as(AwaitExprSyntax.self) else { return false }
      return wait.expression.words.contains { word in
        word.camelWords.contains(where: SyntaxNames.network.contains)
      }
    }
  }
}

extension SyntaxProtocol {
  /// Whether code copies, reads, writes or removes a whole file, beside which a query is little.
  var worksOnFiles: Bool {
    hasDescendant { $0.as(FunctionCallExprSyntax.self)?.worksOnFile ?? false }
  }
}

extension FunctionCallExprSyntax {
  private static let fileWork: Set = [
    "copyItem", "moveItem", "removeItem", "replaceItem", "replaceItemAt",
  ]

  var worksOnFile: Bool {
    Self.fileWork.contains(name) || arguments.first?.label?.text == "contentsOf"
      || name == "write" && argument("to") != nil
  }
}

extension FunctionCallExprSyntax {
  private static let tasks: Set = ["dataTask", "downloadTask", "uploadTask"]

  /// Whether a request is sent whose answer comes later: `session.dataTask(with: url) { … }`,
  /// `client.load(note) { … }`.
  var beginsRequest: Bool {
    if Self.tasks.contains(name) { return true }
    guard lastClosure != nil, !isPerform, !ClosureExprSyntax.listMethods.contains(name) else {
      return false
    }
    return [name, receiver?.lastName ?? receiver?.call?.name ?? ""].contains { word in
      word.camelWords.contains(where: SyntaxNames.requests.contains)
    }
  }
}

private enum SyntaxNames {
  /// What a list of objects is hardly called.
  static let requests: Set = [
    "api", "client", "download", "downloader", "endpoint", "fetcher", "http", "network", "request",
    "server", "upload", "uploader", "webservice",
  ]

  static let network: Set = [
    "api", "client", "cloud", "download", "downloader", "endpoint", "firebase", "firestore", "http",
    "network", "remote", "server", "supabase", "upload", "uploader", "webservice",
  ]
}
