import FlowJSON
import Nimbus

/// Checks the expressions of a document: their syntax, the names that they read, and their types.
struct ExpressionCheck {
  /// A value that expressions read.
  private struct Path: Hashable {
    let name: String
    let steps: [ExpressionText.Step]
  }

  let content: DocumentContent
  /// The shape of each step's value, by the place of the step.
  let shapes: [ValueShape]
  /// The values that a run surely has; nil if the ways have problems of their own.
  let sure: SureValues?
  let problems: ProblemList
  /// Whether the names are those of an earlier version of the document, which aren't known.
  var readsEarlierVersion = false
  /// The words for a name that can be read.
  var names = "the id of a step in an expression"
  let reads = ReadList()
  private let patterns = PatternCheck()

  /// Where an expression is read.
  struct Reader {
    let place: SureValues.Place
    let location: JSONLocation
  }

  // MARK: Texts

  /// Checks the condition of a route.
  func checkCondition(_ text: ExpressionText, _ reader: Reader) {
    guard report(text, reader) else { return }
    guard let expression = text.expression else {
      return problems.add(
        at: reader.location, expected: DocumentText.condition, found: "the string \(DocumentText.quoted(text.source))")
    }
    let shape = shape(of: expression, reader, [])
    if shape != .bool, shape != .any {
      problems.add(
        at: reader.location, expected: "an expression whose value is a bool",
        found: "\(shape.words), the value of \(DocumentText.quoted(text.source))")
    }
  }

  /// Returns the shape of the value of a text, and reports the problems of its expressions.
  func shape(of source: String, _ reader: Reader) -> ValueShape {
    let text = ExpressionText(source)
    guard report(text, reader) else { return .any }
    if let expression = text.expression { return shape(of: expression, reader, []) }
    guard text.hasExpression else {
      let texts = text.pieces.map { piece in if case .text(let text) = piece { text } else { "" } }
      return .words([texts.joined()])
    }
    for case .expression(let node) in text.pieces {
      let shape = shape(of: node, reader, [])
      if shape.canBeMissing {
        missing(shape, "a string, a number or a bool", reader)
      } else if !OperationType.Parameter.scalar.takes(shape) {
        problems.add(at: reader.location, expected: "a string, a number or a bool within the text", found: shape.words)
      }
    }
    return .text
  }

  private func report(_ text: ExpressionText, _ reader: Reader) -> Bool {
    for problem in text.problems {
      problems.add(
        at: reader.location, expected: "an expression",
        found: "\(DocumentText.quoted(problem.source)), where Nimbus reports: \(problem.sentence)")
    }
    return text.problems.isEmpty
  }

  private func missing(_ shape: ValueShape, _ expected: String, _ reader: Reader) {
    problems.add(at: reader.location, expected: expected, found: shape.words)
  }

  // MARK: Expressions

  /// Returns the shape of an expression. `known` has the paths whose values aren't missing here.
  private func shape(
    of node: ExpressionText.Node, _ reader: Reader, _ known: Set<Path>, mayBeMissing: Bool = false
  ) -> ValueShape {
    switch node {
    case .literal(let value): ValueShape(of: value)
    case .state(let name, let steps):
      shape(of: Path(name: name, steps: steps), reader, known, mayBeMissing: mayBeMissing)
    case .call(let name, let arguments): shape(ofCall: name, arguments, reader, known)
    }
  }

  private func shape(
    of path: Path, _ reader: Reader, _ known: Set<Path>, mayBeMissing: Bool
  ) -> ValueShape {
    if readsEarlierVersion { return .any }
    guard let place = content.places[path.name] else {
      problems.add(at: reader.location, expected: names, found: DocumentText.quoted(path.name))
      return .any
    }
    let step = content.steps[place]
    guard step.hasValue else {
      problems.add(
        at: reader.location, expected: "a step with a value in an expression",
        found: "\(DocumentText.quoted(step.id)), which is a page")
      return .any
    }
    var shape = shapes[place]
    note(
      place, reader, isGuarded: known.contains(Path(name: path.name, steps: [])) || (mayBeMissing && path.steps.isEmpty)
    )
    if !known.contains(Path(name: path.name, steps: [])),
      let variants = sure?.variants(without: place, at: reader.place)
    {
      guard mayBeMissing, path.steps.isEmpty else {
        reportMissing(step.id, path, variants, reader)
        return .any
      }
      shape = shape.orMissing
    }
    var passed: [ExpressionText.Step] = []
    for part in path.steps {
      if shape.canBeMissing, !known.contains(Path(name: path.name, steps: passed)) {
        missing(shape, "a value with parts before \(words(part))", reader)
        return .any
      }
      guard let next = self.part(part, of: shape.present, path, passed, reader) else { return .any }
      shape = next
      passed.append(part)
    }
    return known.contains(path) ? shape.present : shape
  }

  private func note(_ step: Int, _ reader: Reader, isGuarded: Bool) {
    let node =
      switch reader.place {
      case .beginning(let place): place
      case .completion(let place): content.steps.count + place
      }
    reads.add(ValueRead(node: node, step: step, isGuarded: isGuarded))
  }

