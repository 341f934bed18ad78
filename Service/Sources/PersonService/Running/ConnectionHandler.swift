import Foundation
import NIOCore
import NIOHTTPTypes

/// Watches a connection: the work for a client ends when the client has gone, and the connection of
/// a client that keeps the service waiting is closed, as is one after an answer to HEAD that says
/// so.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connections: Connections
  private let sendTime: Duration
  private let bodyTime: Duration
  private var connection: ClientConnection?
  private var address = ""
  private var checks: RepeatedTask?

  /// Whether the request is HEAD.
  private var isHead = false
  /// Whether the connection is closed at the end of the answer: the end of a body in chunks, which
  /// is written although HEAD has no body, would be taken for the next answer.
  private var closes = false

  /// How long the service has waited for the body of the request.
  private var waited = Duration.zero
  /// Since when it waits, if it does.
  private var waitingSince: ContinuousClock.Instant?
  /// The number of bytes of the body; nil while no body is read.
  private var received: Int?

  /// The number of bytes of bodies that were given to the connection.
  private var given = 0
  /// The largest number of them that it has sent, and when.
  private var sent = (bytes: 0, at: ContinuousClock.now)

  /// The number of bytes that the system takes beside what is on its way.
  private static let unsent = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT))

  init(_ connections: Connections, _ limits: ServiceLimits) {
    self.connections = connections
    (sendTime, bodyTime) = (limits.sendTime, limits.bodyTime)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that closes its connection is not known to read on, and one that ends only its own
    // side gets the answers that take no long work.
    if case .inputClosed? = event as? ChannelEvent { connection?.close() }
    context.fireUserInboundEventTriggered(event)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard checks == nil else { return }
    address = AddressRange.network(of: context.channel.remoteAddress?.ipAddress ?? "")
    connection = connections.open(ObjectIdentifier(context.channel), of: address)
    guard connection != nil else { return context.close(promise: nil) }
    // Otherwise the system takes megabytes for a client that reads slowly, and for as long as that
    // lasts the client seems to read nothing.
    try? context.channel.syncOptions?.setOption(Self.unsent, value: 1 << 16)
    let pause = TimeAmount(max(min(sendTime, bodyTime) / 8, .milliseconds(20)))
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    checks = context.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { _ in
      bound.value.handler.check(bound.value.context)
    }
  }

  private func end(_ context: ChannelHandlerContext) {
    checks?.cancel()
    checks = nil
    guard connection != nil else { return }
    connection = nil
    connections.close(ObjectIdentifier(context.channel), of: address)
  }

  // The body of a request.

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if let since = waitingSince { waited += .now - since }
    waitingSince = nil
    switch unwrapInboundIn(data) {
    case .head(let request):
      (waited, received) = (.zero, 0)
      isHead = request.method == .head
    case .body(let part): received = received.map { $0 + part.readableBytes }
    case .end: received = nil
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    if received != nil, waitingSince == nil { waitingSince = .now }
    context.read()
  }

  // The answer.

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let response):
      closes = isHead && response.headerFields[.connection] == "close"
    case .body(let part): given += part.readableBytes
    case .end:
      guard closes else { break }
      let channel = context.channel
      let promise = promise ?? channel.eventLoop.makePromise()
      promise.futureResult.whenComplete { _ in channel.close(promise: nil) }
      return context.writeAndFlush(data, promise: promise)
    }
    context.write(data, promise: promise)
  }

  private func check(_ context: ChannelHandlerContext) {
    let now = ContinuousClock.now
    if let received,
      waitingSince.map({ waited + (now - $0) }) ?? waited
        > bodyTime + .seconds(received / 1024)
    {
      return context.close(promise: nil)
    }
    let waiting = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    guard let waiting, waiting > 0 else {
      sent = (given, now)
      return
    }
    // What the protocol adds to bodies counts as not sent.
    if given - waiting > sent.bytes {
      sent = (given - waiting, now)
    } else if now - sent.at > sendTime {
      context.close(promise: nil)
    }
  }
}
