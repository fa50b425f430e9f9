import FlowConsole
import FlowDurable
import FlowState
import Foundation

/// A shop and a profile flow with the console beside them.
///
/// The profile flow runs in this terminal, in memory; the page "This process" follows it. The orders of the shop are durable runs of
/// a store in memory. Quit the profile flow to end the program.
@main
struct Demo {
  static func main() async throws {
    let watch = RunWatch()
    let order = try Shop.makeFlow()
    let store = MemoryStore(timed: WallClock())
    let worker = FlowWorker(store, running: [order], name: "demo")
    var settings = ConsoleSettings()
    settings.title = "Demo shop"
    if let port = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) { settings.port = port }
    let (listens, announced) = AsyncStream<Void>.makeStream()
    let announce = settings.announce
    settings.announce = { address in
      announce(address)
      announced.finish()
    }
    let console = FlowConsole(store: store, flows: [order], watching: watch, settings: settings)
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
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(69)
    }
  }
}
