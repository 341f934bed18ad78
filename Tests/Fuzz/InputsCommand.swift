import ArgumentParser
import Foundation
import InputFuzzing

extension InputKind: ExpressibleByArgument {}

/// Reads random inputs and compares the results with those of a reference.
struct InputsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inputs",
    abstract: "Reads random tables, chains, migrations and texts.",
    discussion: """
      An input must give a result or a typed error, the same however it is cut into chunks. With \
      --reference, which is the path of reference.py, Python reads it too. A difference is printed \
      with the input in base64; the exit status is 1 then. A crash names the seed and the number \
      that replay it.
      """)

  @Argument(help: "What to read.") var kind: InputKind
  @Option(help: "How many inputs.") var count = 100_000
  @Option(help: "What decides the inputs.") var seed: UInt64 = 1
  @Option(help: "The script that reads the inputs too.") var reference: String?

  /// Whether Python reads the same language.
  private var isCompared: Bool { ![.vcard, .utf16, .gzip, .chain].contains(kind) }

  mutating func run() throws {
    var generator = InputGenerator(kind, seed: seed)
    let trial = try InputTrial(kind)
    let python = try isCompared ? reference.map { try Reference(script: $0) } : nil
    var (differences, errors, compared) = (0, 0, 0)
    var batch: [(input: [UInt8], question: String)] = []
    func compare() throws {
      guard let python, !batch.isEmpty else { return }
      for (answer, asked) in zip(try python.answers(to: batch.map(\.question)), batch) {
        if answer != "-" { compared += 1 }
        guard answer != "", answer != "-" else { continue }
        differences += 1
        print("\(kind) \(Data(asked.input).base64EncodedString()): \(answer)")
        print("  \(asked.question)")
      }
      batch.removeAll(keepingCapacity: true)
    }
    for _ in 0..<count where differences < 10 {
      let input = generator.next()
      do {
        let result = try trial.result(of: input)
        if result.hasPrefix("{\"error\"") { errors += 1 }
        if python != nil {
          let data = Data(input).base64EncodedString()
          batch.append((input, #"{"kind":"\#(kind)","input":"\#(data)","result":\#(result)}"#))
        }
      } catch let contradiction as InputTrial.Contradiction {
        differences += 1
        print("\(kind) \(Data(input).base64EncodedString()): \(contradiction)")
      }
      if batch.count == 200 { try compare() }
    }
    try compare()
    print(
      "\(kind), seed \(seed): \(count) inputs, \(errors) refused, \(compared) compared, "
        + "\(differences) differences")
    if differences > 0 { throw ExitCode.failure }
  }
}

/// The reference, a program that answers each line with a line.
private final class Reference {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  init(script: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func answers(to questions: [String]) throws -> [String] {
    try input.fileHandleForWriting.write(
      contentsOf: Data(questions.map { $0 + "\n" }.joined().utf8))
    var answers: [String] = []
    while answers.count < questions.count {
      while answers.count < questions.count, let end = rest.firstIndex(of: 0x0A) {
        answers.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
        rest = rest[(end + 1)...]
      }
      guard answers.count < questions.count else { break }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw ExitCode(2) }
      rest += more
    }
    return answers
  }
}
