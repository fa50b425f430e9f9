/// A value that is changed outside of this object, between two exchanges.
///
/// Swift checks at run time that no other access overlaps with a change in place. This check costs more than most
/// changes of a list, and an exchange needs none. A change must not run code that uses the same value, because that
/// code would find an empty value.
final class Exchanged<Value: Emptiable> {
  private var value = Value()

  /// Changes the value.
  @inline(__always)
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    var value = Value()
    exchange(with: &value)
    let result = body(&value)
    exchange(with: &value)
    return result
  }

  /// Exchanges the value with another one.
  @inline(__always)
  func exchange(with other: inout Value) { swap(&value, &other) }
}

/// A type whose values can be empty.
protocol Emptiable {
  /// Creates an empty value.
  init()
}

extension Array: Emptiable {}
