import Metrics
public import People

extension DatabaseConfiguration {
  /// The configuration of a service's store: it measures how long requests wait for a connection.
  public static var measured: DatabaseConfiguration {
    var configuration = DatabaseConfiguration()
    configuration.waited = { time in
      Metrics.Timer(label: "personservice_pool_wait_seconds").record(duration: time)
    }
    return configuration
  }
}
