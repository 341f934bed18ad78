extension AnyKeyPath {
  /// The key path as messages show it. A computed property whose name is not known has its type:
  /// `\Person.<computed String>`. Swift's description has an address too, which tells nothing.
  var text: String { "\(self)".replacing(/<computed [^ ]+ \((.*?)\)>/) { "<computed \($0.1)>" } }
}
