public import LinqCore
public import People

/// A generator of people, which returns the same people for the same seed on every machine.
///
/// A person depends only on the seed, the languages, the day `asOf` and the row: row 1,000 is the
/// same whether it is generated alone, in a batch or among a million. The generator is a value that
/// any number of threads may share.
///
/// - Names are drawn by their frequency in their language (``SeedLocale``): by census figures for
///   English, and by weights that follow published rankings for the others. All text is in NFC.
/// - Ages follow the population of the world, 0 to 104 years.
/// - About 95 % have a `birthDate` that matches their `age` on the day `asOf`.
/// - About 90 % have an e-mail address at a domain reserved for examples. No two rows share one,
///   not even rows of different seeds.
/// - If they are to have attributes, all have a `language`, and about 70 % a `phone` with a number
///   that is reserved for fiction. Nothing else of them changes.
///
/// ```swift
/// let generator = PersonGenerator(seed: 1)
/// let first = generator.person(at: 0)
/// let batch = Array(generator.people(1_000..<2_000))
/// batch[7] == generator.person(at: 1_007)             // true
/// ```
public struct PersonGenerator: Sendable {
  // The day exists, so unwrapping it succeeds.
  /// The default day on which the generated ages hold: 1 July 2025, the day of the population
  /// estimates that the ages follow. It is fixed, so that a seed leads to the same people next
  /// year.
  public static let defaultDate = CalendarDate(year: 2025, month: 7, day: 1)!

  /// The names of one language by gender, as sections of `nameDraws`.
  private struct Pools {
    let male: AliasTables.Section
    let female: AliasTables.Section
    let maleSurnames: AliasTables.Section
    let femaleSurnames: AliasTables.Section
  }

  /// The names of the attributes that people may have.
  public static let attributes = ["language", "phone"]

  private let key: UInt64
  private let languages: [String]
  private let hasAttributes: Bool
  private let names: [SeedName]
  private let nameDraws: AliasTables
  private let pools: [Pools]
  private let poolDraws: AliasTables
  private let poolSection: AliasTables.Section
  private let ageDraws: AliasTables
  private let ageSection: AliasTables.Section
  private let birthDates: BirthDates
  private let emails: EmailWriter

  /// Creates a generator of the people of a seed.
  ///
  /// This takes some milliseconds to build tables, so create a generator once and keep it.
  ///
  /// - Parameters:
  ///   - seed: The seed. Different seeds lead to different people, without common e-mail addresses.
  ///   - locales: The languages of the names, at least one, with shares in the ratios of
  ///     ``SeedLocale/weight``. Order and repetition do not matter.
  ///   - asOf: The day on which the ages hold, in the years 106 to 9999.
  ///   - hasAttributes: Whether the people have attributes.
  public init(
    seed: UInt64 = 1, locales: [SeedLocale] = SeedLocale.allCases,
    asOf: CalendarDate = PersonGenerator.defaultDate, hasAttributes: Bool = false
  ) {
    precondition(!locales.isEmpty, "a generator of people needs at least one locale")
    precondition(asOf.year > AgePyramid.oldest + 1, "asOf is in the year 106 or later: \(asOf)")
    let chosen = SeedLocale.allCases.filter(locales.contains)

    var names: [SeedName] = []
    var nameDraws = AliasTables()
    // Names and draws grow in parallel, so the index of a draw is the index of its name.
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
    languages = chosen.map(\.rawValue)
    self.hasAttributes = hasAttributes
    self.names = names
    self.nameDraws = nameDraws
    self.poolDraws = poolDraws
    self.ageDraws = ageDraws
    birthDates = BirthDates(asOf: asOf, oldest: AgePyramid.oldest)
    emails = EmailWriter(seed: seed)
  }

  /// Returns the person in a row, without an `id`. O(1), well under a microsecond.
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
    // Every row draws its numbers in this order, whether it uses them or not, so that the needs of
    // one trait never affect another.
    let traits = Traits(bits: random.next())
    let language = poolDraws.draw(random.next(), from: poolSection)
    let pool = pools[language]
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
      birthDate: traits.hasBirthDate ? birthDate : nil,
      attributes: hasAttributes ? attributes(languages[language], random.next()) : [:])
  }

  private func attributes(_ language: String, _ bits: UInt64) -> [String: String] {
    guard bits % 10 < 7 else { return ["language": language] }
    let area = 201 + bits / 10 % 788
    let line = 100 + bits / 10_000 % 100
    return ["language": language, "phone": "+1-\(area)-555-0\(line)"]
  }

  /// Returns the people in a range of rows, which are generated one by one on access.
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

/// The traits of a person that need a few bits each, taken from one random number.
private struct Traits {
  let bits: UInt64

  /// True for one half of the people.
  var isFemale: Bool { bits & 1 == 1 }

  /// A number whose two low bits select one of four domains.
  var domain: UInt64 { bits &>> 1 }

  /// True for 90 % of the people, in units of 2⁻¹⁶.
  var hasEmail: Bool { (bits &>> 16) & 0xFFFF >= 6_554 }

  /// True for 95 % of the people, in units of 2⁻¹⁶.
  var hasBirthDate: Bool { (bits &>> 32) & 0xFFFF >= 3_277 }
}
