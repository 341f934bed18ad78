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
    // The key, the part of the filter and those of the values, if they have one.
    let parts = [key, filter?.part] + values.map(\.part)
    var places: [Int?] = []
    for part in parts { places.append(part == nil ? nil : places.count { $0 != nil }) }
    return Operator(
      name: "windows", output: .tuple(values.map { .scalar($0.type) }),
      terms: parts.compactMap(\.self),
      format: { closures, _ in
        func text(_ value: WindowValue, _ place: Int?) -> String {
          value.text(place.map { closures[$0] } ?? "")
        }
        let within = places[0].map { "within: { \(closures[$0]) }" } ?? ""
        let chosen = filter.map { ".where { \(text($0, places[1])) > \(most) }" } ?? ""
        let selected = Swift.zip(values, places.dropFirst(2)).map(text).joined(separator: ", ")
        return ".windows(\(within))\(chosen).select { (\(selected)) }"
      }
    ) { next, terms, _ in
      var windows: Pull?
      return {
        if let windows { return try windows() }
        let all = try Window.all(in: collect(next), by: places[0].map { terms[$0] })
        var left = all[...]
        func value(_ value: WindowValue, _ place: Int?, _ window: Window) throws -> PlainValue {
          try value.compute(window, place.map { terms[$0] })
        }
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

/// A value of a window.
private struct WindowValue {
  let type: ScalarType
  /// The expression of its closure, if it has one.
  var part: Term?
  let text: (String) -> String
  let compute: (Window, Term?) throws -> PlainValue

  /// Elements around the one of a window.
  private struct Frame {
    let text: String
    let rows: (Window) -> ArraySlice<PlainValue>

    init(_ random: inout RandomSource) {
      let (before, after) = (random.below(4), random.below(3))
      func between(_ window: Window, _ before: Int, _ after: Int) -> ArraySlice<PlainValue> {
        window.rows[
          max(0, window.index - before)...min(window.rows.count - 1, window.index + after)]
      }
      switch random.below(6) {
      case 0: (text, rows) = ("partition", { $0.rows[...] })
      case 1, 2: (text, rows) = ("soFar", { $0.rows[...$0.index] })
      case 3: (text, rows) = ("rest", { $0.rows[$0.index...] })
      case 4: (text, rows) = ("last(\(before + 1))", { between($0, before, 0) })
      default:
        text = "rows(before: \(before), after: \(after))"
        rows = { between($0, before, after) }
      }
    }
  }

  private static func of(
    _ frame: Frame, _ type: ScalarType, _ name: String, _ part: Term,
    _ compute: @escaping ([PlainValue]) throws -> PlainValue
  ) -> WindowValue {
    WindowValue(
      type: type, part: part, text: { "$0.\(frame.text).\(name) { \($0) }" },
      compute: { window, part in
        guard let part else { return .none }
        return try compute(try frame.rows(window).map { try part.value(of: $0) })
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
      let frame = Frame(&random)
      return WindowValue(type: .int, text: { _ in "$0.\(frame.text).count" }) { window, _ in
        .int(frame.rows(window).count)
      }
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
      type: isPercent ? .real : .int, part: items.key(1, &random, isOrdered: true),
      text: { "$0.\(name)(\(label): { \($0) })" },
      compute: { window, part in
        guard let part else { return .none }
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
    let frame = Frame(&random)
    switch random.below(9) {
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
        type: part.type.optional, part: part,
        text: { "$0.\(name)(\(distance)).\(map) { \($0) }" },
        compute: { window, part in
          let index = name == "lag" ? window.index - distance : window.index + distance
          guard let part, window.rows.indices.contains(index) else { return .none }
          return try part.value(of: window.rows[index])
        })
    case 7: return rank(items, &random, isPercent: random.chance(50)) ?? number(items, &random)
    default: return number(items, &random)
    }
  }
}
