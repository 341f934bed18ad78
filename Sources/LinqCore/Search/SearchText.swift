internal import StoreSupport

/// What somebody types to find rows, and how well a row fits.
///
/// A row is found if each word of the text begins one of the row's ``SearchWords``. An apostrophe
/// in the text joins (`o'neil` is `oneil`), a dash separates. A word that begins another word of
/// the text is left out. A text without words finds nothing.
///
/// The rank of a word is
///
/// | 0 | a word of a name |
/// |---|---|
/// | 1 | a word of another field |
/// | 2 | the beginning of a word of a name |
/// | 3 | the beginning of another word |
///
/// and the rank of a row is that of the word with the highest one: the lowest comes first.
package struct SearchText: Sendable {
  /// The words.
  package let words: [[UInt8]]

  /// Reads a text.
  package init(_ text: String) {
    var words: [[UInt8]] = []
    // An apostrophe would end a part, and a dash would not end a run.
    let plain = FoldedText.form(of: text).unicodeScalars.filter { $0 != "'" }
    let separated = plain.map { $0 == "-" ? " " : $0 }
    for part in SearchRuns(of: String(String.UnicodeScalarView(separated))).runs.joined() {
      var word: [UInt8] = []
      for scalar in part.scalars.prefix(SearchWords.longest) {
        word += UTF8.encode(scalar).unsafelyUnwrapped
      }
      words.append(word)
    }
    self.words = words.enumerated().compactMap { place, word in
      let isLeftOut = words.enumerated().contains { otherPlace, other in
        other.starts(with: word) && (other.count > word.count || otherPlace < place)
      }
      return isLeftOut ? nil : word
    }
  }

  /// The number of scalars of a word's beginning that an index keeps the rows of.
  private static let keptPrefix = 3

  /// The rows that may be found, in the words of FTS5. A text without words finds none.
  package var match: String { classes[3] }

  /// The rows whose rank is at most 0, 1, 2 and 3, in the words of FTS5, and at last those with
  /// words that begin as the text's words do: they may be more, and an index finds them faster.
  package var classes: [String] {
    guard !words.isEmpty else { return Array(repeating: "\"x\"", count: 5) }
    let words = words.map { String(decoding: $0, as: UTF8.self) }
    let beginnings = words.map { word in
      String(String.UnicodeScalarView(word.unicodeScalars.prefix(Self.keptPrefix)))
    }
    let forms = [#""n_""#, #"("n_" OR "o_")"#, #"("n_"* OR "o_")"#, #"("n_"* OR "o_"*)"#]
    func all(_ words: [String], in form: String) -> String {
      words.map { form.replacing("_", with: $0) }.joined(separator: " AND ")
    }
    return forms.map { all(words, in: $0) } + [all(beginnings, in: forms[3])]
  }

  /// Returns the rows whose rank is at most a number, in the words of PostgreSQL (`tsquery`). A
  /// text without words finds none.
  package func query(upTo rank: Int) -> String {
    guard !words.isEmpty else { return "'x'" }
    let (name, other) = (rank >= 2 ? ":*" : "", rank >= 3 ? ":*" : "")
    return words.map { word in
      let word = String(decoding: word, as: UTF8.self)
      return rank == 0 ? "'n\(word)'" : "('n\(word)'\(name)|'o\(word)'\(other))"
    }.joined(separator: "&")
  }

  /// Returns how well the words of a row fit, 0 for the best; nil if the row is not found.
  package func rank(in row: SearchWords) -> Int? {
    row.bytes.withUnsafeBufferPointer(rank)
  }

  /// Returns how well the words of a row fit, which are the bytes of ``SearchWords/text``.
  package func rank(in row: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !words.isEmpty else { return nil }
    var rank = 0
    for word in words {
      guard let found = Self.rank(of: word, in: row) else { return nil }
      rank = max(rank, found)
    }
    return rank
  }

  private static func rank(of word: [UInt8], in row: UnsafeBufferPointer<UInt8>) -> Int? {
    let space = UInt8(ascii: " ")
    var best: Int?
    var start = 1
    while start < row.count {
      var place = start + 1
      var matched = 0
      while matched < word.count, place < row.count, row[place] == word[matched] {
        matched += 1
        place += 1
      }
      if matched == word.count, place < row.count {
        let rank = (row[place] == space ? 0 : 2) + (row[start] == UInt8(ascii: "n") ? 0 : 1)
        if rank == 0 { return 0 }
        best = min(best ?? rank, rank)
      }
      while place < row.count, row[place] != space { place += 1 }
      start = place + 1
    }
    return best
  }
}

extension SearchText {
  /// The number of texts that are remembered.
  private static let limit = 64

  private static let read = Locked<[String: SearchText]>([:])

  /// Returns a text that may have been read before: a function of SQL gets it for each row.
  static func reading(_ text: String) -> SearchText {
    if let known = read.withLock({ $0[text] }) { return known }
    let search = SearchText(text)
    read.withLock { read in
      if read.count >= limit { read.removeAll() }
      read[text] = search
    }
    return search
  }
}
