import Hummingbird
import NIOCore

/// The context of a request.
struct ServiceContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?
  let channel: any Channel
  /// The connection on which the request came; nil in tests that have none.
  var connection: ClientConnection?
  /// What the client may do; nil if the service does not know who it is.
  var role: Role?
  /// The address of the client; of a configured proxy the one for which it asks.
  var address: String
  /// The name of the client's token, or its network.
  var client: String
  /// What is logged of the request.
  let record = RequestRecord()
  /// Whether a browser has sent a token that is not valid any more.
  var hasOldCookie = false
  /// Whether a configured proxy says that the client speaks TLS.
  var isSecure = false

  init(source: Source) {
    coreContext = .init(source: source)
    channel = source.channel
    remoteAddress = source.channel.remoteAddress
    address = remoteAddress?.ipAddress ?? ""
    client = AddressRange.network(of: address)
  }

  /// The address of the client, or the network of it: what the limits of unknown clients count.
  var network: String { AddressRange.network(of: address) }
}
