/// A variable that two threads use one after the other.
package final class Slot<Value>: @unchecked Sendable {
  // Guard: whoever writes is done before the other is told to read.
  package var value: Value?

  package init() {}
}
