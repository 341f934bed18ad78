public import LinqCore
public import People

/// Generated people: the same seed, the same people, on every machine.
///
/// A person depends on the seed, the languages, the day `asOf` and the row's index, on nothing
/// else: row 1,000 is the same whether it is made alone, in a batch or among a million. The
/// generator is a value; any number of threads may share it.
///
/// - Names are drawn by their frequency in their language (``SeedLocale``): the figures of the
///   census for English, weights that follow published rankings for the others. All text is in NFC.
/// - Ages follow the population of the world, 0 to 104 years.
/// - About 95 % have a `birthDate`, one that gives their `age` on the day `asOf`.
/// - About 90 % have an e-mail address at a domain reserved for examples. No two rows share one,
///   nor do rows of different seeds.
///
/// ```swift
/// let generator = PersonGenerator(seed: 1)
/// let first = generator.person(at: 0)
/// let batch = Array(generator.people(1_000..<2_000))
/// batch[7] == generator.person(at: 1_007)             // true
/// ```
public struct PersonGenerator: Sendable {
  // The day exists, so the unwrapping succeeds.
  /// The day on which the generated ages hold if no other is given: 1 July 2025, the day of the
  /// population estimates that the ages follow. Fixed, so that a seed gives the same people next
  /// year.
  public static let defaultDate = CalendarDate(year: 2025, month: 7, day: 1)!

  /// The names of one language by gender, as tables of `nameDraws`.
  private struct Pools {
    let male: AliasTables.Section
    let female: AliasTables.Section
    let maleSurnames: AliasTables.Section
    let femaleSurnames: AliasTables.Section
  }

  private let key: UInt64
  private let names: [SeedName]
  private let nameDraws: AliasTables
  private let pools: [Pools]
  private let poolDraws: AliasTables
  private let poolSection: AliasTables.Section
  private let ageDraws: AliasTables
  private let ageSection: AliasTables.Section
  private let birthDates: BirthDates
  private let emails: EmailWriter

  /// A generator of the people of a seed.
  ///
  /// Takes some milliseconds, once, to build its tables; make one and keep it.
  ///
  /// - Parameters:
  ///   - seed: Different seeds give different people, without a common e-mail address.
  ///   - locales: The languages of the names, at least one; order and repetition do not matter.
  ///     Their shares are in the ratios of ``SeedLocale/weight``.
  ///   - asOf: The day on which the ages hold, in the years 106 to 9999.
  public init(
    seed: UInt64 = 1, locales: [SeedLocale] = SeedLocale.allCases,
    asOf: CalendarDate = PersonGenerator.defaultDate
  ) {
    precondition(!locales.isEmpty, "a generator of people needs at least one locale")
    precondition(asOf.year > AgePyramid.oldest + 1, "asOf is in the year 106 or later: \(asOf)")
    let chosen = SeedLocale.allCases.filter(locales.contains)

    var names: [SeedName] = []
    var nameDraws = AliasTables()
    // Names and draws grow in step, so a drawn position is the position of its name.
    func append(_ column: NameTable.Column) -> AliasTables.Section {
      names += column.names
      return nameDraws.append(weights: column.weights)
    }
    pools = chosen.map(\.names).map { table in
      Pools(
        male: append(table.male), female: append(table.female),
        maleSurnames: append(table.maleSurnames), femaleSurnames: append(table.femaleSurnames))
    }
    var poolDraws = AliasTables()
    poolSection = poolDraws.append(weights: chosen.map(\.weight))
    var ageDraws = AliasTables()
    ageSection = ageDraws.append(weights: AgePyramid.weights)

    key = RowRandom.key(seed: seed)
    self.names = names
    self.nameDraws = nameDraws
    self.poolDraws = poolDraws
    self.ageDraws = ageDraws
    birthDates = BirthDates(asOf: asOf, oldest: AgePyramid.oldest)
    emails = EmailWriter(seed: seed)
  }

  /// The person in a row, without an `id`. O(1), well under a microsecond.
  ///
  /// ```swift
  /// PersonGenerator().person(at: 41).email              // the same on every machine
  /// ```
  ///
  /// - Parameter index: The row, not negative.
  public func person(at index: Int) -> Person {
    precondition(index >= 0, "a row of generated people is not negative: \(index)")
    let row = UInt64(truncatingIfNeeded: index)
    var random = RowRandom(key: key, row: row)
    // Every row takes its numbers in this order, whether it uses them or not: what one trait needs
    // never moves another.
    let traits = Traits(bits: random.next())
    let pool = pools[poolDraws.draw(random.next(), from: poolSection)]
    let given = nameDraws.draw(random.next(), from: traits.isFemale ? pool.female : pool.male)
    let surname = nameDraws.draw(
      random.next(), from: traits.isFemale ? pool.femaleSurnames : pool.maleSurnames)
    let age = ageDraws.draw(random.next(), from: ageSection)
    let birthDate = birthDates.draw(random.next(), age: age)
    return Person(
      name: names[given].text, surname: names[surname].text, age: age,
      email: traits.hasEmail
        ? emails.address(
          given: names[given], surname: names[surname], row: row, domain: traits.domain) : nil,
      birthDate: traits.hasBirthDate ? birthDate : nil)
  }

  /// The people of a range of rows, made one by one as they are asked for.
  ///
  /// ```swift
  /// for person in generator.people(0..<1_000_000) { try await insert(person) }
  /// ```
  ///
  /// - Parameter rows: The rows, not negative.
  public func people(_ rows: Range<Int>) -> GeneratedPeople {
    GeneratedPeople(generator: self, rows: rows)
  }
}

/// The traits of a person that take a few bits each, cut out of one random number.
private struct Traits {
  let bits: UInt64

  /// One half.
  var isFemale: Bool { bits & 1 == 1 }

  /// Picks one of four domains by its two low bits.
  var domain: UInt64 { bits &>> 1 }

  /// 90 %, in units of 2⁻¹⁶.
  var hasEmail: Bool { (bits &>> 16) & 0xFFFF >= 6_554 }

  /// 95 %, in units of 2⁻¹⁶.
  var hasBirthDate: Bool { (bits &>> 32) & 0xFFFF >= 3_277 }
}
