import Foundation
import LinqText

/// An aggregate of numbers that is nil for too few of them.
struct Statistic {
  let operation: ChainOperator
  /// That of a percentile.
  let fraction: Double

  init(_ operation: ChainOperator, _ random: inout RandomSource) {
    self.operation = operation
    fraction = random.pick([0, 0.05, 0.25, 0.5, 0.75, 0.9, 0.99, 1, 1.0 / 3])
  }

  static func any(_ random: inout RandomSource) -> Statistic {
    let operation = random.pick([
      ChainOperator.average, .median, .percentile, .standardDeviation,
      .populationStandardDeviation,
    ])
    return Statistic(operation, &random)
  }

  /// The arguments before the closure.
  var arguments: String { operation == .percentile ? "(\(fraction))" : "" }

  func value(_ values: [PlainValue]) throws -> PlainValue {
    try statistic(operation, values, fraction: fraction)
  }
}

/// The mean, a percentile or a standard deviation of numbers.
func statistic(
  _ operation: ChainOperator, _ values: [PlainValue], fraction: Double = 0
) throws -> PlainValue {
  switch operation {
  case .median: try percentile(values, 0.5)
  case .percentile: try percentile(values, fraction)
  case .standardDeviation: try deviation(values, divisor: values.count - 1)
  case .populationStandardDeviation: try deviation(values, divisor: values.count)
  default: try average(values)
  }
}

/// The sum of numbers: of whole ones and decimals exactly, of others in their order.
func total(_ values: [PlainValue], _ type: ScalarType) throws -> PlainValue {
  switch type.base {
  case .real: return .real(try known(values.reduce(0) { $0 + $1.real }))
  case .decimal: return .decimal(values.reduce(0) { $0 + $1.decimal })
  default:
    guard let sum = Int(exactly: values.reduce(Int128(0)) { $0 + Int128($1.int) }) else {
      throw Failure.overflow
    }
    return .int(sum)
  }
}

/// The mean of whole numbers or others.
func average(_ values: [PlainValue]) throws -> PlainValue {
  guard let first = values.first else { return .none }
  if case .decimal = first {
    let mean = values.reduce(0) { $0 + $1.decimal } / Decimal(values.count)
    return .real(Double("\(mean)") ?? .nan)
  }
  if case .int = first {
    return .real(Double(values.reduce(Int128(0)) { $0 + Int128($1.int) }) / Double(values.count))
  }
  return .real(try known(values.reduce(0) { $0 + $1.real }) / Double(values.count))
}

/// The number below which a fraction of the numbers is: between two of them, in proportion.
private func percentile(_ values: [PlainValue], _ fraction: Double) throws -> PlainValue {
  guard let first = values.first else { return .none }
  let place = fraction * Double(values.count - 1)
  let (index, part) = (Int(place.rounded(.down)), place.truncatingRemainder(dividingBy: 1))
  let next = Swift.min(index + 1, values.count - 1)
  if case .int = first {
    let sorted = values.map(\.int).sorted()
    let (low, high) = (Int128(sorted[index]), Int128(sorted[next]))
    switch part {
    case 0: return .real(Double(low))
    case 0.5: return .real(Double(low + high) / 2)
    default: return .real(Double(low) + Double(high - low) * part)
    }
  }
  let sorted = values.map(\.real).sorted()
  let (low, high) = (sorted[index], sorted[next])
  if part == 0 || low == high { return .real(low + 0) }
  // The parts first where the distance is beyond the highest number.
  if part != 0.5, (high - low).isFinite { return .real(low + (high - low) * part) }
  if part != 0.5 { return .real(try known(low * (1 - part) + high * part)) }
  let sum = try known(low + high)
  return .real(sum.isFinite || low.isInfinite || high.isInfinite ? sum / 2 : low / 2 + high / 2)
}

/// The root of the mean of the squared distances from the mean.
private func deviation(_ values: [PlainValue], divisor: Int) throws -> PlainValue {
  guard divisor > 0, let first = values.first else { return .none }
  let distances: [Double]
  if case .int = first {
    let sorted = values.map(\.int).sorted()
    distances = sorted.map { Double(Int128($0) - Int128(sorted[0])) }
  } else {
    let sorted = values.map(\.real).sorted()
    guard sorted.allSatisfy(\.isFinite) else { throw Failure.notANumber }
    distances = sorted.map { $0 - sorted[0] }
  }
  let mean = distances.reduce(0, +) / Double(values.count)
  guard mean.isFinite else { return .real(.infinity) }
  let squares = distances.map { ($0 - mean) * ($0 - mean) }
  return .real((squares.reduce(0, +) / Double(divisor)).squareRoot())
}

private func known(_ number: Double) throws -> Double {
  if number.isNaN { throw Failure.notANumber }
  return number
}

/// What stands between texts that are joined: nothing, and a mark that combines with the letter
/// before it, too.
let joinedSeparators = [", ", "", "-", "e", "\u{301}"]

/// The texts that are not nil, one after the other.
func joined(_ values: [PlainValue], _ separator: String) -> PlainValue {
  .text(values.filter { !$0.isNone }.map(\.text).joined(separator: separator))
}
