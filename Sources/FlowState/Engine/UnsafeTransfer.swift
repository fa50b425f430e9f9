/// Carries a value across a boundary that the compiler cannot see through.
///
/// Guard of `@unchecked Sendable`: whoever makes one gives the value away, or hands it to code that runs on the same queue
/// before the maker goes on.
@usableFromInline
struct UnsafeTransfer<Value>: @unchecked Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
