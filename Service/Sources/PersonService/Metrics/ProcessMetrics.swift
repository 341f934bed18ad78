import Foundation

/// What the system knows about the process, as Prometheus's clients name it. Linux tells it;
/// elsewhere there is nothing.
enum ProcessMetrics {
  /// The metrics in the text format, with their help and types.
  static var text: String {
    guard let fields = statistics() else { return "" }
    // See proc(5); the fields are counted from the one after the name.
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    let page = Double(sysconf(Int32(_SC_PAGESIZE)))
    let cpu = (number(fields, 11) + number(fields, 12)) / ticks
    var text = metric(
      "process_cpu_seconds_total", "counter", "Time of the processors, of user and system.", cpu)
    text += metric(
      "process_virtual_memory_bytes", "gauge", "Size of the address space.", number(fields, 20))
    text += metric(
      "process_resident_memory_bytes", "gauge", "Memory that is in use.", number(fields, 21) * page)
    if let start = bootTime() {
      text += metric(
        "process_start_time_seconds", "gauge", "When the process began, since 1970.",
        start + number(fields, 19) / ticks)
    }
    if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
      text += metric("process_open_fds", "gauge", "Open file descriptors.", Double(open))
    }
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      text += metric(
        "process_max_fds", "gauge", "The limit of open file descriptors.", Double(limit.rlim_cur))
    }
    return text
  }

  private static func metric(
    _ name: String, _ type: String, _ help: String, _ value: Double
  ) -> String {
    let text = value == value.rounded() && value < 1e15 ? "\(Int(value))" : "\(value)"
    return "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \(text)\n"
  }

  private static func statistics() -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      // The name of the program may have spaces and parentheses.
      let end = text.lastIndex(of: ")")
    else { return nil }
    return text[end...].dropFirst(2).split(separator: " ")
  }

  private static func number(_ fields: [Substring], _ place: Int) -> Double {
    place < fields.count ? Double(fields[place]) ?? 0 : 0
  }

  private static func bootTime() -> Double? {
    let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8)
    return text?.split(separator: "\n").first { $0.hasPrefix("btime ") }
      .flatMap { Double($0.dropFirst(6)) }
  }
}
