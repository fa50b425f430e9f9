/// An error that describes why an operation has no value. The error is logged.
struct OperationFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
