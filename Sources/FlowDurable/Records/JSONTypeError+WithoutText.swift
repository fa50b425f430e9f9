import FlowJSON

extension JSONTypeError {
  /// The error without any text that was found.
  ///
  /// The text can be part of a value in a damaged record, and the error becomes the reason of a parked run.
  var withoutText: JSONTypeError {
    found.hasPrefix("the string ") ? JSONTypeError(at: location, expected: expected, found: "a string") : self
  }
}
