internal import StoreEngine

extension StoredEncoding {
  /// The name of the function that returns the usual form of a stored value.
  var decoder: String { "swift_decode_\(self)" }

  /// Returns the name of the function that returns the stored form of a value.
  ///
  /// - Parameter rounding: whether a value between two stored ones becomes the nearest.
  func encoder(rounding: Bool) -> String {
    (rounding ? "swift_round_" : "swift_encode_") + "\(self)"
  }
}

extension Connection {
  /// Registers the functions of an encoding, once for each connection.
  func register(_ encoding: StoredEncoding) throws {
    guard !hasFunction(encoding.decoder) else { return }
    try register(
      ScalarFunction(encoding.decoder, argumentCount: 1) { encoding.decode(try $0[0]) })
    for rounding in [false, true] {
      let name = encoding.encoder(rounding: rounding)
      try register(
        ScalarFunction(name, argumentCount: 1) { arguments in
          let value = try arguments[0]
          guard let stored = encoding.encode(value, rounding: rounding) else {
            throw ColumnValueError.notRepresentable(
              encoding.text(of: value), type: encoding.isDate ? "Date" : "Decimal",
              encoding: "\(encoding)")
          }
          return stored
        })
    }
  }
}
