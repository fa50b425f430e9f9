import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization
import WebServing

/// The connections of the console, which are few and don't wait for slow clients.
final class ConsoleConnections: Sendable {
  let limits: ConsoleLimits
  private let state: Mutex<State>

  private struct State: Sendable {
    var table: ConnectionTable<ObjectIdentifier>
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  init(_ limits: ConsoleLimits) {
    self.limits = limits
    state = Mutex(State(table: ConnectionTable(limit: limits.connections)))
  }

  /// The number of open connections.
  var count: Int { state.withLock { $0.channels.count } }

  /// Notes that the client of a connection has shown the token.
  func welcome(_ channel: any Channel) {
    state.withLock { $0.table.welcome(ObjectIdentifier(channel)) }
  }

  /// Notes how many requests of a connection aren't answered.
  func setRequests(_ count: Int, of channel: any Channel) {
    state.withLock { $0.table.setRequests(count, of: ObjectIdentifier(channel)) }
  }

  /// Adds a connection, and closes the one that gives way to it.
  func add(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    let excess = state.withLock { state -> (any Channel)? in
      switch state.table.add(id) {
      case .accept: break
      case .refuse: return channel
      case .replace(let other):
        state.channels[id] = channel
        return state.channels.removeValue(forKey: other)
      }
      state.channels[id] = channel
      return nil
    }
    excess?.close(promise: nil)
  }

  func remove(_ channel: any Channel) {
    let id = ObjectIdentifier(channel)
    state.withLock { state in
      state.table.remove(id)
      state.channels[id] = nil
    }
  }

  /// Looks for free file descriptors while a server doesn't accept connections because there are too few.
  func watch(_ server: any Channel) {
    let retrying = server.eventLoop.scheduleRepeatedTask(initialDelay: limits.retryTime, delay: limits.retryTime) { _ in
      server.read()
    }
    server.closeFuture.whenComplete { _ in retrying.cancel() }
  }
}

/// Lets a server accept connections only while the program has file descriptors left.
struct DescriptorReserve: AvailableConnectionsDelegate {
  let isLeft: @Sendable () -> Bool

  func connectionOpened() {}
  func connectionClosed() {}
  func isAcceptingNewConnections() -> Bool { isLeft() }
}

/// Closes a connection whose client is too slow, or that was answered before the end of its request.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connections: ConsoleConnections
  private var deadline: Scheduled<Void>?
  /// The number of requests that aren't answered.
  private var requests = 0
  /// Whether the head of a request has arrived, but not its end.
  private var isReceiving = false
  /// Whether the connection closes after its current answer.
  private var isClosing = false
  /// The number of bytes that have arrived since that answer.
  private var excess = 0

  init(_ connections: ConsoleConnections) {
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard deadline == nil else { return }
    close(context, in: connections.limits.headTime)
    connections.add(context.channel)
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    connections.remove(context.channel)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      isReceiving = true
      setRequests(requests + 1, context)
      close(context, in: connections.limits.bodyTime)
    case .body(let bytes):
      // The answer was given, so the rest is of no use.
      if isClosing {
        excess += bytes.readableBytes
        if excess > connections.limits.farewellBytes { context.close(promise: nil) }
        return
      }
    case .end:
      isReceiving = false
      deadline?.cancel()
      if isClosing { context.close(promise: nil) }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.headerFields[.connection] == "close" { isClosing = true }
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      setRequests(max(0, requests - 1), context)
      // The client is sending the request that was answered, and not one behind it.
      let isEarly = isReceiving && requests == 0
      if isEarly { isClosing = true }
      guard isClosing else {
        if requests == 0 { close(context, in: connections.limits.headTime) }
        return context.write(data, promise: promise)
      }
      context.writeAndFlush(data, promise: promise)
      if isEarly {
        close(context, in: connections.limits.farewellTime)
      } else {
        context.close(promise: nil)
      }
    }
  }

  private func setRequests(_ count: Int, _ context: ChannelHandlerContext) {
    requests = count
    connections.setRequests(count, of: context.channel)
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ConnectionHandler: Sendable {}
