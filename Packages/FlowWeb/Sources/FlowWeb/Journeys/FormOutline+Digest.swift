import FlowForms
import Foundation

extension FormOutline {
  /// A digest of the questions as a person reads them. Limits have no part in it, because they can depend on the day.
  var digest: String {
    let texts: [String] = [title] + fields.flatMap { [$0.name, $0.label, $0.hint ?? ""] + $0.kind.texts }
    let parts = texts.map { "\($0.utf8.count) \($0)" }.joined(separator: " ")
    return String(FormFile.digest(of: Data(parts.utf8)).prefix(16))
  }
}

extension FormOutline.Kind {
  /// The texts that a person reads of the kind.
  fileprivate var texts: [String] {
    switch self {
    case .choice(let options), .choices(let options, _, _): options.flatMap { [$0.value, $0.label] }
    case .money(let currency, _, _): [currency]
    case .text, .email, .phone, .password, .number, .date, .toggle, .file: []
    }
  }
}

extension PostedFields {
  /// The token of a form, and the digest of the questions that it has asked; nil for a page of a version without the digest.
  var form: (token: String?, questions: String?) {
    let parts = (self[FormName.form] ?? "").split(separator: ".", maxSplits: 1).map(String.init)
    return (parts.first, parts.dropFirst().first)
  }
}
