/// Keeps a property of an object, or of another container's model, equal to one of a container's
/// model, as long as the intention itself is kept.
///
/// The target is set at once and at each change. It is written only where its value is another one:
/// two containers that follow each other come to rest.
///
/// ```swift
/// let observe = ObserveIntention(container, \.name, on: label, \.text)
/// ```
public final class ObserveIntention: Sendable {
  private let observation: ModelObservation

  /// Follows a property with one of an object, which is held weakly.
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

  /// Follows a property with one of another container's model.
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
