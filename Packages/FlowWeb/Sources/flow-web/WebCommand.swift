import FlowConsole
import FlowDocuments
import FlowDurable
import Foundation
import NIOCore

/// The program `flow-web`: serves a flow document as pages, or checks it.
@main
struct WebCommand {
  static func main() async {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.contains("--help") || words.contains("-h") {
        print(WebOptions.help)
        return
      }
      let options = try WebOptions(words)
      switch options.work {
      case .serve:
        let source = try DocumentSource(at: options.path)
        let flow = try source.flow(sealedBy: options.key)
        try await DocumentServer(document: source.document, flow: flow, options: options).run()
      case .check(let journal): try await check(options, against: journal)
      }
    } catch let fault as Fault {
      fail(fault.sentence, fault.code)
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      fail("The port is in use. Choose another one with --port, or 0 for any that is free.", Fault.unavailable)
    } catch {
      // A store, the console, or the network.
      fail("\(error)", Fault.unavailable)
    }
  }

  /// Prints that the document is fine, or the problems of stored runs with it.
  private static func check(_ options: WebOptions, against journal: String?) async throws {
    let source = try DocumentSource(at: options.path)
    guard let journal else {
      let count = source.document.steps.count
      print(
        "The document is fine: '\(source.document.identifier)' of version \(source.document.version), with \(count) step\(count == 1 ? "" : "s")."
      )
      return
    }
    let flow = try source.flow(sealedBy: options.key)
    let report = try await CompatibilityCheck(try JournalReader(at: journal)).check(flow)
    print(report.printable)
    if !report.isFine { exit(Fault.data) }
  }

  private static func fail(_ sentence: String, _ code: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("flow-web: \(sentence)\n".utf8))
    exit(code)
  }
}

/// A reason why the program ends, with its exit code.
struct Fault: Error {
  /// The command line isn't as expected.
  static let usage: Int32 = 64
  /// The document isn't as expected.
  static let data: Int32 = 65
  /// A file, a store or a port can't be used.
  static let unavailable: Int32 = 69

  let sentence: String
  let code: Int32
}
