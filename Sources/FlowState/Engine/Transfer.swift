/// Carries a value across a boundary that the compiler cannot see through.
///
/// Guard of `@unchecked Sendable`: whoever makes one gives the value away, or hands it to code that runs on the same queue
/// before the maker goes on.
struct Transfer<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
