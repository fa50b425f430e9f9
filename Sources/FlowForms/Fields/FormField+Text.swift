/// Fields for texts.
extension FormField {
  /// Creates a field for a text.
  ///
  /// White space around the text isn't part of the value. Characters that can't be seen and could mislead are refused, and so are
  /// line breaks in a field of one line.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a `String` or `String?`.
  ///   - label: The name that a person sees.
  ///   - lines: The number of lines that are shown. With more than one, the text can have line breaks.
  ///   - check: Returns a sentence that refuses the text; nil if it is right.
  /// - Returns: The field, for up to 200 characters, or 5,000 with several lines.
  public static func text<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String, lines: Int = 1,
    check: @escaping @Sendable (_ text: String) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == String {
    FormField(name, member, label, .text(lines: max(1, lines)), check: check)
  }

  /// Creates a field for an email address. Whether it exists isn't checked.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a `String` or `String?`.
  ///   - label: The name that a person sees.
  ///   - check: Returns a sentence that refuses the address; nil if it is right.
  /// - Returns: The field.
  public static func email<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String,
    check: @escaping @Sendable (_ address: String) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == String {
    FormField(name, member, label, .email, check: check).autocomplete(.email)
  }

  /// Creates a field for a telephone number: 3 to 20 digits, with any usual marks between them.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a `String` or `String?`.
  ///   - label: The name that a person sees.
  ///   - check: Returns a sentence that refuses the number; nil if it is right.
  /// - Returns: The field.
  public static func phone<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String,
    check: @escaping @Sendable (_ number: String) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == String {
    FormField(name, member, label, .phone, check: check).autocomplete(.phone)
  }

  /// Creates a field for a password. It isn't shown while it is typed, nor afterwards, and isn't part of kept entries.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a `String` or `String?`.
  ///   - label: The name that a person sees.
  ///   - check: Returns a sentence that refuses the password; nil if it is right.
  /// - Returns: The field.
  public static func password<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String,
    check: @escaping @Sendable (_ password: String) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == String {
    FormField(name, member, label, .password, check: check)
  }
}

extension AnswerKind where Answered == String {
  fileprivate static func text(lines: Int) -> AnswerKind {
    guard lines > 1 else { return text(.text(lines: 1), limit: 200, write: { $0 }, read: { $0 }) }
    return AnswerKind(kind: .text(lines: lines), limit: 5_000, write: { .text($0) }) {
      answer, field throws(FormProblem.Reason) in
      try EnteredText.lines(answer, field)
    }
  }

  fileprivate static var email: AnswerKind {
    text(.email, limit: 254, write: { $0 }) { text throws(FormProblem.Reason) in
      let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      let hasSpace = text.unicodeScalars.contains(where: \.properties.isWhitespace)
      guard parts.count == 2, !parts[0].isEmpty, !hasSpace else { throw .malformed }
      let host = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard host.count > 1, host.allSatisfy({ !$0.isEmpty }) else { throw .malformed }
      return text
    }
  }

  fileprivate static var phone: AnswerKind {
    text(.phone, limit: 40, write: { $0 }) { text throws(FormProblem.Reason) in
      let digits = text.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      guard 3...20 ~= digits, text.utf8.allSatisfy({ "0123456789 +-()./x#*".utf8.contains($0) }) else {
        throw .malformed
      }
      return text
    }
  }

  fileprivate static var password: AnswerKind {
    AnswerKind(kind: .password, limit: 200, write: { .text($0) }) { answer, field throws(FormProblem.Reason) in
      // White space is part of a password.
      let text = try EnteredText.limited(EnteredText.bounded(answer, field), field)
      return text.isEmpty ? nil : text
    }
  }
}
