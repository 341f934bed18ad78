import Foundation

/// What bodies on other threads collect.
///
/// `@unchecked Sendable`: `elements` is touched only while `lock` is held.
final class Collected<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  func append(_ element: Element) { lock.withLock { elements.append(element) } }

  func removeAll() { lock.withLock { elements = [] } }

  var all: [Element] { lock.withLock { elements } }
}
