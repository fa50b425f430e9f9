import FlowConsole
import FlowDurable
import FlowWeb
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// A shop as pages: a sign-up, and an order with a payment that takes a second. The console shows the runs.
@main
struct Demo {
  static func main() async throws {
    let options = options()
    do {
      try await serve(options)
    } catch let error as StoreError {
      fail("\(error)", 69)
    } catch let error as ConsoleError {
      fail("\(error)", 69)
    }
  }

  private static func serve(_ options: Options) async throws {
    let store = try FileStore(at: options.journal)
    let (signUp, order) = (try SignUp.flow(), try Purchase.flow())
    let worker = FlowWorker(store, running: [signUp, order], name: "web-demo")
    let router = Router()
    Pages(signUp, worker: worker, at: "/sign-up").named("The shop")
      .starting(PageText("Sign up", "You need your name and an email address. It takes a minute."))
      .button("Create the account", at: "check")
      .ending { name in PageText("Welcome, \(name ?? "friend")", "Your account is ready.") }
      .add(to: router)
    Pages(order, worker: worker, at: "/order").named("The shop")
      .starting(PageText("Order tea", "You choose a tea, and pay."))
      .button("Pay", at: "address").button("Place the order", at: "check")
      .ending { receipt in PageText("Thank you", "Your receipt is \(receipt ?? "lost").") }
      .add(to: router)
    router.get("/") { _, _ in Response.redirect(to: "/sign-up", type: .normal) }
    var settings = ConsoleSettings()
    settings.port = options.port == 0 ? 0 : options.port + 1
    let application = Application(serving: router, port: options.port, logger: quiet) { port in
      let base = "http://127.0.0.1:\(port)"
      FileHandle.standardOutput.write(Data("Sign up: \(base)/sign-up\nOrder: \(base)/order\n".utf8))
    }
    let group = ServiceGroup(
      services: [
        Working(worker: worker), ConsoleService(store: store, flows: [signUp, order], settings: settings), application,
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
    try await group.run()
    try await store.close()
  }

  /// The server reports its address itself.
  private static var quiet: Logger {
    var logger = Logger(label: "web-demo")
    logger.logLevel = .error
    return logger
  }

  /// A worker as a service.
  private struct Working: Service {
    let worker: FlowWorker

    func run() async throws {
      try await withGracefulShutdownHandler {
        try await worker.run()
      } onGracefulShutdown: {
        Task { await worker.stop() }
      }
    }
  }

  // MARK: Command line

  private struct Options {
    var port = 8_080
    var journal = FileManager.default.temporaryDirectory.appending(path: "web-demo-\(getpid()).journal").path
  }

  private static let usage = """
    Usage: web-demo [--port PORT] [--journal FILE]

    Serves a sign-up and an order as pages, and a console for their runs.

      --port PORT      The port of the pages, 8080 by default; 0 for any that is free. The console has the next one.
      --journal FILE   The journal of the runs; a new one in the temporary folder by default.
      --help           Show this help and end.
    """

  private static func options() -> Options {
    var options = Options()
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h":
        print(usage)
        exit(0)
      case "--port":
        guard let port = words.popFirst().flatMap({ Int($0) }), 0...65_534 ~= port else {
          fail("'--port' needs a number from 0 to 65534.\n\n\(usage)", 64)
        }
        options.port = port
      case "--journal":
        guard let path = words.popFirst() else { fail("'--journal' needs a file.\n\n\(usage)", 64) }
        options.journal = path
      default: fail("'\(word)' isn't an option.\n\n\(usage)", 64)
      }
    }
    return options
  }

  private static func fail(_ sentence: String, _ code: Int32) -> Never {
    FileHandle.standardError.write(Data("web-demo: \(sentence)\n".utf8))
    exit(code)
  }
}
