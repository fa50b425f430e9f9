/// Fields for choices and files.
extension FormField {
  /// Creates a field for one of the cases of an enumeration.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: an enumeration with texts as raw values.
  ///   - label: The name that a person sees.
  ///   - cases: The cases that can be chosen; all by default.
  ///   - title: Returns the text of a case that a person sees; the raw value by default.
  ///   - check: Returns a sentence that refuses the choice; nil if it is right.
  /// - Returns: The field.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ member: any WritableKeyPath<Value, Choice> & Sendable, _ label: String,
    among cases: [Choice] = Array(Choice.allCases), title: (_ choice: Choice) -> String = { $0.rawValue },
    check: @escaping @Sendable (_ choice: Choice) -> String? = { _ in nil }
  ) -> FormField {
    FormField(
      name, label, .choice(cases, cases.options(title), value: \.rawValue), isRequired: true, check: check,
      set: { choice, value in
        guard let choice else { return false }
        value[keyPath: member] = choice
        return true
      }, get: { $0[keyPath: member] })
  }

  /// Creates a field for one of the cases of an enumeration, or none.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: an optional enumeration with texts as raw values.
  ///   - label: The name that a person sees.
  ///   - cases: The cases that can be chosen; all by default.
  ///   - isRequired: Whether one must be chosen. A form that begins without a choice has an optional member all the same.
  ///   - title: Returns the text of a case that a person sees; the raw value by default.
  ///   - check: Returns a sentence that refuses the choice; nil if it is right.
  /// - Returns: The field.
  public static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ member: any WritableKeyPath<Value, Choice?> & Sendable, _ label: String,
    among cases: [Choice] = Array(Choice.allCases), isRequired: Bool = false,
    title: (_ choice: Choice) -> String = { $0.rawValue },
    check: @escaping @Sendable (_ choice: Choice) -> String? = { _ in nil }
  ) -> FormField {
    FormField(
      name, label, .choice(cases, cases.options(title), value: \.rawValue), isRequired: isRequired, check: check,
      set: { choice, value in
        value[keyPath: member] = choice
        return choice != nil || !isRequired
      }, get: { $0[keyPath: member] })
  }

  /// Creates a field for one of several options that are known only when the program runs.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a `String` or `String?` for the value of an option.
  ///   - label: The name that a person sees.
  ///   - options: The options.
  ///   - check: Returns a sentence that refuses the choice; nil if it is right.
  /// - Returns: The field.
  public static func choice<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String,
    options: [FormOutline.Option], check: @escaping @Sendable (_ value: String) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == String {
    FormField(name, member, label, .choice(options.map(\.value), options, value: { $0 }), check: check)
  }

  /// Creates a field for any number of cases of an enumeration.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: an array of an enumeration with texts as raw values. It has each case once, in order.
  ///   - label: The name that a person sees.
  ///   - lower: The least number of choices; zero by default.
  ///   - upper: The greatest number of choices; nil if there is none.
  ///   - title: Returns the text of a case that a person sees; the raw value by default.
  ///   - check: Returns a sentence that refuses the choices; nil if they are right.
  /// - Returns: The field.
  public static func choices<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ member: any WritableKeyPath<Value, [Choice]> & Sendable, _ label: String, from lower: Int = 0,
    to upper: Int? = nil, title: (_ choice: Choice) -> String = { $0.rawValue },
    check: @escaping @Sendable (_ choices: [Choice]) -> String? = { _ in nil }
  ) -> FormField {
    let cases = Array(Choice.allCases)
    let kind = AnswerKind<[Choice]>.choices(
      cases, cases.options(title), from: lower, to: upper, value: \.rawValue)
    return choices(name, member, label, kind, isRequired: lower > 0, check: check)
  }

  /// Creates a field for any number of options that are known only when the program runs.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: an array of the values of options. It has each value once, in order.
  ///   - label: The name that a person sees.
  ///   - options: The options.
  ///   - lower: The least number of choices; zero by default.
  ///   - upper: The greatest number of choices; nil if there is none.
  ///   - check: Returns a sentence that refuses the choices; nil if they are right.
  /// - Returns: The field.
  public static func choices(
    _ name: String, _ member: any WritableKeyPath<Value, [String]> & Sendable, _ label: String,
    options: [FormOutline.Option], from lower: Int = 0, to upper: Int? = nil,
    check: @escaping @Sendable (_ values: [String]) -> String? = { _ in nil }
  ) -> FormField {
    let kind = AnswerKind<[String]>.choices(
      options.map(\.value), options, from: lower, to: upper, value: { $0 })
    return choices(name, member, label, kind, isRequired: lower > 0, check: check)
  }

  private static func choices<Choice: Sendable>(
    _ name: String, _ member: any WritableKeyPath<Value, [Choice]> & Sendable, _ label: String,
    _ kind: AnswerKind<[Choice]>, isRequired: Bool, check: @escaping @Sendable ([Choice]) -> String?
  ) -> FormField {
    FormField(
      name, label, kind, isRequired: isRequired, check: check,
      set: { chosen, value in
        value[keyPath: member] = chosen ?? []
        return true
      }, get: { $0[keyPath: member] })
  }

  /// Creates a field for yes or no.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a `Bool`.
  ///   - label: The statement that a person agrees to.
  ///   - check: Returns a sentence that refuses the answer; nil if it is right.
  /// - Returns: The field. Without an answer, the value is false.
  public static func toggle(
    _ name: String, _ member: any WritableKeyPath<Value, Bool> & Sendable, _ label: String,
    check: @escaping @Sendable (_ isOn: Bool) -> String? = { _ in nil }
  ) -> FormField {
    FormField(name, member, label, .toggle, check: check)
  }

  /// Creates a field for a file; see ``FormFile``.
  ///
  /// - Parameters:
  ///   - name: The name of the field in entries.
  ///   - member: The member of the value: a ``FormFile`` or an optional one.
  ///   - label: The name that a person sees.
  ///   - types: The media types that are allowed, such as `image/png`, or `image/*`; all if there are none.
  ///   - maximumSize: The maximum number of bytes.
  ///   - check: Returns a sentence that refuses the file; nil if it is right.
  /// - Returns: The field.
  public static func file<Member: FormMember>(
    _ name: String, _ member: any WritableKeyPath<Value, Member> & Sendable, _ label: String, types: [String] = [],
    maximumSize: Int = 5_000_000, check: @escaping @Sendable (_ file: FormFile) -> String? = { _ in nil }
  ) -> FormField where Member.Answered == FormFile {
    FormField(name, member, label, .file(types: types, maximumSize: maximumSize), check: check)
  }
}

extension Array where Element: RawRepresentable<String> {
  /// The cases as options.
  fileprivate func options(_ title: (Element) -> String) -> [FormOutline.Option] {
    map { FormOutline.Option($0.rawValue, title($0)) }
  }
}
