import FlowScreens

extension AnswerKind {
  /// Answers that are one of several options.
  ///
  /// - Parameters:
  ///   - choices: The answers, in the order of the options.
  ///   - options: The options.
  ///   - value: Returns the value of an answer's option.
  /// - Returns: The kind.
  static func choice(
    _ choices: [Answered], _ options: [FormOutline.Option], value: @escaping @Sendable (Answered) -> String
  ) -> AnswerKind {
    AnswerKind(kind: .choice(options), write: { .text(value($0)) }) { answer, _ throws(FormProblem.Reason) in
      let texts = try EnteredText.options(answer, atMost: 1)
      guard let text = texts.first else { return nil }
      guard let index = options.firstIndex(where: { $0.value.isExactly(text) }) else {
        throw .notAnOption
      }
      return choices[index]
    }
  }

  /// Answers that are any number of options, each once and in order.
  ///
  /// - Parameters:
  ///   - choices: The single answers, in the order of the options.
  ///   - options: The options.
  ///   - lower: The least number of choices.
  ///   - upper: The greatest number of choices; nil if there is none.
  ///   - value: Returns the value of a single answer's option.
  /// - Returns: The kind.
  static func choices<Choice: Sendable>(
    _ choices: [Choice], _ options: [FormOutline.Option], from lower: Int, to upper: Int?,
    value: @escaping @Sendable (Choice) -> String
  ) -> AnswerKind where Answered == [Choice] {
    AnswerKind(kind: .choices(options, from: lower, to: upper), write: { .texts($0.map(value)) }) {
      answer, _ throws(FormProblem.Reason) in
      // No person sends an option twice. A page can have an empty text before the options.
      let texts = try EnteredText.options(answer, atMost: options.count + 1)
      guard texts.count <= options.count else { throw .notAnOption }
      var chosen: Set<Int> = []
      for text in texts {
        guard let index = options.firstIndex(where: { $0.value.isExactly(text) }) else { throw .notAnOption }
        chosen.insert(index)
      }
      if chosen.isEmpty, lower > 0 { throw .missing }
      guard chosen.count >= lower, chosen.count <= upper ?? .max else { throw .outOfRange }
      return chosen.sorted().map { choices[$0] }
    }
  }
}

extension AnswerKind where Answered == Bool {
  /// Yes or no. An unchecked box of a page isn't posted, so no answer is no.
  static var toggle: AnswerKind {
    AnswerKind(kind: .toggle, hasDefault: true, write: { .text($0 ? "yes" : "no") }) {
      answer, _ throws(FormProblem.Reason) in
      if case .texts(let texts)? = answer, texts.count > 1 { throw .malformed }
      guard let text = try EnteredText.options(answer, atMost: 1).first else { return false }
      guard let isOn = FieldQuestion.toggled(text) else { throw .malformed }
      return isOn
    }
  }
}

extension AnswerKind where Answered == FormFile {
  /// A file of certain types, up to a size.
  static func file(types: [String], maximumSize: Int) -> AnswerKind {
    AnswerKind(kind: .file(types: types, maximumSize: maximumSize), write: { .file($0) }) {
      answer, _ throws(FormProblem.Reason) in
      switch answer {
      case nil: return nil
      case .text(let text)? where text.isEmpty: return nil
      case .text?, .texts?: throw .malformed
      case .file(let file)?:
        guard file.isWellFormed else { throw .malformed }
        guard file.size <= maximumSize else { throw .tooLong }
        guard types.isEmpty || types.contains(where: { file.isOf($0) }) else { throw .notAnOption }
        return file
      }
    }
  }
}

extension FormFile {
  /// Whether a store of files could have made the reference. Its texts can stand in the head of a response.
  fileprivate var isWellFormed: Bool {
    size >= 0 && SHA256.isDigest(digest) && 1...1_000 ~= name.utf8.count && name.printable.isExactly(name)
      && mediaType.utf8.count <= 255 && mediaType.utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }

  /// Whether the file is of a media type, such as `image/png` or `image/*`.
  fileprivate func isOf(_ type: String) -> Bool {
    // Parameters, as in `text/plain; charset=utf-8`, don't matter.
    let own = mediaType.lowercased().utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    let pattern = type.lowercased().utf8
    if pattern.elementsEqual("*/*".utf8) { return true }
    if pattern.last == UInt8(ascii: "*") { return own.starts(with: pattern.dropLast()) }
    return own.elementsEqual(pattern)
  }
}
