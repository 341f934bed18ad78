public import Hummingbird
public import Logging

/// The context of a request.
public struct ServiceContext: RequestContext {
  public var coreContext: CoreRequestContextStorage

  public init(source: Source) { coreContext = .init(source: source) }
}
