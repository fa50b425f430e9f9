import FlowScreens

/// The sentences for the problems of fields. Each names the field and says what to do.
enum FormSentences {
  static func sentence(_ reason: FormProblem.Reason, _ field: FormOutline.Field) -> String {
    let label = "'\(field.label)'"
    switch reason {
    case .refused(let sentence): return sentence
    case .missing, .malformed: return request(field.kind, label)
    case .tooLong:
      if case .file(_, let size) = field.kind { return "Choose a file of at most \(bytes(size)) for \(label)." }
      if case .number = field.kind { return "Enter a number with fewer digits in \(label)." }
      return "Enter at most \(counted(field.limit ?? 0, "character")) in \(label)."
    case .outOfRange: return range(field.kind, label)
    case .notAnOption: return options(field.kind, label)
    case .forbidden(let code): return "Remove the invisible character \(code) from \(label)."
    }
  }

  private static func request(_ kind: FormOutline.Kind, _ label: String) -> String {
    switch kind {
    case .text: "Enter a text in \(label)."
    case .email: "Enter an email address in \(label), such as name@example.org."
    case .phone: "Enter a telephone number in \(label), such as +44 20 7946 0958."
    case .password: "Enter a password in \(label)."
    case .number(true, _, _): "Enter a whole number in \(label), such as 12."
    case .number(false, _, _): "Enter a number in \(label), such as 12 or 12.5."
    case .money(let currency, _, _):
      "Enter an amount of \(currency) in \(label), such as \(Currency(currency).example)."
    case .date: "Enter a date in \(label), such as 2026-11-24."
    case .choice: "Choose an answer to \(label)."
    case .choices(_, let lower, _) where lower > 1: "Choose at least \(lower) answers to \(label)."
    case .choices: "Choose at least one answer to \(label)."
    case .toggle: "Answer \(label) with yes or no."
    case .file: "Choose a file for \(label)."
    }
  }

  private static func range(_ kind: FormOutline.Kind, _ label: String) -> String {
    switch kind {
    // Without limits, the number doesn't fit its type. It can be negative.
    case .number(_, nil, nil), .money(_, nil, nil): "Enter a number closer to zero in \(label)."
    case .number(let isWhole, let lower, let upper):
      "Enter a \(isWhole ? "whole " : "")number\(limits(lower, upper)) in \(label)."
    case .money(let currency, let lower, let upper):
      "Enter an amount of \(currency)\(limits(lower, upper)) in \(label)."
    case .date(let lower, let upper): "Enter a date\(limits(lower, upper)) in \(label)."
    case .choices(_, let lower, let upper):
      if let upper {
        if lower == upper {
          "Choose \(counted(upper, "answer")) to \(label)."
        } else {
          "Choose \(lower > 0 ? "\(lower) to" : "at most") \(counted(upper, "answer")) to \(label)."
        }
      } else {
        request(kind, label)
      }
    default: request(kind, label)
    }
  }

  private static func limits(_ lower: String?, _ upper: String?) -> String {
    switch (lower, upper) {
    case (let lower?, let upper?): " from \(lower) to \(upper)"
    case (let lower?, nil): " of at least \(lower)"
    case (nil, let upper?): " of at most \(upper)"
    case (nil, nil): ""
    }
  }

  private static func options(_ kind: FormOutline.Kind, _ label: String) -> String {
    switch kind {
    case .choice(let options): "Choose one of the answers to \(label): \(list(options))."
    case .choices(let options, _, _): "Choose from the answers to \(label): \(list(options))."
    case .file(let types, _): "Choose a file of one of these types for \(label): \(types.joined(separator: ", "))."
    default: request(kind, label)
    }
  }

  private static func list(_ options: [FormOutline.Option]) -> String { WordList(options.map(\.label)).list }

  private static func bytes(_ size: Int) -> String {
    size >= 1_000_000 && size % 100_000 == 0
      ? "\(Double(size) / 1_000_000) MB".replacing(".0 ", with: " ") : counted(size, "byte")
  }

  private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
