package import Testing

/// Checks that the standard error of a child process that trapped contains a sentence.
package func expectSaid(
  _ result: ExitTest.Result?, _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(text.contains(sentence), "it said: \(text)", sourceLocation: sourceLocation)
}
