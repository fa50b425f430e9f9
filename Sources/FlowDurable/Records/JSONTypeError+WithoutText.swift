import FlowJSON

extension JSONTypeError {
  /// The error without a text that was found: in a damaged record it may be part of a value, and the error becomes the reason of a
  /// parked run.
  var withoutText: JSONTypeError {
    found.hasPrefix("the string ") ? JSONTypeError(at: location, expected: expected, found: "a string") : self
  }
}
