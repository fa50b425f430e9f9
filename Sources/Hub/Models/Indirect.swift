/// An optional value that lies elsewhere, so that a type can contain itself: a target has a view, whose components have
/// targets. An array of at most one element gives value semantics and changes in place for nothing.
struct Indirect<Value> {
  private var elements: [Value]

  init(_ value: Value? = nil) {
    elements = value.map { [$0] } ?? []
  }

  /// The value.
  var value: Value? { elements.first }

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
