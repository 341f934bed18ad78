import Foundation

/// What bodies on other threads collect.
///
/// `@unchecked Sendable`: `elements` is touched only while `lock` is held.
package final class Collected<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  package init() {}

  package func append(_ element: Element) { lock.withLock { elements.append(element) } }

  package func removeAll() { lock.withLock { elements = [] } }

  package var all: [Element] { lock.withLock { elements } }
}
