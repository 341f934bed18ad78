public import Multicast

// The two methods that a program needs for `store.delegates` are here too, so that `import People`
// suffices for them even where members of a module need an import of it (the compiler's upcoming
// feature MemberImportVisibility). Beside `import Multicast`, the compiler prefers these.

extension MulticastDelegate where Delegate == any PersonStoreDelegate {
  /// Adds a delegate after the others. A delegate that has already been added keeps its position,
  /// and is held strongly from now on if `strongly` is `true`.
  ///
  /// ```swift
  /// store.delegates.add(audit)
  /// ```
  ///
  /// - Parameters:
  ///   - delegate: The delegate.
  ///   - strongly: Whether the delegate is kept alive until it is removed.
  public func add(_ delegate: any PersonStoreDelegate, strongly: Bool = false) {
    People.add(delegate, to: self, strongly: strongly)
  }

  /// Removes a delegate if it has been added.
  public func remove(_ delegate: any PersonStoreDelegate) { People.remove(delegate, from: self) }
}

// Generic, so that they call the methods of any group of delegates and not those above.

private func add<Delegate>(
  _ delegate: Delegate, to delegates: MulticastDelegate<Delegate>, strongly: Bool
) { delegates.add(delegate, strongly: strongly) }

private func remove<Delegate>(_ delegate: Delegate, from delegates: MulticastDelegate<Delegate>) {
  delegates.remove(delegate)
}
