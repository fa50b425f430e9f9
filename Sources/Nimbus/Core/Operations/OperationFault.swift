/// Why an operation has no value. It is logged.
struct OperationFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
