import FlowJSON

/// Compares the input that a document gives to a step of the program with the type that the step takes.
struct InputCheck {
  let expressions: ExpressionCheck
  let problems: ProblemList

  /// Checks a value, and reports the problems of its expressions.
  ///
  /// - Parameters:
  ///   - value: The value of the document.
  ///   - expected: The shape that the step takes.
  ///   - location: The location of the value.
  ///   - place: The step that reads it.
  func check(_ value: JSONValue?, _ expected: ValueShape, at location: JSONLocation, _ place: SureValues.Place) {
    guard let value else {
      // A member without which a value decodes is no problem.
      guard !expected.canBeMissing, expected != .any else { return }
      if case .object(let members, _) = expected, members.values.allSatisfy({ $0.canBeMissing || $0 == .any }) {
        return
      }
      return problems.add(at: location, expected: expected.words, found: "nothing")
    }
    switch value {
    case .string(let text):
      let shape = expressions.shape(of: text, ExpressionCheck.Reader(place: place, location: location))
      compare(shape, expected, location)
    case .array(let elements):
      var part = ValueShape.any
      if case .list(let element) = expected.present {
        part = element
      } else if expected != .any {
        problems.add(at: location, expected: expected.words, found: value.foundText)
      }
      for (index, element) in elements.enumerated() { check(element, part, at: location.index(index), place) }
    case .object(let members):
      guard case .object(let known, let isOpen) = expected.present else {
        if expected != .any { problems.add(at: location, expected: expected.words, found: value.foundText) }
        for (name, member) in members { check(member, .any, at: location.key(name), place) }
        return
      }
      for (name, shape) in known.sorted(by: { $0.key < $1.key }) where members[name] == nil {
        if !shape.canBeMissing, shape != .any {
          problems.add(at: location.key(name), expected: "\(shape.words) for \"\(name.brief)\"", found: "nothing")
        }
      }
      for (name, member) in members {
        if known[name] == nil, !isOpen {
          problems.add(
            at: location.key(name),
            expected: known.isEmpty
              ? "no members" : "a member of the input: \(DocumentText.list(known.keys.sorted()))",
            found: DocumentText.quoted(name))
        }
        check(member, known[name] ?? .any, at: location.key(name), place)
      }
    default: compare(ValueShape(of: value), expected, location)
    }
  }

  private func compare(_ shape: ValueShape, _ expected: ValueShape, _ location: JSONLocation) {
    if shape.fits(expected) { return }
    problems.add(at: location, expected: expected.words, found: shape.words)
  }
}

extension ValueShape {
  /// Whether a value of this shape decodes as one of another shape, as far as it is known.
  func fits(_ expected: ValueShape) -> Bool {
    switch (self, expected) {
    case (.any, _), (_, .any): true
    case (.null, _): expected.canBeMissing
    case (.optional(let shape), .optional(let expected)): shape.fits(expected)
    case (.optional, _): false
    case (_, .optional(let expected)): fits(expected)
    case (.integer, .number), (.words, .text), (.text, .words): true
    case (.words(let own), .words(let words)): own.isSubset(of: words)
    case (.list(let own), .list(let element)): own.fits(element)
    case (.object(let own, let isOpen), .object(let members, _)):
      members.allSatisfy { name, shape in own[name]?.fits(shape) ?? (isOpen || shape.canBeMissing || shape == .any) }
    default: self == expected
    }
  }
}
