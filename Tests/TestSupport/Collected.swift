import StoreSupport

/// What bodies on other threads collect.
package final class Collected<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  package init() {}

  package func append(_ element: Element) { elements.withLock { $0.append(element) } }

  package func append(contentsOf more: [Element]) { elements.withLock { $0 += more } }

  package func removeAll() { elements.withLock { $0 = [] } }

  package var all: [Element] { elements.withLock { $0 } }
}
