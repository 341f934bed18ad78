/// Gives one element after the other, as the lazy chain of an array would.
typealias Pull = () throws -> PlainValue?

/// The elements of an array.
func pull(_ elements: some Sequence<PlainValue>) -> Pull {
  var iterator = elements.makeIterator()
  return { iterator.next() }
}

/// All elements.
func collect(_ next: Pull) throws -> [PlainValue] {
  var elements: [PlainValue] = []
  while let element = try next() { elements.append(element) }
  return elements
}

/// A value of each element, made before the next element is asked for.
func collect(
  _ next: Pull, _ value: (PlainValue) throws -> PlainValue
) throws -> [PlainValue] {
  var values: [PlainValue] = []
  while let element = try next() { values.append(try value(element)) }
  return values
}

/// The elements, all of whose values are evaluated: a closure of the program gets them, or they are
/// compared or returned.
func wholes(_ next: @escaping Pull) -> Pull { { try next()?.whole() } }

/// Elements that are made of all others, when the first is asked for.
func deferred(_ make: @escaping () throws -> [PlainValue]) -> Pull {
  var rest: Pull?
  return {
    if rest == nil { rest = pull(try make()) }
    return try rest?()
  }
}
