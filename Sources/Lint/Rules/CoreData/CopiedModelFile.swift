internal import Diagnostics
internal import StoreModel
internal import SwiftSyntax

/// Finds model files that a package copies instead of compiling.
struct CopiedModelFile: SourceRule {
  static let info = RuleInfo(
    id: "copied-model-file", group: .declarations, severity: .warning,
    summary: "a package declares its model file with '.copy'",
    why: "Xcode 27 and later bundle it as it is instead of compiling it: no '.momd' is found at "
      + "launch, and the app crashes",
    fix: "declare it with '.process', which compiles it in every Xcode",
    limits: "only 'Package.swift', and names that are written out",
    examples: [
      .flagged(manifest("[.↓copy(\"Model/Notes.xcdatamodeld\")]")),
      .flagged(manifest("[.process(\"Images\"), .↓copy(\"Notes.xcdatamodel\")]")),
      .flagged(manifest("[Resource.↓copy(\"Notes.xcdatamodeld/\")]")),
      .clean(manifest("[.process(\"Model/Notes.xcdatamodeld\"), .copy(\"Seed/notes.sqlite\")]")),
      .clean(manifest("[.copy(\"Notes.momd\")]")),
      .clean(manifest("[.process(\"Model\")]")),
    ])

  private static func manifest(_ resources: String) -> String {
    """
    // file: Package.swift
    import PackageDescription
    let package = Package(name: "Store", targets: [.target(name: "Store", resources: \(resources))])
    """
  }

  static let nodes: [SyntaxKind] = [.functionCallExpr]

  func check(_ node: Syntax, in file: LintFile, report: RuleReport) {
    guard file.path.hasSuffix("Package.swift"), let call = node.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName,
      member.text == "copy", let name = call.arguments.first?.expression.literalText,
      [".xcdatamodeld", ".xcdatamodel"].contains(where: name.drop(suffix: "/").hasSuffix)
    else { return }
    let start = member.positionAfterSkippingLeadingTrivia.utf8Offset
    report(
      "'\(name)' is copied, not compiled", at: file.location(member),
      edits: [
        TextEdit(
          path: file.path, range: start..<start + member.text.utf8.count, replacement: "process")
      ])
  }
}

extension String {
  fileprivate func drop(suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
