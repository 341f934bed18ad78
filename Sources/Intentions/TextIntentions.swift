internal import Foundation

/// Converts a string property of a model to uppercase.
///
/// ```swift
/// UppercaseIntention(container, \.name).perform()
/// ```
public struct UppercaseIntention<Model: Sendable>: Sendable {
  private let edit: EditIntention<Model, String>

  /// Creates an intention for a property of a container's model.
  public init(
    _ container: ModelContainer<Model>, _ keyPath: any WritableKeyPath<Model, String> & Sendable
  ) { edit = EditIntention(container, keyPath) { $0.uppercased() } }

  /// Performs the edit. Without a model, nothing is edited.
  public func perform() { edit.perform() }
}

/// Reverses the characters of a string property of a model.
public struct ReverseIntention<Model: Sendable>: Sendable {
  private let edit: EditIntention<Model, String>

  /// Creates an intention for a property of a container's model.
  public init(
    _ container: ModelContainer<Model>, _ keyPath: any WritableKeyPath<Model, String> & Sendable
  ) { edit = EditIntention(container, keyPath) { String($0.reversed()) } }

  /// Performs the edit. Without a model, nothing is edited.
  public func perform() { edit.perform() }
}

/// Replaces the value of a property of a model. Other intentions are built on it.
///
/// ```swift
/// EditIntention(container, \.age) { $0.map { $0 + 1 } }.perform()
/// ```
public struct EditIntention<Model: Sendable, Value>: Sendable {
  private let container: ModelContainer<Model>
  private let keyPath: any WritableKeyPath<Model, Value> & Sendable
  private let edit: @Sendable (Value) -> Value

  /// Creates an intention for a property of a container's model.
  public init(
    _ container: ModelContainer<Model>, _ keyPath: any WritableKeyPath<Model, Value> & Sendable,
    _ edit: @escaping @Sendable (Value) -> Value
  ) {
    self.container = container
    self.keyPath = keyPath
    self.edit = edit
  }

  /// Performs the edit. Without a model, nothing is edited.
  public func perform() {
    container.update { $0[keyPath: keyPath] = edit($0[keyPath: keyPath]) }
  }
}

/// Rejects newlines in a text field and ends editing when one is typed, for any field and any
/// model.
///
/// ```swift
/// let rule = DismissOnEnterIntention { field.resign() }
/// if rule.allows("\n") { … }                    // false, and the field has resigned
/// ```
public struct DismissOnEnterIntention: Sendable {
  private let dismiss: @Sendable () -> Void

  /// Creates a rule with a closure that ends editing.
  public init(_ dismiss: @escaping @Sendable () -> Void) { self.dismiss = dismiss }

  /// Returns whether a text may be typed or pasted. Ends editing if it contains a newline.
  public func allows(_ replacement: String) -> Bool {
    guard replacement.contains(where: \.isNewline) else { return true }
    dismiss()
    return false
  }
}
