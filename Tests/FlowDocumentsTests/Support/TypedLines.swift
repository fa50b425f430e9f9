import FlowDocuments
import FlowJSON
import FlowState
import FlowTerminal
import Foundation

/// A terminal whose user has typed some lines.
struct TypedLines {
  let session: ScreenSession
  private let input = Pipe()
  private let output = Pipe()

  init(_ lines: [String]) throws {
    input.fileHandleForWriting.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    try input.fileHandleForWriting.close()
    session = ScreenSession(
      lines: LineReader(input: input.fileHandleForReading.fileDescriptor),
      output: TextOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
      terminal: Terminal(terminals: [], environment: [:], columns: 80))
  }

  /// Ends the output, and returns it.
  func written() throws -> String {
    try output.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    withExtendedLifetime(input) {}
    return String(decoding: data, as: UTF8.self)
  }

  /// Runs a document in memory.
  static func play(
    _ text: String, for registry: FlowRegistry = Passport.registry(), variant: String? = nil, _ lines: String...
  ) async throws -> (JSONValue?, String) {
    let terminal = try TypedLines(lines)
    let document = try FlowDocument(parsing: text, for: registry)
    let result = try await document.flow(variant: variant, on: terminal.session).reversible().run()
    return (result, try terminal.written())
  }
}
