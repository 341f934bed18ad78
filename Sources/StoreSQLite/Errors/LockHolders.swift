internal import Foundation
internal import StoreEngine
internal import StoreSupport

extension LockConflict.Holder {
  /// Returns the processes that hold a lock on a database file which prevents others from writing.
  ///
  /// They are read from `/proc/locks`; the result is empty on systems without it. The file is
  /// deliberately not opened to use `fcntl`: closing any descriptor of a file drops all locks of
  /// the process on it, including those of this process's own connections.
  static func holders(of path: String) -> [LockConflict.Holder] {
    guard let table = readSmallFile("/proc/locks") else { return [] }
    // In WAL mode the locks are bytes 120 and up of the -shm file; in the other modes they are in
    // the page at 1 GiB of the database itself.
    let index = FileStatus(path + "-shm")?.identity.number
    let database = FileStatus(path)?.identity.number
    var holders: [LockConflict.Holder] = []
    for line in table.split(separator: "\n") {
      // 1: POSIX  ADVISORY  WRITE 1234 fe:00:5678 120 120
      let words = line.split(separator: " ")
      guard words.count >= 8, words[3] == "WRITE", let process = Int32(words[4]),
        let file = words[5].split(separator: ":").last.flatMap({ UInt64($0) }),
        let start = UInt64(words[6])
      else { continue }
      let activity: String
      if file == index {
        switch start {
        case 120: activity = "writing"
        case 121: activity = "checkpointing"
        case 122: activity = "recovering the file"
        default: continue
        }
      } else if file == database, start >= 0x4000_0000 {
        activity = "writing"
      } else {
        continue
      }
      let name = readSmallFile("/proc/\(process)/comm")?.split(separator: "\n").first
      let holder = LockConflict.Holder(
        process: process, name: name.map(String.init), activity: activity)
      if !holders.contains(holder) { holders.append(holder) }
    }
    return holders
  }

  /// Returns the text of a file of the kernel, whose size cannot be queried.
  private static func readSmallFile(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
