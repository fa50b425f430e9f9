import FlowConsole
import FlowDurable
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// The program `flow-console`: a console for the runs of a store whose program runs elsewhere.
@main
struct ConsoleCommand {
  static func main() async {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.contains("--help") || words.contains("-h") {
        print(ConsoleOptions.help)
        return
      }
      try await run(try ConsoleOptions(words))
    } catch let error as ConsoleOptions.Fault {
      fail("\(error.sentence)\n'flow-console --help' shows what is possible.", 64)
    } catch let error as StoreError {
      fail("\(error)", 69)
    } catch let error as ConsoleError {
      fail("\(error)", 69)
    } catch {
      fail("\(error)", 70)
    }
  }

  private static func run(_ options: ConsoleOptions) async throws {
    let (store, title) = try await open(options)
    var settings = options.settings
    settings.title = title
    let console = ConsoleService(store: store, settings: settings)
    var logger = Logger(label: "flow-console")
    logger.logLevel = .error
    let group = ServiceGroup(
      services: [console], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    try await group.run()
  }

  /// Opens the store. Ends the program if the store can't be opened.
  private static func open(_ options: ConsoleOptions) async throws -> (any FlowStore, title: String) {
    do {
      return try await options.open()
    } catch let fault as ConsoleOptions.Fault {
      throw fault
    } catch {
      fail("\(error)", 69)
    }
  }

  private static func fail(_ sentence: String, _ code: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("flow-console: \(sentence)\n".utf8))
    exit(code)
  }
}
