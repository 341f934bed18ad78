internal import Foundation
internal import StoreEngine

/// The queue in which the connections to one file wait to write, in all processes that use this
/// library.
///
/// SQLite alone lets any waiting writer go next, so that an unlucky one waits until its timeout.
/// And before SQLite 3.51.3 the file could be damaged when one process emptied the write-ahead log
/// while another copied it into the file. The first in this queue is the only connection that
/// writes, or copies the log after its commit.
///
/// A place in the queue is a lock on one byte of the write-ahead log, beyond its end. SQLite locks
/// nothing in that file, and the file stays as long as a connection to it is open. The system
/// releases the lock of a process that ends, however it ends. A connection takes the last place,
/// and the place before its own as soon as that is free.
package final class WriteQueue {
  /// The number of places. More connections wait for the last one in any order.
  private static let placeCount = 64

  private static let start: off_t = 1 << 60

  private let descriptor: Int32

  /// Opens the queue of a file; nil, with the reason in `errno`, if that is impossible.
  ///
  /// - Parameter log: the path of the write-ahead log.
  package init?(log: String) {
    let opened = open(log, O_RDWR | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Waits for the first place.
  ///
  /// - Parameter pause: called before each further attempt, with the number of connections in
  ///   front; it returns false to give up.
  /// - Returns: whether the connection is the first.
  package func enter(pause: (_ connectionsInFront: Int) -> Bool) -> Bool {
    if !isTaken(1..<Self.placeCount), take(0) { return true }
    var place = Self.placeCount
    while place > 0 {
      if take(place - 1) {
        if place < Self.placeCount { leave(place) }
        place -= 1
      } else if !pause(place) {
        if place < Self.placeCount { leave(place) }
        return false
      }
    }
    return true
  }

  /// Gives the first place to the next connection.
  package func leave() { leave(0) }

  private func take(_ place: Int) -> Bool {
    var lock = Self.lock(F_WRLCK, place..<place + 1)
    // A file system without such locks has no queue.
    return fcntl(descriptor, Self.setLock, &lock) == 0 || ![EAGAIN, EACCES].contains(errno)
  }

  private func leave(_ place: Int) {
    var lock = Self.lock(F_UNLCK, place..<place + 1)
    _ = fcntl(descriptor, Self.setLock, &lock)
  }

  private func isTaken(_ places: Range<Int>) -> Bool {
    var lock = Self.lock(F_WRLCK, places)
    return fcntl(descriptor, Self.getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  private static func lock(_ type: Int32, _ places: Range<Int>) -> flock {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = start + off_t(places.lowerBound)
    lock.l_len = off_t(places.count)
    return lock
  }

  // These locks belong to the open file. Others belong to the process, and two connections of one
  // process would not exclude each other. The headers do not show them to every program.
  #if canImport(Darwin)
  private static let (setLock, getLock): (Int32, Int32) = (90, 92)
  #else
  private static let (setLock, getLock): (Int32, Int32) = (37, 36)
  #endif
}
