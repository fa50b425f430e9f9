/// A value that crosses an isolation boundary that the compiler can't check.
///
/// `@unchecked Sendable`: the code that makes one gives the value away, or passes it to code that runs on the same queue
/// before it continues itself.
@usableFromInline
package struct UnsafeTransfer<Value>: @unchecked Sendable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }
}
