/// Keeps a property of an object, or of another container's model, equal to a property of a
/// container's model, as long as the intention exists.
///
/// The target is set immediately and after each change. It is written only if its value is
/// different, so that two containers that observe each other do not loop forever.
///
/// ```swift
/// let observe = ObserveIntention(container, \.name, on: label, \.text)
/// ```
public final class ObserveIntention: Sendable {
  private let observation: ModelObservation

  /// Keeps a property of an object, which is held weakly, equal to a property of the model.
  public init<Model, Target: AnyObject & Sendable, Value: Equatable & Sendable>(
    _ source: ModelContainer<Model>, _ keyPath: any KeyPath<Model, Value> & Sendable,
    on target: Target, _ targetKeyPath: any ReferenceWritableKeyPath<Target, Value> & Sendable
  ) {
    let write: @Sendable (Model?) -> Void = { [weak target] model in
      guard let target, let value = model?[keyPath: keyPath],
        target[keyPath: targetKeyPath] != value
      else { return }
      target[keyPath: targetKeyPath] = value
    }
    observation = source.observe(write)
  }

  /// Keeps a property of another container's model, which is held weakly, equal to a property of
  /// the model.
  public init<Model, Target, Value: Equatable & Sendable>(
    _ source: ModelContainer<Model>, _ keyPath: any KeyPath<Model, Value> & Sendable,
    in target: ModelContainer<Target>,
    _ targetKeyPath: any WritableKeyPath<Target, Value> & Sendable
  ) {
    let write: @Sendable (Model?) -> Void = { [weak target] model in
      guard let target, let value = model?[keyPath: keyPath], let old = target[targetKeyPath],
        old != value
      else { return }
      target.update { $0[keyPath: targetKeyPath] = value }
    }
    observation = source.observe(write)
  }
}
