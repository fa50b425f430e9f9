/// An error that says that an action couldn't be decoded from its properties, as opposed to failing when it ran.
struct ActionDecodingFailure: Error {
  let cause: any Error
}
