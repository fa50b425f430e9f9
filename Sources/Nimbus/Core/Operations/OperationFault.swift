/// An error that says why an operation has no value. It's logged.
struct OperationFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
