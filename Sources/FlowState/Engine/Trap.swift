/// Traps with a sentence that says what was done wrong and what to do instead.
///
/// IterativeRelease builds say it too, which leave out the sentence of `preconditionFailure`.
@usableFromInline
@inline(never)
func trap(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(sentence, file: file, line: line)
}

/// Traps with a sentence, as ``trap(_:file:line:)`` does, unless the library is used as it is meant to be.
@inlinable
func requireUse(
  _ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition() { trap(sentence(), file: file, line: line) }
}
