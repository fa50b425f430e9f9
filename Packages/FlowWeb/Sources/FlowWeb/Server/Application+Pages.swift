public import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import WebServing

extension Application {
  /// Creates a server for pages, with bounds for slow and for many clients.
  ///
  /// ```swift
  /// try await Application(serving: router, port: 8_080).runService()
  /// ```
  ///
  /// A client that takes too long to send a request is disconnected. If there are too many connections, a new one
  /// replaces the oldest that has sent no whole request, or else the oldest that waits for none. A request that was answered
  /// before its end isn't received any further.
  ///
  /// - Parameters:
  ///   - router: The router with the pages.
  ///   - address: The address on which the server listens; by default, that of this machine, for a proxy.
  ///   - port: The port; 0 for any that is free.
  ///   - limits: The number of connections, and the time that clients have.
  ///   - logger: Where the server logs, and the pages, if they fail.
  ///   - announce: Receives the port as soon as the server listens.
  public init<Builder: HTTPResponderBuilder>(
    serving router: Builder, on address: String = "127.0.0.1", port: Int = 8_080, within limits: ClientLimits = .init(),
    logger: Logger? = nil, announcing announce: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) where Responder == Builder.Responder {
    let own = limits.connectionLimits
    let connections = Connections(own)
    self.init(
      router: router, server: .http1(configuration: .init(additionalChannelHandlers: [ConnectionHandler(connections)])),
      configuration: .init(
        address: .hostname(address, port: port), serverName: nil,
        availableConnectionsDelegate: DescriptorReserve(isLeft: own.hasDescriptors)),
      onServerRunning: { channel in
        connections.watch(channel)
        await announce(channel.localAddress?.port ?? port)
      }, logger: logger)
  }
}

/// The number of connections that a server has, and the time that its clients have.
///
/// ```swift
/// var limits = ClientLimits()
/// limits.bodyTime = .seconds(300)  // for large files over slow lines
/// let application = Application(serving: router, within: limits)
/// ```
public struct ClientLimits: Sendable, Hashable {
  /// The maximum number of connections; by default 1,024, or half of the process's file descriptors if those are fewer.
  public var connections = min(1_024, FileDescriptors.limit / 2)
  /// The time for the head of a request, since the connection was opened or the previous request was answered.
  public var headTime = Duration.seconds(15)
  /// The time for the body of a request, since its head has arrived.
  public var bodyTime = Duration.seconds(60)

  /// Creates the default limits.
  public init() {}

  var connectionLimits: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.connections = connections
    limits.headTime = TimeAmount(headTime)
    limits.bodyTime = TimeAmount(bodyTime)
    limits.farewellBytes = 1 << 20
    limits.welcomesRequests = true
    return limits
  }
}
