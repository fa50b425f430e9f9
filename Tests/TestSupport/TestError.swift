/// The error that tests throw and expect.
package struct TestError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String = "mishap") {
    self.description = description
  }
}
