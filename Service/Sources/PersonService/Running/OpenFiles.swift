import Foundation

/// The files that the system lets the service open, connections among them.
public enum OpenFiles {
  #if canImport(Darwin)
  private static let resource = RLIMIT_NOFILE
  #else
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif

  /// Raises the number of files to what the system allows.
  public static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(resource, &limit)
  }

  /// Returns how many connections leave enough files for the store and for exports: without files,
  /// a service that accepts connections uses a processor for nothing.
  static func connections(upTo most: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return most }
    return max(16, Int(min(UInt64(most), UInt64(limit.rlim_cur) / 4 * 3)))
  }
}
