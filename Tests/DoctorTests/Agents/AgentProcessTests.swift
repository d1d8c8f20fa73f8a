import Foundation
import TestSupport
import Testing

/// The server for agents as a process, with a client that changes its mind or is gone.
@Suite(.enabled(if: BuiltTool.exists, "the tool is not built"))
struct AgentProcessTests {
  private static let store = Folders.samples.appending(path: "Notes/notes-1.0.0.store").path

  private static func sql(_ id: Int, _ statement: String) -> String {
    "{\"id\":\(id),\"method\":\"tools/call\",\"params\":{\"name\":\"sql\",\"arguments\":"
      + "{\"store\":\"\(store)\",\"statement\":\"\(statement)\"}}}"
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  /// Runs a script in a folder of its own; the tool is `$1`.
  private func run(_ script: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try TestProgram.run(["/bin/bash", "-c", script, "bash", BuiltTool.path], in: folder).text
      .split(separator: "\n").map(String.init)
  }

  @Test func aRequestIsCancelledWhileItRuns() throws {
    let lines = try run(
      """
      mkfifo in; timeout 300 "$1" mcp < in > out & server=$!
      exec 3> in
      echo '\(Self.sql(1, Self.endless))' >&3
      echo '\(Self.sql(2, Self.endless))' >&3
      echo '{"id":3,"method":"ping"}' >&3
      while [ ! -s out ] && kill -0 $server 2>/dev/null; do sleep 0.05; done
      for id in 2 1; do
        echo '{"method":"notifications/cancelled","params":{"requestId":'$id'}}' >&3
      done
      echo '\(Self.sql(4, "SELECT count(*) AS n FROM Note"))' >&3
      exec 3>&-; wait $server; code=$?; cat out; echo "exit $code"
      """)
    #expect(lines.count == 3 && lines.last == "exit 0", "\(lines)")
    #expect(lines.first == "{\"id\":3,\"jsonrpc\":\"2.0\",\"result\":{}}", "\(lines)")
    #expect(lines.dropFirst().first?.contains("\"id\":4") == true, "\(lines)")
  }

  @Test func nothingRunsForAClientThatIsGone() throws {
    let lines = try run(
      """
      echo '\(Self.sql(1, Self.endless))' | timeout 300 "$1" mcp | true
      echo "${PIPESTATUS[1]}"
      """)
    // What is written to nobody ends the process, as it ends other programs.
    #expect(lines == ["141"], "\(lines)")
  }
}
