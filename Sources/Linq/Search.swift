public import LinqCore

extension Sequence where Element: Searchable {
  /// The elements that are found by a text as people type it, the best first: each word of the text
  /// begins a word of one of the fields, without regard to case, accents, width and the order of
  /// the words.
  ///
  /// ```swift
  /// people.search("jose mull")      // José Müller
  /// ```
  ///
  /// - Complexity: O(n log n).
  public func search(_ text: String) -> OrderedArray<Element> {
    let (text, fields) = (SearchText(text), Element.searchFields)
    func rank(_ element: Element) -> Int? { text.rank(in: fields.words(of: element)) }
    var found = self.where { rank($0) != nil }.sort(rank)
    let count = found.first.map { fields.names(of: $0).count } ?? 0
    for place in 0..<count { found = found.thenBy { fields.names(of: $0)[place] } }
    return found
  }
}
