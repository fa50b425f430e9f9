/// Traps with a sentence for the programmer, in release builds too, where the sentence of `preconditionFailure` is left out.
///
/// - Parameter sentence: What was done wrong, and what to do instead.
@usableFromInline
@inline(never)
func trap(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(sentence, file: file, line: line)
}

/// Traps with a sentence for the programmer unless a condition holds.
///
/// - Parameters:
///   - condition: Holds where the library is used as it is meant to be.
///   - sentence: What was done wrong, and what to do instead.
@inlinable
func requireUse(
  _ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition() { trap(sentence(), file: file, line: line) }
}
