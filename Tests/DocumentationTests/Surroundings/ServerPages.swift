import FlowTerminal
import Foundation

// Declarations that the article about flows from a server and the catalog of FlowTerminal need.

enum FlowsFromAServerPage {
  /// A server with a few documents.
  struct Server: Sendable {
    private let documents: [String: String]

    init(_ documents: [String: String]) { self.documents = documents }

    func get(_ name: String) async -> Data { Data((documents[name] ?? "").utf8) }
  }

  /// An output that is discarded.
  static let nowhere = TextOutput(descriptor: open("/dev/null", O_WRONLY))

  /// Returns a reader of lines, as if a person had typed them.
  static func typed(_ lines: String...) -> LineReader {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    try? pipe.fileHandleForWriting.close()
    // The pipe closes its own end when it is released.
    return LineReader(input: dup(pipe.fileHandleForReading.fileDescriptor))
  }
}

enum FlowTerminalPage {
  /// Returns a reader of lines, as if a person had typed them.
  static func typed(_ lines: String...) -> LineReader { typed(lines) }

  static func typed(_ lines: [String]) -> LineReader {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    try? pipe.fileHandleForWriting.close()
    return LineReader(input: dup(pipe.fileHandleForReading.fileDescriptor))
  }
}
