import Hummingbird

/// The context of a request.
struct ServiceContext: RequestContext {
  var coreContext: CoreRequestContextStorage

  init(source: Source) { coreContext = .init(source: source) }
}
