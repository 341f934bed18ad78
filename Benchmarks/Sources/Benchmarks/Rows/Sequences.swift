import Linq
import People

/// LINQ to Objects over a million elements, against the standard library.
let sequenceWork: [Work] = [
  Work(
    name: "array: where, select",
    contenders: [
      (
        .ours,
        { bench in
          let numbers = numbers()
          let result = bench.time { numbers.where { $0 % 3 == 0 }.select { $0 &* 7 } }
          return "\(result.count) \(result.last ?? 0)"
        }
      ),
      (
        .standard,
        { bench in
          let numbers = numbers()
          let result = bench.time { numbers.filter { $0 % 3 == 0 }.map { $0 &* 7 } }
          return "\(result.count) \(result.last ?? 0)"
        }
      ),
    ]),
  Work(
    name: "array, lazy: where, select, take",
    contenders: [
      (
        .ours,
        { bench in
          let numbers = numbers()
          let result = bench.time {
            Array(numbers.lazy.where { $0 % 3 == 0 }.select { $0 &* 7 }.take(300_000))
          }
          return "\(result.count) \(result.last ?? 0)"
        }
      ),
      (
        .lazy,
        { bench in
          let numbers = numbers()
          let result = bench.time {
            Array(numbers.lazy.filter { $0 % 3 == 0 }.map { $0 &* 7 }.prefix(300_000))
          }
          return "\(result.count) \(result.last ?? 0)"
        }
      ),
    ]),
  Work(
    name: "array: sort of numbers",
    contenders: [
      (
        .ours,
        { bench in
          let numbers = numbers()
          let result = bench.time { numbers.sort { $0 }.toArray() }
          return "\(result[0]) \(result[500_000])"
        }
      ),
      (
        .standard,
        { bench in
          let numbers = numbers()
          let result = bench.time { numbers.sorted { $0 < $1 } }
          return "\(result[0]) \(result[500_000])"
        }
      ),
    ]),
  Work(
    name: "array: groupBy",
    contenders: [
      (
        .ours,
        { bench in
          let numbers = numbers()
          let result = bench.time { numbers.groupBy { $0 % 1_000 } }
          return "\(result.count) \(result.first?.count ?? 0)"
        }
      ),
      (
        .standard,
        { bench in
          let numbers = numbers()
          let result = bench.time { Dictionary(grouping: numbers) { $0 % 1_000 } }
          return "\(result.count) \(result[numbers[0] % 1_000]?.count ?? 0)"
        }
      ),
    ]),
  Work(
    name: "array: distinct",
    contenders: [
      (
        .ours,
        { bench in
          let numbers = numbers()
          let result = bench.time { numbers.select { $0 % 100_000 }.distinct() }
          return "\(result.count) \(result.last ?? 0)"
        }
      ),
      (
        .standard,
        { bench in
          let numbers = numbers()
          let result = bench.time {
            var seen: Set<Int> = []
            return numbers.map { $0 % 100_000 }.filter { seen.insert($0).inserted }
          }
          return "\(result.count) \(result.last ?? 0)"
        }
      ),
    ]),
  Work(
    name: "array: sum",
    contenders: [
      (
        .ours,
        { bench in
          let numbers = numbers()
          return "\(try bench.time { try numbers.sum { $0 % 1_000 } })"
        }
      ),
      (
        .standard,
        { bench in
          let numbers = numbers()
          return "\(bench.time { numbers.reduce(0) { $0 + $1 % 1_000 } })"
        }
      ),
    ]),
]

/// A million numbers in no order.
private func numbers() -> [Int] {
  var state: UInt64 = 42
  return (0..<1_000_000).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 20)
  }
}
