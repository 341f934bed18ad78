import Foundation

// Points in time and decimal numbers, which columns may store in several ways.
extension TermGenerator {
  func moment(_ depth: Int, _ random: inout RandomSource) -> Term {
    if random.chance(15), let value = vocabulary(.moment, depth, &random) { return value }
    guard depth > 0, random.chance(25) else { return leafOrLiteral(.moment, &random) }
    let member = leafOrLiteral(.moment, &random)
    // A literal has no members to ask for.
    guard member.member != "literal" else { return member }
    let eighths = random.pick([-8, 4, 1, 80, 28_800_000])
    return .operation(
      .moment, "addingTimeInterval", [member],
      { "\($0[0]).addingTimeInterval(\(Double(eighths) / 8))" }
    ) { .moment($0[0].moment + eighths * 125_000) }
  }

  /// A part of a point in time; nil if there is none.
  func partOfMoment(_ random: inout RandomSource) -> Term? {
    guard let member = leaf(.moment, &random) else { return nil }
    let (name, unit, count) = random.pick([
      ("hour", 3_600_000_000, 24), ("minute", 60_000_000, 60), ("second", 1_000_000, 60),
    ])
    return .operation(.int, name, [member], { "\($0[0]).\(name)(in: .gmt)" }) { values in
      // Before 1970 the part is that of the time of day, too.
      let time = values[0].moment % 86_400_000_000
      return .int((time < 0 ? time + 86_400_000_000 : time) / unit % count)
    }
  }

  /// The seconds between two points in time; nil if there is none.
  func seconds(_ random: inout RandomSource) -> Term? {
    guard let member = leaf(.moment, &random) else { return nil }
    return .operation(
      .real, "timeIntervalSince", [member, leafOrLiteral(.moment, &random)],
      { "\($0[0]).timeIntervalSince(\($0[1]))" }
    ) { .real(Double($0[0].moment - $0[1].moment) / 1_000_000) }
  }

  func decimal(_ depth: Int, _ random: inout RandomSource) -> Term {
    guard depth > 0 else { return leafOrLiteral(.decimal, &random) }
    if random.chance(6), let value = subquery(.decimal, depth, &random) { return value }
    switch random.below(8) {
    case 0, 1, 2, 3: return leafOrLiteral(.decimal, &random)
    case 4: return aggregate(.decimal, depth, &random) ?? leafOrLiteral(.decimal, &random)
    case 5: return conditional(.decimal, depth, &random)
    case 6:
      let part = int(depth - 1, &random)
      guard part.member != "literal" else { return leafOrLiteral(.decimal, &random) }
      return .operation(.decimal, "Decimal", [part], { "Decimal(\($0[0]))" }) {
        .decimal(Decimal($0[0].int))
      }
    default:
      let symbol = random.pick(["+", "-", "*"])
      let parts = [decimal(depth - 1, &random), decimal(0, &random)]
      return .operation(
        .decimal, "decimal \(symbol)", parts, fails: true, { "(\($0[0]) \(symbol) \($0[1]))" }
      ) { values in
        let (left, right) = (values[0].decimal, values[1].decimal)
        return .decimal(symbol == "+" ? left + right : symbol == "-" ? left - right : left * right)
      }
    }
  }
}
