import Foundation
import LinqText

/// The aggregates of numbers that are nil for too few of them.
let statistics: [ChainOperator] = [
  .average, .median, .standardDeviation, .populationStandardDeviation,
]

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

/// The mean, the median or a standard deviation of numbers.
func statistic(_ operation: ChainOperator, _ values: [PlainValue]) throws -> PlainValue {
  switch operation {
  case .median: try median(values)
  case .standardDeviation: try deviation(values, divisor: values.count - 1)
  case .populationStandardDeviation: try deviation(values, divisor: values.count)
  default: try average(values)
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

/// The number in the middle, or the mean of the two that are there.
private func median(_ values: [PlainValue]) throws -> PlainValue {
  guard let first = values.first else { return .none }
  if case .int = first {
    let sorted = values.map(\.int).sorted()
    let sum = Int128(sorted[(sorted.count - 1) / 2]) + Int128(sorted[sorted.count / 2])
    return .real(Double(sum) / 2)
  }
  let sorted = values.map(\.real).sorted()
  let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
  if low == high { return .real(low + 0) }
  let sum = try known(low + high)
  // Halves first where the sum is beyond the highest number.
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
