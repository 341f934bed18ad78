public import LinqCore

extension Sequence where Element: Searchable {
  /// The elements that are found by a text as people type it, the best first: each word of the text
  /// begins a word of one of the fields, without regard to case, accents, width and the order of
  /// the words.
  ///
  /// ```swift
  /// people.search("jose mull")      // José Müller
  /// people.search("jose berlin", also: { $0.attributes["city"] })
  /// ```
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - more: other texts in which the search looks, which count as fields that are no names.
  /// - Complexity: O(n log n).
  public func search<each More: SearchableText>(
    _ text: String, also more: repeat (Element) -> each More
  ) -> OrderedArray<Element> {
    let (text, fields) = (SearchText(text), Element.searchFields)
    func rank(_ element: Element) -> Int? {
      var texts: [String?] = []
      for text in repeat each more { texts.append(text(element).optionalText) }
      return text.rank(in: fields.words(of: element, also: texts))
    }
    var found = self.where { rank($0) != nil }.sort(rank)
    let count = found.first.map { fields.names(of: $0).count } ?? 0
    for place in 0..<count { found = found.thenBy { fields.names(of: $0)[place] } }
    return found
  }
}
