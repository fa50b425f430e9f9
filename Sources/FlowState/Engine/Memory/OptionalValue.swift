/// An optional of any type. Casting a value to it shows whether the value is an optional, and what is in it.
package protocol OptionalValue {
  /// The value in the optional; nil if there is none.
  var anyContent: Any? { get }
}

extension Optional: OptionalValue {
  package var anyContent: Any? { self }
}
