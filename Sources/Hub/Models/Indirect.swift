/// An optional value that lies elsewhere, so that a type can contain itself: a target has a view, whose components have
/// targets. An array of at most one element gives value semantics and changes in place for nothing.
struct Indirect<Value> {
  private var elements: [Value]

  init(_ value: Value? = nil) {
    elements = value.map { [$0] } ?? []
  }

  /// The value.
  var value: Value? {
    get { elements.first }
    set { elements = newValue.map { [$0] } ?? [] }
  }

  /// Whether there is none.
  var isEmpty: Bool { elements.isEmpty }

  /// What `read` makes of the value, which is not copied for it.
  func read<Result>(_ read: (Value) -> Result?) -> Result? {
    elements.isEmpty ? nil : read(elements[0])
  }

  /// Changes the value in place, if there is one.
  mutating func editIfPresent<Result>(_ change: (inout Value) -> Result) -> Result? {
    elements.isEmpty ? nil : change(&elements[0])
  }

  /// Changes the value in place, after making it if there is none.
  mutating func edit<Result, Failure: Error>(
    orMake make: @autoclosure () -> Value, _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if elements.isEmpty { elements.append(make()) }
    return try change(&elements[0])
  }
}

extension Indirect: Sendable where Value: Sendable {}
extension Indirect: Equatable where Value: Equatable {}
