internal import CAllocation
import Foundation

/// The memory of the process.
public enum Memory {
  /// Limits the heaps that the allocator of the GNU C library fills side by side. The service has
  /// many threads, and what one of them has freed is not given back while a little of it is in use:
  /// with a heap for each few threads that grows to ten times of what the service needs.
  ///
  /// The environment variable `MALLOC_ARENA_MAX` goes first. Other allocators need no limit.
  public static func limitHeaps() {
    guard ProcessInfo.processInfo.environment["MALLOC_ARENA_MAX"] == nil else { return }
    limit_heaps(2)
  }
}
