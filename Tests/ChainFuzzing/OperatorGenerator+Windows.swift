import LinqCore
import LinqText

extension OperatorGenerator {
  /// Windows, and some values of each; nil for elements that are no values.
  func windows(_ random: inout RandomSource) -> Operator? {
    switch shape {
    case .scalar, .row, .tuple, .optional: break
    case .group, .list, .pair: return nil
    }
    let items = TermGenerator(shape, corpus)
    let key = random.chance(70) ? terms.key(depth, &random) : nil
    let filter = random.chance(35) ? WindowValue.number(items, &random) : nil
    let most = random.below(4)
    let values = (0..<(2 + random.below(2))).map { _ in WindowValue.any(items, depth, &random) }
    // The key, the parts of the filter and those of the values.
    let parts = [key.map { [$0] } ?? [], filter?.parts ?? []] + values.map(\.parts)
    var places: [Range<Int>] = []
    for part in parts {
      let start = places.last?.upperBound ?? 0
      places.append(start..<start + part.count)
    }
    return Operator(
      name: "windows", output: .tuple(values.map { .scalar($0.type) }),
      terms: parts.flatMap(\.self),
      format: { closures, _ in
        func text(_ value: WindowValue, _ place: Range<Int>) -> String {
          value.text(closures[place])
        }
        let within = closures[places[0]].first.map { "within: { \($0) }" } ?? ""
        let chosen = filter.map { ".where { \(text($0, places[1])) > \(most) }" } ?? ""
        let selected = Swift.zip(values, places.dropFirst(2)).map(text).joined(separator: ", ")
        return ".windows(\(within))\(chosen).select { (\(selected)) }"
      }
    ) { next, terms, _ in
      var windows: Pull?
      return {
        if let windows { return try windows() }
        let all = try Window.all(in: collect(next), by: terms[places[0]].first)
        var left = all[...]
        func value(
          _ value: WindowValue, _ place: Range<Int>, _ window: Window
        ) throws -> PlainValue { try value.compute(window, terms[place]) }
        let made: Pull = {
          while let window = left.popFirst() {
            if let filter, try value(filter, places[1], window).int <= most { continue }
            return .tuple(
              try Swift.zip(values, places.dropFirst(2)).map { try value($0, $1, window) })
          }
          return nil
        }
        windows = made
        return try made()
      }
    }
  }
}

/// An element among those of its partition.
private struct Window {
  let rows: [PlainValue]
  let index: Int

  /// The windows of elements, in partitions of those with equal keys.
  static func all(in elements: [PlainValue], by key: Term?) throws -> [Window] {
    guard let key else { return elements.indices.map { Window(rows: elements, index: $0) } }
    let keys = try elements.map { try key.value(of: $0) }
    return elements.indices.map { index in
      let places = elements.indices.filter { keys[$0] == keys[index] }
      return Window(
        rows: places.map { elements[$0] }, index: places.firstIndex(of: index) ?? 0)
    }
  }
}

/// Elements around the one of a window.
private struct Frame {
  /// The key whose distance limits them, if there is one.
  private(set) var key: Term?
  private(set) var text: (ArraySlice<String>) -> String
  private(set) var rows: (Window, Term?) throws -> ArraySlice<PlainValue>

  static func any(_ items: TermGenerator, _ random: inout RandomSource) -> Frame {
    var frame = Frame(items, &random)
    guard random.chance(10) else { return frame }
    let (text, rows) = (frame.text, frame.rows)
    frame.text = { "\(text($0)).reverse()" }
    frame.rows = { Array(try rows($0, $1).reversed())[...] }
    return frame
  }

  private init(_ items: TermGenerator, _ random: inout RandomSource) {
    let (before, after) = (random.below(4), random.below(3))
    func between(_ window: Window, _ before: Int, _ after: Int) -> ArraySlice<PlainValue> {
      window.rows[max(0, window.index - before)...min(window.rows.count - 1, window.index + after)]
    }
    switch random.below(8) {
    case 0: (text, rows) = ({ _ in "partition" }, { window, _ in window.rows[...] })
    case 1, 2: (text, rows) = ({ _ in "soFar" }, { window, _ in window.rows[...window.index] })
    case 3: (text, rows) = ({ _ in "rest" }, { window, _ in window.rows[window.index...] })
    case 4:
      (text, rows) = (
        { _ in "last(\(before + 1))" }, { window, _ in between(window, before, 0) }
      )
    case 5:
      text = { _ in "rows(before: \(before), after: \(after))" }
      rows = { window, _ in between(window, before, after) }
    default:
      // A third of the distances has no limit.
      let type: ScalarType = random.pick([.int, .int, .day])
      let unit = type == .day ? 300 : random.pick([1, 1, 10, 1 << 61])
      let before = random.chance(33) ? nil : before * unit
      let after = random.chance(33) ? nil : after * unit
      key = items.term(type, 1, &random)
      text = { closures in
        let (before, after) = (before.map { "\($0)" } ?? "nil", after.map { "\($0)" } ?? "nil")
        return "rows(before: \(before), after: \(after), by: { \(closures.first ?? "") })"
      }
      rows = { window, key in
        let keys = try window.rows.map { Int128(try key?.value(of: $0).distance ?? 0) }
        let own = keys[window.index]
        return zip(window.rows, keys).filter { _, key in
          (before.map { key >= own - Int128($0) } ?? true)
            && (after.map { key <= own + Int128($0) } ?? true)
        }.map(\.0)[...]
      }
    }
  }
}

