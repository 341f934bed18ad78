public import CoreMetrics
import Foundation
import Synchronization

/// Metrics in memory, which are shown in the text format of Prometheus. Install it with
/// `MetricsSystem.bootstrap`, or another factory in its place.
public final class PrometheusMetrics: MetricsFactory {
  /// A metric: its name and its labels.
  private struct Key: Hashable, Comparable {
    let name: String
    let labels: String

    static func < (left: Key, right: Key) -> Bool {
      (left.name, left.labels) < (right.name, right.labels)
    }
  }

  private let counters = Mutex<[Key: Count]>([:])
  private let gauges = Mutex<[Key: Level]>([:])
  private let timers = Mutex<[Key: Distribution]>([:])

  /// Creates a factory without metrics.
  public init() {}

  /// All metrics, in the order of their names.
  public var text: String {
    var text = ""
    var named = ""
    func write(_ key: Key, _ type: String, _ lines: String) {
      if key.name != named {
        if let help = Self.help[key.name] { text += "# HELP \(key.name) \(help)\n" }
        text += "# TYPE \(key.name) \(type)\n"
      }
      named = key.name
      text += lines
    }
    for (key, count) in counters.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      write(key, "counter", "\(key.name)\(Self.braces(key.labels)) \(count.value)\n")
    }
    for (key, level) in gauges.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      write(key, "gauge", "\(key.name)\(Self.braces(key.labels)) \(level.value)\n")
    }
    for (key, distribution) in timers.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      write(key, "histogram", distribution.lines(key.name, key.labels))
    }
    return text
  }

  /// What the metrics of the service mean.
  private static let help = [
    "personservice_requests_total": "Requests by method, route and status.",
    "personservice_request_seconds": "Time from a request to its answer, or to its first part.",
    "personservice_problems_total": "Problems that clients were told of, by kind.",
    "personservice_chain_seconds": "Time of chains to their last row, by where operators ran.",
    "personservice_chain_fallbacks_total": "Chains of which a part ran in memory.",
    "personservice_pool_wait_seconds": "Time that requests waited for a connection.",
    "personservice_live_subscriptions": "Live queries that are open.",
    "personservice_live_streams": "Streams with the events of live queries that are open.",
  ]

  fileprivate static func braces(_ labels: String) -> String {
    labels.isEmpty ? "" : "{\(labels)}"
  }

  /// Returns the counter with a name and labels.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    counters.withLock { Self.metric(&$0, label, dimensions, Count.init) }
  }

  /// Returns the gauge with a name and labels.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    gauges.withLock { Self.metric(&$0, label, dimensions, Level.init) }
  }

  /// Returns the distribution with a name and labels, or a gauge if values are not to be
  /// aggregated.
  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    aggregate
      ? timers.withLock { Self.metric(&$0, label, dimensions, Distribution.init) }
      : gauges.withLock { Self.metric(&$0, label, dimensions, Level.init) }
  }

  /// Returns the distribution of durations, in seconds, with a name and labels.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    timers.withLock { Self.metric(&$0, label, dimensions, Distribution.init) }
  }

  private static func metric<Metric>(
    _ metrics: inout [Key: Metric], _ label: String, _ dimensions: [(String, String)],
    _ make: () -> Metric
  ) -> Metric {
    let labels = dimensions.map { name, value in
      // A mark after a quote is one character with it.
      let escaped = value.unicodeScalars.map { scalar in
        switch scalar {
        case "\\": "\\\\"
        case "\"": "\\\""
        case "\n": "\\n"
        default: String(scalar)
        }
      }
      return "\(name)=\"\(escaped.joined())\""
    }
    let name = String(label.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    let key = Key(name: name, labels: labels.joined(separator: ","))
    if let known = metrics[key] { return known }
    let metric = make()
    metrics[key] = metric
    return metric
  }

  /// Does nothing: metrics are kept until the process ends.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing: metrics are kept until the process ends.
  public func destroyMeter(_ handler: any MeterHandler) {}
  /// Does nothing: metrics are kept until the process ends.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing: metrics are kept until the process ends.
  public func destroyTimer(_ handler: any TimerHandler) {}
}

private final class Count: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
  func reset() { count.store(0, ordering: .relaxed) }
}

private final class Level: MeterHandler, RecorderHandler {
  private let level = Mutex(0.0)

  var value: Double { level.withLock { $0 } }

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { level.withLock { $0 = value } }
  func increment(by amount: Double) { level.withLock { $0 += amount } }
  func decrement(by amount: Double) { level.withLock { $0 -= amount } }
  func record(_ value: Int64) { set(Double(value)) }
  func record(_ value: Double) { set(value) }
}

private final class Distribution: TimerHandler, RecorderHandler {
  private static let bounds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]

  private struct State {
    var counts = Array(repeating: 0, count: bounds.count + 1)
    var sum = 0.0
  }

  private let state = Mutex(State())

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let place = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    state.withLock { state in
      state.counts[place] += 1
      state.sum += value
    }
  }

  func lines(_ name: String, _ labels: String) -> String {
    let state = state.withLock { $0 }
    var text = ""
    var count = 0
    for (place, found) in state.counts.enumerated() {
      count += found
      let bound = place < Self.bounds.count ? "\(Self.bounds[place])" : "+Inf"
      let all = labels.isEmpty ? "le=\"\(bound)\"" : "\(labels),le=\"\(bound)\""
      text += "\(name)_bucket{\(all)} \(count)\n"
    }
    let braces = PrometheusMetrics.braces(labels)
    return text + "\(name)_sum\(braces) \(state.sum)\n\(name)_count\(braces) \(count)\n"
  }
}
