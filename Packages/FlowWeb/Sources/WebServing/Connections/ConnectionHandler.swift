import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose client sends or reads too slowly, or that was answered before the end of its request.
package final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  private let connections: Connections
  private var deadline: Scheduled<Void>?
  /// The deadline for a client that doesn't read its answers.
  private var readDeadline: Scheduled<Void>?
  /// The number of requests that aren't answered.
  private var requests = 0
  /// Whether the head of a request has arrived, but not its end.
  private var isReceiving = false
  /// Whether the connection closes after its current answer.
  private var isClosing = false
  /// The number of bytes that have arrived since that answer.
  private var excess = 0

  package init(_ connections: Connections) {
    self.connections = connections
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard deadline == nil else { return }
    close(context, in: connections.limits.headTime)
    connections.add(context.channel)
  }

  package func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    readDeadline?.cancel()
    connections.remove(context.channel)
    context.fireChannelInactive()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      isReceiving = true
      requests += 1
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
      noteRequests(context)
      if connections.limits.welcomesRequests { connections.welcome(context.channel) }
      if isClosing { context.close(promise: nil) }
    }
    context.fireChannelRead(data)
  }

  package func channelWritabilityChanged(context: ChannelHandlerContext) {
    readDeadline?.cancel()
    readDeadline = context.channel.isWritable ? nil : closing(context, in: connections.limits.readTime)
    context.fireChannelWritabilityChanged()
  }

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.headerFields[.connection] == "close" { isClosing = true }
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      requests = max(0, requests - 1)
      noteRequests(context)
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

  /// Notes how many requests wait for an answer. One that hasn't arrived whole doesn't count: anybody can send its beginning, and
  /// keep the connection with it.
  private func noteRequests(_ context: ChannelHandlerContext) {
    connections.setRequests(max(0, requests - (isReceiving ? 1 : 0)), of: context.channel)
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
    deadline?.cancel()
    deadline = closing(context, in: time)
  }

  private func closing(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}

@available(*, unavailable)
extension ConnectionHandler: Sendable {}
