public import FlowDurable
import FlowMarkup
import Foundation
import Hummingbird
import Logging
import NIOCore
public import ServiceLifecycle
import WebServing

/// A console in the browser that shows and controls the runs of a store and of this process.
///
/// ```swift
/// let console = ConsoleService(store: store, flows: [order])
/// let group = ServiceGroup(
///   services: [console], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "orders"))
/// try await group.run()  // prints the address: http://127.0.0.1:8484/?token=…
/// ```
///
/// It lists runs, draws each run and each flow with its events, and sends commands and messages. Open pages follow the
/// store. Only this following needs a script.
///
/// The console listens on 127.0.0.1 and answers only requests with the token of the printed address. Actions need a
/// form from a page of the console. Values of runs are shown after a click, except sealed values and private values of
/// the given flows, which are never shown. Types and texts of failures are shown at once; a `PayloadCodec` of the flow
/// seals the texts that its runs record.
public struct ConsoleService: Service {
  private let store: (any FlowStore)?
  private let flows: [any AnyDurableFlow]
  private let watched: WatchedRuns?
  private let settings: ConsoleSettings
  /// The limits of connections, which tests make small.
  var limits = ConnectionLimits()
  /// The time for which a page waits for numbers of runs.
  var countTime = Duration.milliseconds(60)

  /// Creates a console for a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - flows: The flows that the program knows. The console draws runs of other flows from their records.
  ///   - watch: The observer of the runs of this process; nil if they aren't shown.
  ///   - settings: The address, the access, and the options of the console.
  public init(
    store: any FlowStore, flows: [any AnyDurableFlow] = [], watching watch: RunWatch? = nil,
    settings: ConsoleSettings = ConsoleSettings()
  ) {
    self.store = store
    self.flows = flows
    watched = watch.map { WatchedRuns(watch: $0) }
    self.settings = settings
  }

  /// Creates a console for the runs of this process.
  ///
  /// - Parameters:
  ///   - watch: The observer of the runs.
  ///   - settings: The address, the access, and the options of the console.
  public init(watching watch: RunWatch, settings: ConsoleSettings = ConsoleSettings()) {
    store = nil
    flows = []
    watched = WatchedRuns(watch: watch)
    self.settings = settings
  }

  /// Serves the pages until the service is shut down or the task is cancelled.
  ///
  /// - Throws: A ``ConsoleError`` if it can't listen.
  public func run() async throws {
    // A cookie for this port. With port 0, the system chooses the port after the gate is created, so this cookie has a
    // name of its own.
    let gate = ConsoleGate(token: settings.token, hosts: hosts, port: settings.port)
    let router = ConsoleRouter(
      stored: store.map { StoredRuns($0, flows: flows, patience: countTime) }, watched: watched, gate: gate,
      subject: settings.title ?? store?.identity ?? "This process",
      isReadOnly: settings.isReadOnly)
    var logger = Logger(label: "FlowConsole")
    // The console announces its address itself; the server would log it again.
    logger.logLevel = .warning
    let settings = settings
    let connections = Connections(limits)
    let application = Application(
      responder: ConsoleResponder(router: router, connections: connections),
      server: .http1(configuration: .init(additionalChannelHandlers: [ConnectionHandler(connections)])),
      configuration: .init(
        address: .hostname(settings.address, port: settings.port), serverName: nil,
        availableConnectionsDelegate: DescriptorReserve(isLeft: limits.hasDescriptors)),
      onServerRunning: { channel in
        connections.watch(channel)
        settings.announce(Self.url(settings, port: channel.localAddress?.port ?? settings.port))
      }, logger: logger)
    do {
      try await Self.serve(application)
    } catch let error as IOError {
      throw error.errnoCode == EADDRINUSE
        ? ConsoleError.portInUse(address: settings.address, port: settings.port)
        : ConsoleError.cannotListen(address: settings.address, port: settings.port, reason: "\(error)")
    } catch is SocketAddressError.UnknownHost {
      throw ConsoleError.cannotListen(
        address: settings.address, port: settings.port, reason: "no host has this name or address")
    }
  }

  /// Runs the server until it is shut down. Cancelling the task also shuts it down: cancelling the server itself would
  /// close its connections during use, which it logs as errors.
  private static func serve(_ application: some Service) async throws {
    let group = ServiceGroup(
      services: [application], logger: Logger(label: "FlowConsole") { _ in SwiftLogNoOpLogHandler() })
    let serving = Task { try await group.run() }
    @Sendable func shutDown() {
      Task { await group.triggerGracefulShutdown() }
    }
    try await withTaskCancellationHandler {
      try await withGracefulShutdownHandler {
        try await serving.value
      } onGracefulShutdown: {
        shutDown()
      }
    } onCancel: {
      shutDown()
    }
  }

  /// The names under which the console is reached, in lowercase.
  var hosts: Set<String> {
    // Host names are case-insensitive, and the gate compares lowercase names.
    Set(settings.hosts.map { $0.lowercased() }).union([Self.host(settings.address), "127.0.0.1", "localhost", "[::1]"])
  }

  /// Returns the address in the form that URLs require.
  private static func host(_ address: String) -> String {
    address.contains(":") ? "[\(address)]" : address.lowercased()
  }

  private static func url(_ settings: ConsoleSettings, port: Int) -> String {
    // A browser can't open the address that means all addresses.
    let host = ["0.0.0.0", "::"].contains(settings.address) ? "127.0.0.1" : host(settings.address)
    return "http://\(host):\(port)/?\(ConsoleGate.field)=\(settings.token.percentEncoded)"
  }
}
