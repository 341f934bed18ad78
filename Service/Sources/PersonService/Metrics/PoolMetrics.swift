import Metrics
public import People

extension DatabaseConfiguration {
  /// The configuration of a service's store: it measures how long requests wait for a connection,
  /// a chain takes 256 MB at most, and some live queries run at once.
  public static var measured: DatabaseConfiguration {
    var configuration = DatabaseConfiguration()
    configuration.memoryLimit = 256 << 20
    // A live query that takes long does not hold up others.
    configuration.observerCount = 4
    configuration.waited = { time in
      Metrics.Timer(label: "personservice_pool_wait_seconds").record(duration: time)
    }
    return configuration
  }
}
