import AsyncAlgorithms
import Hummingbird
import People
import Tracing

/// One run of a chain, whose elements become lines.
struct QueryRun: Sendable {
  let chain: ParsedChain
  let policy: QueryPolicy
  let limits: ServiceLimits
  /// Whether the plan and the cost follow.
  let isReported: Bool
  /// Gets the number of rows.
  let record: RequestRecord

  /// Sends the lines. The channel fails with a problem if there is one.
  func write(to channel: AsyncThrowingChannel<ByteBuffer, any Error>) async {
    do {
      let start = ContinuousClock.now
      // The text of the chain is not an attribute: it may contain what is private.
      try await withSpan("chain") { span in
        span.attributes["rows"] = try await limits.withTimeout { try await writeRows(to: channel) }
      }
      let duration = ContinuousClock.now - start
      channel.finish()
      // This task is canceled when the response has ended.
      Task {
        let plan = try await onThread { try chain.plan(policy: policy) }
        ChainMetrics.record(plan, duration)
      }
    } catch is CancellationError {
      // Nobody reads the lines any more.
      channel.finish()
    } catch {
      channel.fail(Problem(error, chain: chain.text))
    }
  }

  /// Sends the lines, and returns the number of rows.
  private func writeRows(
    to channel: AsyncThrowingChannel<ByteBuffer, any Error>
  ) async throws -> Int {
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
        lines.add(#"{"row":\#(row.json)}"#)
        if lines.isFull { await channel.send(lines.take()) }
      }
      try Task.checkCancellation()
    } catch {
      // The rows that came before the problem are sent.
      if count > 0 { await channel.send(lines.take()) }
      throw error
    }
    if isReported {
      let report = try await chain.report(policy: policy)
      lines.add(#"{"report":\#(JSONText.of(ReportBody(report)))}"#)
    }
    lines.add(#"{"rows":\#(count)}"#)
    await channel.send(lines.take())
    return count
  }
}

/// Lines that are sent in large pieces, because a write for each of them is slow.
private struct LineBuffer {
  private var buffer = ByteBuffer()

  mutating func add(_ line: String) {
    buffer.writeString(line)
    buffer.writeInteger(UInt8(ascii: "\n"))
  }

  var isFull: Bool { buffer.readableBytes > 32_768 }

  mutating func take() -> ByteBuffer {
    defer { buffer = ByteBuffer() }
    return buffer
  }
}
