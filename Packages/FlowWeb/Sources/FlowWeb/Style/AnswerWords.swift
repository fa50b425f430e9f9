import FlowForms

/// The entries of fields, in words.
extension FormOutline {
  /// Returns the lines of a summary: one for each field.
  ///
  /// - Parameters:
  ///   - entry: What was entered.
  ///   - change: The address at which it can be changed; nil if it can't.
  /// - Returns: The lines.
  func rows(_ entry: FormEntry, change: String?) -> [JourneyPage.Row] {
    fields.map { field in
      let address = change.map { "\($0)#\(JourneyPage.id(of: field))" }
      return JourneyPage.Row(label: field.label, value: field.words(entry), change: address)
    }
  }
}

extension FormOutline.Field {
  /// Returns what was entered, in lines.
  func words(_ entry: FormEntry) -> [String] {
    if isPrivate { return ["Not shown"] }
    let text = entry.text(name)
    switch kind {
    case .choice(let options): return [options.first { $0.value == text }?.label ?? (text.isEmpty ? "None" : text)]
    case .choices(let options, _, _):
      let chosen = Set(entry.texts(name))
      let labels = options.filter { chosen.contains($0.value) }.map(\.label)
      return labels.isEmpty ? ["None"] : labels
    case .toggle: return [["yes", "on", "true"].contains(text.lowercased()) ? "Yes" : "No"]
    case .money(let currency, _, _) where !text.isEmpty: return ["\(text) \(currency)"]
    default:
      return text.isEmpty
        ? ["Not given"] : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    }
  }
}
