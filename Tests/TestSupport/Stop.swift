/// An error of the tests' own.
package struct Stop: Error, Equatable {
  private let number: Int

  package init(number: Int = 0) { self.number = number }
}
