internal import ArgumentParser
internal import Diagnostics
internal import StoreModel

/// The manual page of a command, or of the whole tool: what `--help` says, as `man` wants it.
///
/// `--generate-manual` prints the overview, `--generate-manual COMMAND` a command's page.
enum ManualPage {
  static let option = "--generate-manual"

  static func overview() -> String {
    let title = title("storedoctor")
    let groups = CommandCatalog.groups.flatMap { group in
      [".SS \(escaped(group.title))"]
        + group.commands.flatMap {
          [".TP", ".BR storedoctor\\-\(escaped($0.name)) (1)", escaped($0.summary)]
        }
    }
    let rest = HelpTopics.overview().split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("Shell:") }
    return
      ([
        title, ".SH NAME",
        "storedoctor \\- \(escaped(name(CommandCatalog.configuration.abstract)))",
        ".SH SYNOPSIS",
      ] + verbatim(["storedoctor COMMAND [OPTION…]", ShellOptions.configuration.usage ?? ""])
      + [".SH COMMANDS"] + groups + [".SH NOTES"] + verbatim(rest.map(String.init)))
      .joined(separator: "\n") + "\n"
  }

  static func page(of type: any DoctorCommand.Type) -> String {
    let own = type.name
    let names = CommandCatalog.groups.map { $0.commands.map { $0.name } }
    let related = names.first { $0.contains(own) } ?? []
    let pages =
      ["storedoctor"] + related.filter { $0 != own }.map { "storedoctor\\-\(escaped($0))" }
    var lines = [title("storedoctor-\(own)"), ".SH NAME"]
    lines.append("storedoctor\\-\(escaped(own)) \\- \(escaped(name(type.summary)))")
    lines.append(".SH SYNOPSIS")
    lines += verbatim(type.usage.split(separator: "\n").map { trimmed(String($0)) })
    lines.append(".SH DESCRIPTION")
    lines += paragraphs(type.summary + "\n\n" + type.configuration.discussion)
    lines += entries(of: type.helpText)
    lines.append(".SH EXIT STATUS")
    for exit in HelpTopics.exitCodes { lines += [".TP", "\(exit.code)", escaped(exit.meaning)] }
    lines.append(".SH SEE ALSO")
    lines.append(pages.map { ".BR \($0) (1)" }.joined(separator: ",\n"))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func title(_ name: String) -> String {
    ".TH \(escaped(name.uppercased())) 1 \"\" \"storedoctor \(ToolVersion.current)\" "
      + "\"storedoctor manual\""
  }

  /// What stands behind the dash is no sentence.
  private static func name(_ summary: String) -> String {
    let text = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n\n").flatMap { part -> [String] in
      let lines = part.split(separator: "\n").map(String.init)
      guard let first = lines.first else { return [] }
      let isTitled = first.hasSuffix(":") && lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }
      if isTitled, first == "Examples:" {
        return [".SH EXAMPLES"] + verbatim(lines.dropFirst().map { String($0.dropFirst(2)) })
      }
      guard lines.contains(where: { $0.hasPrefix("  ") }) else {
        return [".PP"] + lines.map(escaped)
      }
      return [".PP"] + verbatim(lines)
    }
  }

  /// Arguments and options, each with its text.
  private static func entries(of help: String) -> [String] {
    let titles = ["ARGUMENTS:": ".SH ARGUMENTS", "OPTIONS:": ".SH OPTIONS"]
    var result: [String] = []
    var isInside = false
    for line in help.split(separator: "\n").map(String.init) {
      if let title = titles[line] {
        isInside = true
        result.append(title)
      } else if !line.hasPrefix("  ") {
        isInside = false
      } else if isInside, line.hasPrefix("   ") {
        result.append(escaped(trimmed(line)))
      } else if isInside {
        // The text stands behind the name where that is short.
        let entry = line.dropFirst(2)
        let end = entry.firstRange(of: "  ")?.lowerBound ?? entry.endIndex
        result += [".TP", ".B \(escaped(String(entry[..<end])))"]
        let text = trimmed(String(entry[end...]))
        if !text.isEmpty { result.append(escaped(text)) }
      }
    }
    return result
  }

  private static func trimmed(_ line: String) -> String { String(line.drop { $0 == " " }) }

  private static func verbatim(_ lines: [String]) -> [String] {
    [".nf"] + lines.map(escaped) + [".fi"]
  }

  /// A line of text: no request, and what `man` would change written so that it does not.
  private static func escaped(_ line: String) -> String {
    let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq").replacing("`", with: "\\(ga").replacing("^", with: "\\(ha")
      .replacing("~", with: "\\(ti")
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
