import Hummingbird
import NIOCore

/// The context of a request.
struct ServiceContext: RequestContext, RemoteAddressRequestContext {
  var coreContext: CoreRequestContextStorage
  let remoteAddress: SocketAddress?
  let channel: any Channel
  /// What the client may do; nil if the service does not know who it is.
  var role: Role?
  /// The name of the client's token, or its address.
  var client: String

  init(source: Source) {
    coreContext = .init(source: source)
    channel = source.channel
    remoteAddress = source.channel.remoteAddress
    client = remoteAddress?.ipAddress ?? ""
  }

  /// The address of the client.
  var address: String { remoteAddress?.ipAddress ?? "" }
}
