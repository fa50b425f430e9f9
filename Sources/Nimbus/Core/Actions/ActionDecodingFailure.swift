/// An error that occurs when an action can't be decoded from its properties. Errors of the running action have other
/// types.
struct ActionDecodingFailure: Error {
  let cause: any Error
}
