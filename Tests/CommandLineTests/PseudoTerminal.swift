import Foundation

/// A terminal for a program to talk to, and what it has shown.
final class PseudoTerminal {
  /// The program's end.
  let slave: FileHandle
  private let master: FileHandle

  /// Opens a terminal of a width, or nil where the system has none to give.
  init?(columns: UInt16) {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let name = Self.slaveName(of: descriptor) else { return nil }
    let other = open(name, O_RDWR | O_NOCTTY)
    guard other >= 0 else { return nil }
    slave = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(other, UInt(TIOCSWINSZ), &size) == 0 else { return nil }
  }

  /// Presses keys.
  func type(_ keys: String) throws { try master.write(contentsOf: Data(keys.utf8)) }

  /// What was shown, after the program has ended; a few kilobytes at most, which the terminal
  /// keeps.
  func shown() throws -> String {
    try slave.close()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(master.fileDescriptor, &buffer, buffer.count)
      // Linux answers with an error when nobody is at the other end any more.
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private static func slaveName(of master: Int32) -> String? {
    #if os(Linux)
    // TIOCSPTLCK and TIOCGPTN, which are what unlockpt and ptsname do; neither is to be had in
    // Swift.
    var (lock, number): (Int32, Int32) = (0, 0)
    guard ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0
    else { return nil }
    return "/dev/pts/\(number)"
    #else
    guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
    return ptsname(master).map { String(cString: $0) }
    #endif
  }
}
