import FlowJSON

/// Follows a path in the same way as reading, and records the location of each value and the steps that fail.
struct PathTrace {
  /// The values that the path leads to.
  var found: [JSONElement] = []
  /// The failure that is furthest along the path. Combined paths have one failure each.
  var failures: [JSONTypeError] = []
  /// The number of remaining steps at that failure.
  private var stepsLeft = Int.max

  /// Follows operations from a value.
  mutating func follow(_ operations: ArraySlice<PathOperation>, from start: JSONElement) {
    var element = start
    var rest = operations
    while let operation = rest.first {
      guard let value = element.value else { return }
      let left = rest.count
      rest = rest.dropFirst()
      switch operation {
      case .member(let key):
        let name = JSONValue.string(key).jsonText
        guard case .object(let object) = value else {
          return fail(left, element.mismatch("an object with \(name)"))
        }
        guard object[key] != nil else {
          return fail(
            left, JSONTypeError(at: element.location, expected: "a member \(name)", found: Self.members(of: object)))
        }
        element = element[key]
      case .elements:
        guard case .array(let elements) = value else { return fail(left, element.mismatch("an array")) }
        guard !elements.isEmpty else { return fail(left, element.mismatch("an element")) }
        for index in elements.indices { follow(rest, from: element[index]) }
        return
      case .run(let name, let block):
        guard let result = block(value) else {
          return fail(left, element.mismatch("a value that the block \"\(name)\" keeps"))
        }
        element = JSONElement(result, at: element.location)
      case .filter(let filter):
        guard filter.passes(value) else { return fail(left, element.mismatch(filter.expectation)) }
      case .combine(let paths):
        guard case .object = value else { return fail(left, element.mismatch("an object")) }
        for path in paths { followAlternative(path + rest, from: element) }
        return
      }
    }
    found.append(element)
  }

  /// Follows one of several combined paths. Keeps its failure in addition to those of the others.
  private mutating func followAlternative(_ operations: [PathOperation], from start: JSONElement) {
    var trace = PathTrace()
    trace.follow(operations[...], from: start)
    found += trace.found
    failures += trace.failures
    stepsLeft = 0
  }

  /// Records a failure if it is further along the path than the previous one.
  private mutating func fail(_ left: Int, _ failure: JSONTypeError) {
    guard left < stepsLeft else { return }
    stepsLeft = left
    failures = [failure]
  }

  /// Describes the members of an object that lacks the expected one.
  private static func members(of object: JSONObject) -> String {
    guard !object.isEmpty else { return "an empty object" }
    let names = object.prefix(4).map { JSONValue.string($0.name).foundName }.joined(separator: ", ")
    return "an object with \(names)" + (object.count > 4 ? " and \(object.count - 4) more" : "")
  }
}

extension JSONValue {
  /// A member's name in quotes, shortened if it is long.
  fileprivate var foundName: String {
    guard case .string(let name) = self, name.isLonger(than: 40) else { return jsonText }
    return JSONValue.string(name.prefix(scalars: 39) + "…").jsonText
  }
}
