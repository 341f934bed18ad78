/// SHA-256 (FIPS 180-4) of a few kilobytes.
///
/// It is implemented here because swift-crypto, for this one function, would add more than a minute
/// to the build of every client of the package.
package enum SHA256 {
  /// Returns the digest as 64 lower-case hexadecimal digits.
  package static func hexDigest(of bytes: [UInt8]) -> String {
    digest(of: bytes).map { hexadecimal($0) }.joined()
  }

  /// Returns the 32 bytes of the digest.
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    // The padded message: a one bit, zeros up to 8 bytes before a multiple of 64, and its length in
    // bits.
    var message = bytes
    message.append(0x80)
    message.append(contentsOf: repeatElement(0, count: (120 - message.count % 64) % 64))
    message.append(contentsOf: bigEndian(UInt64(bytes.count) * 8))

    var state = initialState
    for block in stride(from: 0, to: message.count, by: 64) {
      compress(message[block..<block + 64], into: &state)
    }
    return state.flatMap { bigEndian($0) }
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for index in 16..<64 {
      let first = words[index - 15]
      let second = words[index - 2]
      let sigma0 = rotate(first, 7) ^ rotate(first, 18) ^ (first >> 3)
      let sigma1 = rotate(second, 17) ^ rotate(second, 19) ^ (second >> 10)
      words[index] = words[index - 16] &+ sigma0 &+ words[index - 7] &+ sigma1
    }

    // The variables a … h of the standard.
    var round = state
    for index in 0..<64 {
      let (a, e) = (round[0], round[4])
      let sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      let choice = (e & round[5]) ^ (~e & round[6])
      let first = round[7] &+ sum1 &+ choice &+ constants[index] &+ words[index]
      let sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
      let majority = (a & round[1]) ^ (a & round[2]) ^ (round[1] & round[2])
      let second = sum0 &+ majority
      round = [
        first &+ second, a, round[1], round[2], round[3] &+ first, e, round[5], round[6],
      ]
    }
    for index in 0..<8 { state[index] &+= round[index] }
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bigEndian<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
    stride(from: Word.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: word >> $0)
    }
  }

  private static let initialState: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
    0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
    0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
    0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
