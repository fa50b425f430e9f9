import FlowConsole
import FlowDurable
import FlowMarkup
import FlowWeb
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// A shop as pages: a sign-up, an order with a payment that takes a second, and screens in memory. The console shows the durable runs.
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
    var settings = ConsoleSettings()
    settings.port = options.port == 0 ? 0 : options.port + 1
    let router = Router()
    try SignUp.pages(signUp, worker: worker).add(to: router)
    Purchase.pages(order, worker: worker).add(to: router)
    try addKitchen(to: router)
    addIndex(to: router, console: settings.port == 0 ? nil : "http://127.0.0.1:\(settings.port)/")
    let application = Application(serving: router, port: options.port, logger: .quiet("web-demo")) { port in
      let base = "http://127.0.0.1:\(port)"
      try? FileHandle.standardOutput.write(contentsOf: Data("All pages: \(base)/\nOrder: \(base)/order\n".utf8))
    }
    let group = ServiceGroup(
      services: [
        WorkingService(worker), ConsoleService(store: store, flows: [signUp, order], settings: settings), application,
      ],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: .quiet("web-demo"))
    try await group.run()
    try await store.close()
  }

  /// The screens in memory.
  static func addKitchen(to router: Router<BasicRequestContext>) throws {
    Screens(try Kitchen.recipe(), at: "/recipe").named("The kitchen")
      .starting(PageText("Flatbread", "Five steps, and one of them is a countdown."), button: "Start cooking")
      .ending { steps in PageText(steps == nil ? "Another time" : "Enjoy it", "The recipe is over.") }
      .add(to: router)
    Screens(Kitchen.booking(), at: "/booking").named("The kitchen")
      .starting(PageText("Book a table", "For one to eight people."))
      .ending { table in PageText(table == nil ? "No table is booked" : "See you soon", table ?? "You have left.") }
      .add(to: router)
    Screens(try Kitchen.menu(), at: "/menu").named("The kitchen").images(from: ["/pictures/"])
      .starting(PageText("The menu", "What is there today."), button: "Show it")
      .ending { dish in PageText("Well chosen", "You get: \(dish ?? "nothing").") }
      .add(to: router)
    router.get("/pictures/:name") { _, context in
      guard let picture = Kitchen.pictures[context.parameters.get("name") ?? ""] else { throw HTTPError(.notFound) }
      return text(picture, "image/svg+xml")
    }
  }

  /// The page that lists what the demo shows.
  static func addIndex(to router: Router<BasicRequestContext>, console: String?) {
    router.get("/") { _, _ in text(IndexPage.html(console: console).text, "text/html; charset=utf-8") }
    router.get("/index.css") { _, _ in text(IndexPage.style, "text/css; charset=utf-8") }
  }

  private static func text(_ text: String, _ type: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .contentSecurityPolicy: "default-src 'none'; style-src 'self'"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  // MARK: Command line

  private struct Options {
    var port = 8_080
    var journal = FileManager.default.temporaryDirectory.appending(path: "web-demo-\(getpid()).journal").path
  }

  private static let usage = """
    Usage: web-demo [--port PORT] [--journal FILE]

    Serves a sign-up, an order, and screens in memory as pages, and a console for the durable runs.

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
    try? FileHandle.standardError.write(contentsOf: Data("web-demo: \(sentence)\n".utf8))
    exit(code)
  }
}
