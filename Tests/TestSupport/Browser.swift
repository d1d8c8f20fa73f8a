public import Foundation

/// Chromium without a window, as Debian has it: what a page really looks like.
public struct Browser: Sendable {
  /// Nil where none is installed.
  public static let installed = Browser()

  private let program: String

  private init?() {
    let programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    guard let found = programs.first(where: FileManager.default.isExecutableFile) else {
      return nil
    }
    program = found
  }

  /// What a script saw in a page, and what the page wrote to the console.
  public struct Sight {
    /// The value that the script gave, as JSON.
    public var value: [String: Any]
    /// Everything on the console, with what the page's policy forbade.
    public var console: [String]
  }

  /// Opens a page in a frame of another one, whose script looks at it from outside: the page's own
  /// policy would not let it in.
  ///
  /// - Parameters:
  ///   - page: the file.
  ///   - script: JavaScript that returns an object; `page` is the document.
  ///   - width: of the frame, in pixels.
  public func look(
    at page: URL, width: Int = 1200, isDark: Bool = false, _ script: String
  ) throws -> Sight {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "browser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let probe = folder.appending(path: "probe.html")
    let frame = """
      <!DOCTYPE html><meta charset="utf-8">
      <iframe id="frame" width="\(width)" height="900" src="\(page.absoluteString)"></iframe>
      <pre id="seen"></pre>
      <script>
      frame.onload = () => {
        const page = frame.contentDocument;
        let value;
        try { value = (() => { \(script) })(); } catch (error) { value = { error: String(error) }; }
        seen.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(value))));
      };
      </script>
      """
    try Data(frame.utf8).write(to: probe)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
      "--user-data-dir=\(folder.path)/profile", "--enable-logging=stderr",
      "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", "--virtual-time-budget=10000",
      "--dump-dom", probe.absoluteString,
    ]
    let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
    for file in [output, errors] {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    let log = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    let coded = text.components(separatedBy: "<pre id=\"seen\">").last?
      .components(separatedBy: "</pre>").first
    let value = coded.flatMap { Data(base64Encoded: $0) }
      .flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    return Sight(
      value: value ?? ["error": "the browser showed nothing: \(log.suffix(500))"],
      console: log.split(separator: "\n").map(String.init).filter { $0.contains("CONSOLE") })
  }
}
