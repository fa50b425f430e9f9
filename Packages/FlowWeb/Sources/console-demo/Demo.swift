import FlowConsole
import FlowDurable
import FlowState
import Foundation

/// A shop and a profile flow, with a console for both.
///
/// The profile flow runs in this terminal, in memory; the page "This process" follows it. The orders of the shop are
/// durable runs in a memory store. Quit the profile flow to end the program.
@main
struct Demo {
  static func main() async throws {
    let port = readPort()
    let watch = RunWatch()
    let order = try Shop.makeFlow()
    let store = MemoryStore(timed: WallClock())
    let worker = FlowWorker(store, running: [order], name: "demo")
    var settings = ConsoleSettings()
    settings.title = "Demo shop"
    if let port { settings.port = port }
    let (listens, announced) = AsyncStream<Void>.makeStream()
    let announce = settings.announce
    settings.announce = { address in
      announce(address)
      announced.finish()
    }
    let console = ConsoleService(store: store, flows: [order], watching: watch, settings: settings)
    let profile = Profile().flow.observed(by: watch)
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await console.run()
          return true
        }
        group.addTask {
          try await worker.run()
          return false
        }
        group.addTask {
          try await Shop.trade(order, with: worker)
          return false
        }
        group.addTask {
          for await _ in listens {}
          _ = try await profile.run()
          return true
        }
        while try await !(group.next() ?? true) {}
        group.cancelAll()
      }
    } catch is CancellationError {
      return
    } catch let error as ConsoleError {
      fail("\(error)", 69)
    }
  }

  private static let usage = """
    Usage: console-demo [PORT]

    Shows a profile in this terminal, and its run in the browser, beside the orders of a shop.

      PORT     The port of the console; 0 for any that is free. 8484 by default.
      --help   Show this help and end.
    """

  /// Returns the port on the command line; nil if there is none.
  private static func readPort() -> Int? {
    let words = CommandLine.arguments.dropFirst()
    if words.contains("--help") || words.contains("-h") {
      print(usage)
      exit(0)
    }
    guard let word = words.first else { return nil }
    guard words.count == 1, let port = Int(word), (0...65_535).contains(port) else {
      fail("'\(words.joined(separator: " "))' isn't a port. Expected a number from 0 to 65535.\n\n\(usage)", 64)
    }
    return port
  }

  private static func fail(_ sentence: String, _ code: Int32) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("\(sentence)\n".utf8))
    exit(code)
  }
}
