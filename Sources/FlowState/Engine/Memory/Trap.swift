/// Traps with a sentence that names the mistake and its remedy.
///
/// Release builds print the sentence too. They don't print the message of `preconditionFailure`.
@usableFromInline
@inline(never)
package func trap(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(sentence, file: file, line: line)
}

/// Traps with a sentence if a requirement of the library isn't met; see ``trap(_:file:line:)``.
@inlinable
package func requireUse(
  _ condition: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition() { trap(sentence(), file: file, line: line) }
}