  private func reportMissing(_ id: String, _ path: Path, _ variants: [String], _ reader: Reader) {
    let (reading, place) =
      switch reader.place {
      case .beginning(let place): ("at", content.steps[place].id)
      case .completion(let place): ("after", content.steps[place].id)
      }
    let suffix = variants.isEmpty ? "" : " in the variant \(DocumentText.list(variants, "and"))"
    let found =
      id == place
      ? "\"\(text(of: path))\", the step's own value"
      : "\"\(text(of: path))\", and a run can come there without \"\(id)\"\(suffix)"
    problems.add(
      at: reader.location, expected: "a value that every way provides \(reading) \"\(place)\"", found: found)
  }

  private func text(of path: Path) -> String {
    path.steps.reduce(path.name) { text, step in
      switch step {
      case .key(let key): "\(text).\(key)"
      case .index(let index): "\(text)[\(index)]"
      }
    }.brief
  }

  private func words(_ part: ExpressionText.Step) -> String {
    switch part {
    case .key(let key): "\".\(key.brief)\""
    case .index(let index): "\"[\(index)]\""
    }
  }

  /// Returns the shape of a part of a value; nil if a problem was reported.
  private func part(
    _ part: ExpressionText.Step, of shape: ValueShape, _ path: Path, _ passed: [ExpressionText.Step], _ reader: Reader
  ) -> ValueShape? {
    func whole() -> String { "\"\(text(of: Path(name: path.name, steps: passed)))\"" }
    switch (part, shape) {
    case (_, .any): return .any
    case (.key(let key), .object(let members, let isOpen)):
      if let member = members[key] { return member }
      if isOpen { return .any }
      problems.add(
        at: reader.location,
        expected: members.isEmpty
          ? "an object with members" : "a member of \(whole()): \(DocumentText.list(members.keys.sorted()))",
        found: DocumentText.quoted(key))
    case (.index, .list(let element)): return element.orMissing
    case (.key, _):
      problems.add(
        at: reader.location, expected: "an object before \(words(part))", found: "\(whole()), which is \(shape.words)")
    case (.index, _):
      problems.add(
        at: reader.location, expected: "an array before \(words(part))", found: "\(whole()), which is \(shape.words)")
    }
    return nil
  }

  // MARK: Calls

  private func shape(
    ofCall name: String, _ arguments: [ExpressionText.Node], _ reader: Reader, _ known: Set<Path>
  ) -> ValueShape {
    guard let type = OperationType.all[name] else {
      problems.add(
        at: reader.location, expected: "an operation of Nimbus, such as \"eq\", \"and\", \"condition\" or \"sum\"",
        found: DocumentText.quoted(name))
      return .any
    }
    guard type.accepts(count: arguments.count) else {
      problems.add(at: reader.location, expected: "\(type.counts) of \"\(name)\"", found: "\(arguments.count)")
      return .any
    }
    var known = known
    var shapes: [ValueShape] = []
    let earlier = problems.count
    for (index, argument) in arguments.enumerated() {
      // A value behind a test for null isn't missing. A longer list of tests isn't written by a person, and would be copied for each call.
      let isLong = known.count >= 64
      var here = known
      if name == "condition", index > 0, !isLong { here.formUnion(present(if: arguments[0], is: index == 1)) }
      let parameter = type.parameter(index)
      let shape = shape(of: argument, reader, here, mayBeMissing: name == "isNull")
      shapes.append(shape)
      if name == "and", !isLong { known.formUnion(present(if: argument, is: true)) }
      if shape.canBeMissing {
        if !parameter.takesMissing { missing(shape, "\(parameter.words) for \"\(name)\"", reader) }
      } else if !parameter.takes(shape) {
        problems.add(at: reader.location, expected: "\(parameter.words) for \"\(name)\"", found: shape.words)
      }
    }
    if name == "eq", !shapes[0].canEqual(shapes[1]) {
      problems.add(
        at: reader.location, expected: "values that can be equal for \"eq\"",
        found: "\(shapes[0].words) and \(shapes[1].words)")
    }
    if let pattern = patterns.unsoundPattern(of: name, arguments) {
      problems.add(
        at: reader.location, expected: "a regular expression for \"\(name)\"",
        found: "the string \(DocumentText.quoted(pattern))")
    }
    let result = type.result(shapes)
    // Whether a number is an integer depends on the arguments, and one of them has a problem already.
    return result == .number && problems.count > earlier ? .any : result
  }

  /// Returns the values that aren't missing if a condition has a result.
  private func present(if condition: ExpressionText.Node, is result: Bool) -> Set<Path> {
    switch condition {
    case .call("isNull", let arguments) where !result && arguments.count == 1:
      if case .state(let name, let steps) = arguments[0] { return [Path(name: name, steps: steps)] }
      return []
    case .call("not", let arguments) where arguments.count == 1: return present(if: arguments[0], is: !result)
    case .call("and", let arguments) where result:
      return arguments.reduce(into: []) { $0.formUnion(present(if: $1, is: true)) }
    case .call("or", let arguments) where !result:
      return arguments.reduce(into: []) { $0.formUnion(present(if: $1, is: false)) }
    default: return []
    }
  }
}
