internal import ArgumentParser
internal import LinqText
internal import People

/// The values of the parameters of a chain, as `--param year=1900` gives them.
struct ChainParameters {
  let values: [String: String]

  /// Reads the arguments of `--param`.
  init(_ arguments: [String]) throws {
    var values: [String: String] = [:]
    for argument in arguments {
      guard let sign = argument.firstIndex(of: "="), Self.isName(argument[..<sign]) else {
        throw ValidationError("--param gives a value to a name: year=1900, not '\(argument)'.")
      }
      let name = String(argument[..<sign])
      guard values[name] == nil else { throw ValidationError("--param \(name) is given twice.") }
      values[name] = String(argument[argument.index(after: sign)...])
    }
    self.values = values
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Throws for a parameter that a chain, which is well formed, does not have.
  func checkUse(in chain: String, _ form: TextForm) throws {
    let known = try form.parameters(of: chain)
    for name in values.keys.sorted() where !known.contains(name) {
      let nearest = nearest(to: name, among: known.sorted())
      throw ValidationError(
        "--param \(name): the chain has no $\(name)"
          + (nearest.map { "; did you mean \($0)?" } ?? "."))
    }
  }
}
