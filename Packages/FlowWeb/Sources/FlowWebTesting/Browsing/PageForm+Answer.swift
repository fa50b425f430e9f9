import FlowForms

extension PageForm {
  /// Returns what a browser sends when an answer is entered; nil if the form doesn't have its inputs. A stale page has what was
  /// typed in hidden fields, and offers no others.
  func entering(_ answer: KeyValuePairs<String, String>) -> [Field]? {
    let entered = answer.flatMap { inputs($0.key, $0.value) }
    let entries = Set(entered.map(\.name))
    guard names.isSuperset(of: entries) else { return nil }
    return fields.filter { !entries.contains($0.name) } + entered
  }

  /// The inputs for a text: three for a date, if the page asks for its parts.
  func inputs(_ name: String, _ text: String) -> [Field] {
    let parts = ["year", "month", "day"].map { "\(name)-\($0)" }
    guard !names.contains(name), names.isSuperset(of: parts) else { return [Field(name: name, value: text)] }
    let date = FormEntry([name: .text(text)]).dateParts(name)
    return zip(parts, [date.year, date.month, date.day]).map { Field(name: $0, value: $1) }
  }
}
