/// An error that describes why a core library action had no effect. The error is logged.
struct ActionFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
