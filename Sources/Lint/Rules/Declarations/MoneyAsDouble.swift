internal import Diagnostics
internal import ModelSource
internal import StoreModel

/// Finds amounts of money that are stored as binary fractions.
struct MoneyAsDouble: ProjectRule {
  static let info = RuleInfo(
    id: "money-as-double", group: .declarations, severity: .note,
    summary: "an amount of money is stored as a 'Double'",
    why:
      "a binary fraction holds neither 0.10 nor 19.99: sums drift by cents, and amounts that should be equal are not",
    fix: "store a 'Decimal', or whole cents in an 'Int', and convert what is stored in a migration",
    limits:
      "only attributes of SwiftData's classes that a line of code shows as a currency, and prices and the like beside "
      + "an attribute that names the currency",
    examples: .texts(
      flagged: """
        import SwiftData
        import SwiftUI
        @Model final class Expense { var title = ""; var ↓amount: Double = 0; init() {} }
        struct ExpenseRow: View {
          let expense: Expense
          var body: some View { Text(expense.amount, format: .currency(code: "EUR")) }
        }
        ---
        import SwiftData
        @Model final class Offer {
          var ↓price: Double
          var shipping: Double?
          var currencyCode: String
          init(price: Double, currencyCode: String) {
            self.price = price
            self.currencyCode = currencyCode
          }
        }
        ---
        // file: Bill.swift
        import SwiftData
        @Model final class Bill { var ↓total: Float = 0; var tip: Double = 0; var guests = 1; init() {} }
        // file: BillText.swift
        import Foundation
        extension Bill {
          var text: String { total.formatted(.currency(code: "USD")) }
          var tipText: String { tip.formatted(.currency(code: "USD")) }
        }
        """,
      clean: """
        import SwiftData
        import SwiftUI
        @Model final class Expense { var title = ""; var amount: Decimal = 0; init() {} }
        struct ExpenseRow: View {
          let expense: Expense
          var body: some View { Text(expense.amount, format: .currency(code: "EUR")) }
        }
        ---
        import SwiftData
        @Model final class Ingredient { var amount: Double = 0; var unit = ""; init() {} }
        ---
        import SwiftData
        import SwiftUI
        @Model final class Trade { var cents = 0; var shares: Double = 0; init() {} }
        struct TradeRow: View {
          let trade: Trade
          var body: some View {
            Text(Double(trade.cents) / 100, format: .currency(code: "EUR"))
            Text(trade.shares, format: .number)
          }
        }
        """))

  func check(_ lint: LintContext, report: RuleReport) {
    let entities = lint.openVersions.filter { $0.source == .swift }.flatMap(\.entities)
    let names = Set(entities.flatMap(\.attributes).filter(\.isFraction).map(\.name))
    guard !names.isEmpty else { return }
    let files = lint.allFiles().filter { $0.path.hasSuffix(".swift") && $0.bytes.has(".currency(") }
    // Attributes that a file shows as a currency which speaks of their class.
    var shown: Set<String> = []
    for position in WordsOfFiles.positions(of: names, in: files) {
      let text = String(decoding: files[position].bytes, as: UTF8.self)
      let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains(".currency(") }
      let words = Set(lines.flatMap(\.words))
      let all = Set(text[...].words)
      for entity in entities where all.contains(entity.name) {
        shown.formUnion(
          entity.attributes.map(\.name).filter(words.contains).map { "\(entity.name).\($0)" })
      }
    }
    for entity in entities {
      let hasCurrency = entity.attributes.contains { $0.name.camelWords.contains("currency") }
      let money = entity.attributes.filter { attribute in
        attribute.isFraction && !attribute.isTransient
          && (shown.contains("\(entity.name).\(attribute.name)")
            || hasCurrency && !Self.words.isDisjoint(with: attribute.name.camelWords))
      }
      guard let first = money.first else { continue }
      report(
        money.count == 1
          ? "'\(entity.name).\(first.name)' is money, and a '\(first.plainType)' does not hold cents exactly"
          : "\(money.map(\.name).quotedList(atMost: 4)) of '\(entity.name)' are money, and a '\(first.plainType)' does "
            + "not hold cents exactly",
        at: first.location ?? entity.location, entity: entity.name, property: first.name,
        certainty: shown.contains("\(entity.name).\(first.name)")
          ? .inferred("it is shown as a currency") : .inferred("a currency stands beside it"))
    }
  }

  private static let words: Set = ["amount", "balance", "cost", "fee", "price", "total"]
}

extension Attribute {
  fileprivate var plainType: String {
    (swiftType ?? "").trimmingSuffix("?")
  }

  fileprivate var isFraction: Bool { ["CGFloat", "Double", "Float"].contains(plainType) }
}

extension String {
  fileprivate func trimmingSuffix(_ mark: Character) -> String {
    last == mark ? String(dropLast()) : self
  }
}

extension Substring {
  /// The names in a text, without the `$` of bindings.
  fileprivate var words: [String] {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
