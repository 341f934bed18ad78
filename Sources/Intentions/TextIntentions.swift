internal import Foundation

/// Puts a text of a model into capital letters.
///
/// ```swift
/// UppercaseIntention(container, \.name).perform()
/// ```
public struct UppercaseIntention<Model: Sendable>: Sendable {
  private let edit: EditIntention<Model, String>

  /// An intention for a property of a container's model.
  public init(
    _ container: ModelContainer<Model>, _ keyPath: any WritableKeyPath<Model, String> & Sendable
  ) { edit = EditIntention(container, keyPath) { $0.uppercased() } }

  /// Does it; nothing without a model.
  public func perform() { edit.perform() }
}

/// Turns a text of a model round, character by character.
public struct ReverseIntention<Model: Sendable>: Sendable {
  private let edit: EditIntention<Model, String>

  /// An intention for a property of a container's model.
  public init(
    _ container: ModelContainer<Model>, _ keyPath: any WritableKeyPath<Model, String> & Sendable
  ) { edit = EditIntention(container, keyPath) { String($0.reversed()) } }

  /// Does it; nothing without a model.
  public func perform() { edit.perform() }
}

/// Puts another value instead of a property of a model: what other intentions are made of.
///
/// ```swift
/// EditIntention(container, \.age) { $0 + 1 }.perform()
/// ```
public struct EditIntention<Model: Sendable, Value>: Sendable {
  private let container: ModelContainer<Model>
  private let keyPath: any WritableKeyPath<Model, Value> & Sendable
  private let edit: @Sendable (Value) -> Value

  /// An intention for a property of a container's model.
  public init(
    _ container: ModelContainer<Model>, _ keyPath: any WritableKeyPath<Model, Value> & Sendable,
    _ edit: @escaping @Sendable (Value) -> Value
  ) {
    self.container = container
    self.keyPath = keyPath
    self.edit = edit
  }

  /// Does it; nothing without a model.
  public func perform() {
    container.update { $0[keyPath: keyPath] = edit($0[keyPath: keyPath]) }
  }
}

/// Refuses line ends in a text field, and ends the editing where one is typed: for any field, and
/// any model.
///
/// ```swift
/// let rule = DismissOnEnterIntention { field.resign() }
/// if rule.allows("\n") { … }                    // false, and the field has resigned
/// ```
public struct DismissOnEnterIntention: Sendable {
  private let dismiss: @Sendable () -> Void

  /// A rule with what ends the editing.
  public init(_ dismiss: @escaping @Sendable () -> Void) { self.dismiss = dismiss }

  /// Whether a text may be typed or pasted.
  public func allows(_ replacement: String) -> Bool {
    guard replacement.contains(where: \.isNewline) else { return true }
    dismiss()
    return false
  }
}
