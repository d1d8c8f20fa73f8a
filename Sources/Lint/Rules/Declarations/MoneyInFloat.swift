internal import Diagnostics
internal import StoreModel

/// Finds amounts of money that are kept in numbers of 32 bits.
struct MoneyInFloat: ModelRule {
  static let info = RuleInfo(
    id: "money-in-float", group: .declarations, severity: .warning,
    summary: "an amount of money is a 'Float'",
    why:
      "a 'Float' keeps about seven digits and no hundredths: 0.1 is stored as 0.100000001, sums drift, and above 131072 "
      + "its steps are greater than a cent",
    fix: "use 'Decimal', or an 'Integer 64' that counts cents",
    limits:
      "attributes that are named after money, or are an amount or total beside a currency or in an entity that is named "
      + "after money",
    examples: .texts(
      flagged: """
        @Model final class Product { var ↓price: Float = 0; init() {} }
        ---
        @Model final class Expense { var title = ""; var ↓amount: Float; init(amount: Float) { self.amount = amount } }
        ---
        // file: Bank.xcdatamodeld/Bank.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Account">
            ↓<attribute name="balance" optional="YES" attributeType="Float" defaultValueString="0.0" usesScalarValueType="YES"/>
            <attribute name="name" optional="YES" attributeType="String"/>
          </entity>
          <entity name="Entry">
            ↓<attribute name="totalAmount" attributeType="Float" defaultValueString="0.0" usesScalarValueType="YES"/>
            <attribute name="currencyCode" optional="YES" attributeType="String"/>
          </entity>
        </model>
        """,
      clean: """
        @Model final class Product { var price: Decimal = 0; var cents = 0; init() {} }
        ---
        @Model final class Drink { var amount: Float = 0; var total: Float = 0; init() {} }
        ---
        // file: Body.xcdatamodeld/Body.xcdatamodel/contents
        <model type="com.apple.IDECoreDataModeler.DataModel">
          <entity name="Posture">
            <attribute name="balance" optional="YES" attributeType="Double" defaultValueString="0.0" usesScalarValueType="YES"/>
            <attribute name="weight" optional="YES" attributeType="Float" defaultValueString="0.0" usesScalarValueType="YES"/>
          </entity>
        </model>
        """))

  private static let money: Set = [
    "balance", "budget", "cost", "expense", "expenses", "fee", "income", "payment", "price",
    "revenue", "salary", "wage",
  ]
  private static let amounts: Set = ["amount", "sum", "total", "value"]
  private static let entities: Set = [
    "account", "bill", "budget", "expense", "income", "invoice", "payment", "purchase", "receipt",
    "transaction",
  ]

  func check(_ model: DataModel, in lint: LintContext, report: RuleReport) {
    for entity in model.entities {
      let isOfMoney =
        !entity.name.lastPart.smallWords.isDisjoint(with: Self.entities)
        || entity.attributes.contains { $0.name.lowercased().contains("currency") }
      for attribute in entity.attributes where attribute.type == .float && !attribute.isTransient {
        let words = attribute.name.smallWords
        guard
          !words.isDisjoint(with: Self.money)
            || isOfMoney && !words.isDisjoint(with: Self.amounts)
        else { continue }
        report(
          "'\(entity.name).\(attribute.name)' is a 'Float', which keeps no cents exactly",
          about: attribute,
          of: entity)
      }
    }
  }
}

extension String {
  /// `total` and `amount` of `totalAmount`.
  fileprivate var smallWords: Set<String> { Set(camelWords.map { $0.lowercased() }) }
}
