extension [String: Int] {
  /// Counts one less of something. Nothing is kept for none.
  mutating func decrement(_ key: String) {
    let left = self[key, default: 1] - 1
    self[key] = left == 0 ? nil : left
  }
}
