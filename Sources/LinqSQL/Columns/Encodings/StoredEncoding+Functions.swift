internal import StoreEngine

extension StoredEncoding {
  /// The name of the function that returns the usual form of a stored value.
  var decoder: String { "swift_decode_\(name)" }

  /// Returns the name of the function that returns the stored form of a value.
  func encoder(_ use: EncodingUse) -> String { "swift_\(use.rawValue)_\(name)" }
}

extension Connection {
  /// Registers the functions of an encoding, once for each connection.
  func register(_ encoding: StoredEncoding) throws {
    guard !hasFunction(encoding.decoder) else { return }
    try register(
      ScalarFunction(encoding.decoder, argumentCount: 1) { encoding.decode(try $0[0]) })
    for use in EncodingUse.allCases {
      try register(
        ScalarFunction(encoding.encoder(use), argumentCount: 1) { arguments in
          let value = try arguments[0]
          guard let stored = encoding.encode(value, use) else {
            throw ColumnValueError.notRepresentable(
              encoding.text(of: value), type: encoding.isDate ? "Date" : "Decimal",
              encoding: "\(encoding)")
          }
          return stored
        })
    }
  }
}
