internal import ModelSource
internal import SwiftSyntax
internal import Synchronization

/// Texts that types of any file keep as constants: `EntityNames.book`, `Key.title.rawValue`.
///
/// A file is read when the first name of it is asked for: most projects keep no such texts.
final class ConstantTexts: Sendable {
  private let files: @Sendable (String) -> [SourceFile]
  private let known = Mutex<[String: [String]]>([:])

  /// - Parameter files: those that declare a type of a name.
  init(files: @escaping @Sendable (String) -> [SourceFile]) { self.files = files }

  /// The texts that declarations of a name give: one where it is certain.
  ///
  /// - Parameter name: with the type around it, and `rawValue` behind a case.
  func texts(of name: String) -> [String] {
    if let known = known.withLock({ $0[name] }) { return known }
    var parts = name.split(separator: ".").map(String.init)
    let isRaw = parts.last == "rawValue"
    if isRaw { parts.removeLast() }
    guard parts.count > 1, let member = parts.last else { return [] }
    let owner = parts[parts.count - 2]
    let found = ParsePool.map(files(owner)) { _, tree in
      tree.constants(member, of: owner, isCase: isRaw)
    }
    let texts = Set(found.flatMap(\.self)).sorted()
    known.withLock { $0[name] = texts }
    return texts
  }
}

extension SourceFileSyntax {
  /// The texts of a constant, or of a case, in the types of a name.
  fileprivate func constants(_ member: String, of owner: String, isCase: Bool) -> [String] {
    var found: [String] = []
    forEachDescendant { node in
      if node.is(CodeBlockSyntax.self) { return false }
      guard let group = node.asProtocol((any DeclGroupSyntax).self), node.typeName == owner else {
        return true
      }
      for item in group.memberBlock.members {
        if isCase {
          found +=
            item.decl.as(EnumCaseDeclSyntax.self)?.elements
            .filter { $0.name.text == member }
            .compactMap { $0.rawValue.map { $0.value.literalText } ?? member } ?? []
        } else if let variable = item.decl.as(VariableDeclSyntax.self), variable.isConstant {
          found += variable.bindings.filter { $0.name == member }
            .compactMap { $0.initializer?.value.literalText }
        }
      }
      return true
    }
    return found
  }
}

extension LintFile {
  /// A text that is written here, in a constant of any file, or as the name of a class.
  func constantText(_ expression: ExprSyntax) -> String? {
    if let text = expression.constantText { return text }
    let node = expression.unwrapped
    if let call = node.as(FunctionCallExprSyntax.self) {
      guard call.name == "String", let type = call.argument("describing")?.metatypeName else {
        return nil
      }
      return type.lastPart
    }
    guard let name = node.dottedName, name.first?.isUppercase ?? false, name.contains(".") else {
      return nil
    }
    let texts = ask(.constantText(name))
    return texts.count == 1 ? texts[0] : nil
  }
}
