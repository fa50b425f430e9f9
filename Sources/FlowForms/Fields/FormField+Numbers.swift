public import Foundation

/// Fields for numbers, amounts of money, and dates.
extension FormField {
  /// Creates a field for a number.
  ///
  /// Numbers are read in the same way everywhere: `12`, `12.5`, `12,5`, `1,234.5` and `1.234,5`. A single point is the decimal mark,
  /// so `1.234` is a little more than 1. A single comma before three digits could be either, so `1,234` is refused. So is a number with
  /// more digits than the member holds.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: an `Int`, a `Double`, a `Decimal`, or an optional of one.
  ///   - label: The name that a person sees.
  ///   - lower: The least number; nil if there is none.
  ///   - upper: The greatest number; nil if there is none.
  ///   - check: Returns a sentence that refuses the number; nil if it is right.
  /// - Returns: The field.
  public static func number<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String,
    from lower: Member.Answered? = nil, to upper: Member.Answered? = nil,
    check: @escaping @Sendable (_ number: Member.Answered) -> String? = { _ in nil }
  ) -> FormField where Member.Answered: FormNumber {
    let kind = FormOutline.Kind.number(
      isWhole: Member.Answered.isWhole, from: lower?.formText, to: upper?.formText)
    return FormField(
      name, member, label,
      .text(kind, limit: 40, write: { $0.formText }) { text throws(FormProblem.Reason) in
        try Member.Answered(formText: text).within(lower, upper)
      }, check: check)
  }

  /// Creates a field for an amount of money.
  ///
  /// Amounts are read like numbers, with as many decimal places as the currency has, and with or without the sign of the currency.
  /// In a currency without decimal places, points and commas separate thousands; in one with two, `1.234` is refused as `1,234` is.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a `Decimal` or `Decimal?`.
  ///   - label: The name that a person sees.
  ///   - currency: The code of the currency, such as `GBP`.
  ///   - lower: The least amount; zero by default.
  ///   - upper: The greatest amount; nil if there is none.
  ///   - check: Returns a sentence that refuses the amount; nil if it is right.
  /// - Returns: The field.
  public static func money<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String, currency: String,
    from lower: Decimal? = 0, to upper: Decimal? = nil,
    check: @escaping @Sendable (_ amount: Decimal) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == Decimal {
    let money = Currency(currency)
    let kind = FormOutline.Kind.money(
      currency: currency, from: lower.map(money.text), to: upper.map(money.text))
    return FormField(
      name, member, label,
      .text(kind, limit: 40, write: { money.text($0) }) { text throws(FormProblem.Reason) in
        guard let amount = money.amount(text) else { throw .malformed }
        return try amount.within(lower, upper)
      }, check: check)
  }

  /// Creates a field for a date.
  ///
  /// Its text has the year first, as in `2026-11-24` or `2026 11 24`; other orders are ambiguous and refused. A page can ask for the
  /// three parts; see ``FormEntry/init(posted:for:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a ``FormDate`` or an optional one.
  ///   - label: The name that a person sees.
  ///   - lower: The earliest date; nil if there is none.
  ///   - upper: The latest date; nil if there is none.
  ///   - check: Returns a sentence that refuses the date; nil if it is right.
  /// - Returns: The field.
  public static func date<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String,
    from lower: FormDate? = nil, to upper: FormDate? = nil,
    check: @escaping @Sendable (_ date: FormDate) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == FormDate {
    FormField(
      name, member, label,
      .text(.date(from: lower?.description, to: upper?.description), limit: 40, write: { $0.description }) {
        text throws(FormProblem.Reason) in
        guard let date = FormDate(entered: text) else { throw .malformed }
        return try date.within(lower, upper)
      }, check: check)
  }
}

extension Comparable {
  /// Returns the value if it is within limits.
  fileprivate func within(_ lower: Self?, _ upper: Self?) throws(FormProblem.Reason) -> Self {
    if let lower, self < lower { throw .outOfRange }
    if let upper, self > upper { throw .outOfRange }
    return self
  }
}
