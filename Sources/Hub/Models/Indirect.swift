/// An optional value that is stored indirectly, so that a type can contain itself. For example, a target has a view,
/// whose components have targets.
///
/// An array of at most one element provides value semantics and mutation in place.
struct Indirect<Value> {
  private var elements: [Value]

  init(_ value: Value? = nil) {
    elements = value.map { [$0] } ?? []
  }

  /// The value.
  var value: Value? { elements.first }

  /// The value, which must not be nil. It is read and changed in place.
  var existing: Value {
    _read { yield elements[0] }
    _modify { yield &elements[0] }
  }

  /// Whether the value is nil.
  var isEmpty: Bool { elements.isEmpty }

  /// Returns the result of `read` for the address of the value. Equal addresses show that two instances share the
  /// value.
  func withPlace<Result>(_ read: (UnsafePointer<Value>?) -> Result) -> Result {
    elements.withUnsafeBufferPointer { read($0.baseAddress) }
  }

  /// Returns the result of `read` for the value. The value is not copied.
  func read<Result>(_ read: (Value) -> Result?) -> Result? {
    elements.isEmpty ? nil : read(elements[0])
  }

  /// Changes the value in place. Does nothing if the value is nil.
  mutating func editIfPresent<Result>(_ change: (inout Value) -> Result) -> Result? {
    elements.isEmpty ? nil : change(&elements[0])
  }

  /// Changes the value in place. If the value is nil, this method creates it first.
  mutating func edit<Result, Failure: Error>(
    orMake make: @autoclosure () -> Value, _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if elements.isEmpty { elements.append(make()) }
    return try change(&elements[0])
  }
}

extension Indirect: Sendable where Value: Sendable {}
extension Indirect: Equatable where Value: Equatable {}
