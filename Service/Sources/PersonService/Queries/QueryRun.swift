import Hummingbird
import People
import Tracing

/// One run of a chain, whose elements become lines.
struct QueryRun: Sendable {
  let chain: ParsedChain
  /// The same chain, whose plan does not wait for chains that run.
  let planned: ParsedChain
  let policy: QueryPolicy
  let limits: ServiceLimits
  /// Whether the plan and the cost follow.
  let isReported: Bool
  /// Gets the number of rows.
  let record: RequestRecord
  /// Called with the error of a run.
  let failed: @Sendable (any Error) -> Void

  /// Puts the lines when the turn of the chain comes. They fail with a problem if there is one.
  func write(to lines: LineSpool, at place: Chains.Place) async {
    do {
      let duration = try await ServiceLimits.untilStop {
        let turn = try await place.turn()
        defer { withExtendedLifetime(turn) {} }
        let start = ContinuousClock.now
        // The text of the chain is not an attribute: it may contain what is private.
        try await withSpan("chain") { span in
          span.attributes["rows"] = try await limits.withTimeout { try await writeRows(to: lines) }
        }
        return ContinuousClock.now - start
      }
      lines.finish()
      // This task is canceled when the response has ended.
      Task {
        let plan = try await onThread(of: WorkThreads.chains) { try planned.plan(policy: policy) }
        ChainMetrics.record(plan, duration)
      }
    } catch is CancellationError {
      // Nobody reads the lines any more.
      lines.finish()
    } catch {
      failed(error)
      lines.finish(throwing: Problem(error, chain: chain.text))
    }
  }

  /// Puts the lines, and returns the number of rows.
  private func writeRows(to spool: LineSpool) async throws -> Int {
    var lines = LineBuffer()
    lines.add(#"{"columns":\#(JSONText.of(chain.columns))}"#)
    var count = 0
    defer { record.rows = count }
    do {
      for try await row in chain.rows(policy: policy) {
        count += 1
        guard count <= limits.rows else {
          throw Problem(
            .contentTooLarge, "too-many-rows",
            "The chain has more than \(limits.rows) rows; take fewer")
        }
        lines.add(#"{"row":"#, row.json, "}")
        if lines.isFull {
          try await spool.put(lines.take())
          // Rows that are there already would leave no thread to other requests.
          await Task.yield()
        }
      }
      try Task.checkCancellation()
    } catch {
      // The rows that came before the problem are sent.
      if count > 0 { try await spool.put(lines.take()) }
      throw error
    }
    if isReported {
      let report = try await chain.report(policy: policy)
      lines.add(#"{"report":\#(JSONText.of(ReportBody(report)))}"#)
    }
    lines.add(#"{"rows":\#(count)}"#)
    try await spool.put(lines.take())
    return count
  }
}

/// Lines that are sent in large pieces, because a write for each of them is slow.
private struct LineBuffer {
  private var buffer = ByteBuffer()

  /// Adds a line, which may be long, in parts.
  mutating func add(_ parts: String...) {
    for part in parts { buffer.writeString(part) }
    buffer.writeInteger(UInt8(ascii: "\n"))
  }

  var isFull: Bool { buffer.readableBytes > 32_768 }

  mutating func take() -> ByteBuffer {
    defer { buffer = ByteBuffer() }
    return buffer
  }
}