extension PlainValue {
  /// A number, or that of a day, whose difference to another one is their distance.
  fileprivate var distance: Int {
    guard case .day(let year, let month, let day) = self else { return int }
    guard let date = CalendarDate(year: year, month: month, day: day),
      let first = CalendarDate(year: 0, month: 1, day: 1)
    else { return int }
    return first.distance(to: date)
  }
}

/// A value of a window.
private struct WindowValue {
  let type: ScalarType
  /// The expressions of its closures.
  var parts: [Term] = []
  let text: (ArraySlice<String>) -> String
  let compute: (Window, ArraySlice<Term>) throws -> PlainValue

  private static func of(
    _ frame: Frame, _ type: ScalarType, _ name: String, _ part: Term,
    _ compute: @escaping ([PlainValue]) throws -> PlainValue
  ) -> WindowValue {
    WindowValue(
      type: type, parts: (frame.key.map { [$0] } ?? []) + [part],
      text: { "$0.\(frame.text($0.dropLast())).\(name) { \($0.last ?? "") }" },
      compute: { window, parts in
        guard let part = parts.last else { return .none }
        let rows = try frame.rows(window, parts.dropLast().first)
        return try compute(try rows.map { try part.value(of: $0) })
      })
  }

  /// A number, which depends on the place in the partition.
  static func number(_ items: TermGenerator, _ random: inout RandomSource) -> WindowValue {
    switch random.below(5) {
    case 0:
      return WindowValue(type: .int, text: { _ in "$0.rowNumber" }) { window, _ in
        .int(window.index + 1)
      }
    case 1:
      let frame = Frame.any(items, &random)
      return WindowValue(
        type: .int, parts: frame.key.map { [$0] } ?? [], text: { "$0.\(frame.text($0)).count" }
      ) { window, parts in .int(try frame.rows(window, parts.first).count) }
    case 2:
      let count = 1 + random.below(4)
      return WindowValue(type: .int, text: { _ in "$0.ntile(\(count))" }) { window, _ in
        let (size, larger) = window.rows.count.quotientAndRemainder(dividingBy: count)
        var (part, start) = (1, 0)
        while window.index >= start + size + (part <= larger ? 1 : 0) {
          start += size + (part <= larger ? 1 : 0)
          part += 1
        }
        return .int(part)
      }
    default:
      return rank(items, &random) ?? number(items, &random)
    }
  }

  private static func rank(
    _ items: TermGenerator, _ random: inout RandomSource, isPercent: Bool = false
  ) -> WindowValue? {
    let (isDense, isDescending) = (random.chance(40), random.chance(40))
    let name = isPercent ? "percentRank" : isDense ? "denseRank" : "rank"
    let label = isDescending ? "byDescending" : "by"
    return WindowValue(
      type: isPercent ? .real : .int, parts: [items.key(1, &random, isOrdered: true)],
      text: { "$0.\(name)(\(label): { \($0.first ?? "") })" },
      compute: { window, parts in
        guard let part = parts.first else { return .none }
        let keys = try window.rows.map { try part.value(of: $0) }
        let own = keys[window.index]
        let before = keys.filter { isDescending ? own.precedes($0) : $0.precedes(own) }
        guard isPercent else { return .int((isDense ? Set(before).count : before.count) + 1) }
        return .real(keys.count == 1 ? 0 : Double(before.count) / Double(keys.count - 1))
      })
  }

  static func any(
    _ items: TermGenerator, _ depth: Int, _ random: inout RandomSource
  ) -> WindowValue {
    let frame = Frame.any(items, &random)
    switch random.below(11) {
    case 9:
      let statistic = Statistic.any(&random)
      let part = items.term(random.pick([.int, .real, .int.optional]), 1, &random)
      let name = statistic.operation.rawValue + statistic.arguments
      return of(frame, .real.optional, name, part) {
        try statistic.value($0.filter { !$0.isNone })
      }
    case 10:
      let separator = random.pick(joinedSeparators)
      let part = items.term(random.pick([.text, .text.optional]), 1, &random)
      return of(frame, .text, "joined(separator: \(written(separator)))", part) {
        joined($0, separator)
      }
    case 0, 1:
      let type: ScalarType = random.pick([.int, .int, .real, .decimal])
      let part = items.term(random.chance(30) ? type.optional : type, 1, &random)
      return of(frame, type, "sum", part) { try total($0.filter { !$0.isNone }, type) }
    case 2:
      let part = items.term(random.pick([.int, .real, .int.optional]), 1, &random)
      return of(frame, .real.optional, "average", part) { try average($0.filter { !$0.isNone }) }
    case 3:
      let type: ScalarType = random.pick([.int, .real, .text, .moment, .decimal, .day])
      let isHighest = random.chance(50)
      return of(frame, type.optional, isHighest ? "max" : "min", items.term(type, 1, &random)) {
        extreme($0, isHighest: isHighest)
      }
    case 4:
      return of(frame, .int, "count", items.bool(1, &random)) { .int($0.count { $0.bool }) }
    case 5, 6:
      let distance = random.below(5) - 1
      let name = random.pick(["lag", "lead"])
      let part = items.any(depth - 1, &random)
      let map = part.type.isOptional ? "flatMap" : "map"
      return WindowValue(
        type: part.type.optional, parts: [part],
        text: { "$0.\(name)(\(distance)).\(map) { \($0.first ?? "") }" },
        compute: { window, parts in
          let index = name == "lag" ? window.index - distance : window.index + distance
          guard let part = parts.first, window.rows.indices.contains(index) else { return .none }
          return try part.value(of: window.rows[index])
        })
    case 7: return rank(items, &random, isPercent: random.chance(50)) ?? number(items, &random)
    default: return number(items, &random)
    }
  }
}
