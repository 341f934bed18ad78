import Foundation
import Testing

@Suite("Files in and out")
struct FileTests {
  private let bad = "name,surname,age,email\nAda,L,36,a@example.org\nBob,B,x,\n\"C,c\",D,-1,\n"

  @Test("a second import by --on-conflict, of people with addresses")
  func again() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "200", "-o", "people.csv", "--quiet").status == 0)
    #expect(try program.run("import", "people.csv").status == 0)
    let first = try program.run("export").output
    // Only those with an address are known again.
    let known = first.split(separator: "\n").filter { $0.contains("@") }.count
    let refused = try program.run("import", "people.csv")
    #expect(refused.status == 1)
    #expect(refused.messages.contains("another person has this email"))
    #expect(refused.messages.split(separator: "\n").count == 1)
    #expect(try program.run("export").output == first)

    // An export has ids, by which all are known.
    #expect(try program.run("export", "all.ndjson").status == 0)
    for (policy, outcome) in [("ignore", "200 skipped"), ("update", "200 updated")] {
      let run = try program.run("import", "all.ndjson", "--on-conflict", policy)
      #expect(run.status == 0 && run.messages.contains(outcome), "\(run.messages)")
      #expect(try program.run("export").output == first)
    }
    let ignored = try program.run("import", "people.csv", "--on-conflict", "ignore")
    #expect(ignored.messages.contains("\(200 - known) inserted, 0 updated, \(known) skipped"))
    #expect(known > 100 && known < 200)
  }

  @Test("refused rows go to --rejects, also when the import fails for them")
  func rejects() throws {
    let program = try Program()
    _ = try program.file("bad.csv", bad)
    let failed = try program.run("import", "bad.csv", "--rejects", "one.csv", "--max-errors", "1")
    #expect(failed.status == 1)
    let reasons = """
      rejected_line,rejected_record,rejected_column,rejected_reason,rejected_surplus,\
      name,surname,age,email
      3,2,age,"not a whole number of years, nor a date YYYY-MM-DD",,Bob,B,x,
      4,3,age,must not be negative,,"C,c",D,-1,

      """
    #expect(try text("one.csv", program) == reasons)
    #expect(try program.run("list").lines.isEmpty)
    let run = try program.run("import", "bad.csv", "--rejects", "two.csv", "--max-errors", "2")
    #expect(run.status == 0)
    #expect(try text("two.csv", program) == reasons)
    #expect(try program.run("list").output == "1\tAda\tL\t36\ta@example.org\t\n")
  }

  @Test(
    "refused rows are mended and imported again",
    arguments: [
      (
        "in.csv",
        """
        Given,surname,note,age,email
        Ada,L,"a, b",36,a@example.org
        Bo,M,,old,b@example.org
        Cy,N,x,-1,
        Di,O,y,7,a@example.org
        Ed,P,z,8,,more,"and, more"
        Fay
        """
      ),
      (
        "in.json",
        """
        [{"Given": "Ada", "surname": "L", "age": 36, "email": "a@example.org"}, {"Given": "Bo",
        "surname": "M", "age": "old", "email": "b@example.org"}, {"Given": "Cy", "surname": "N",
        "age": -1}, {"Given": "Di", "surname": "O", "age": 7, "email": "a@example.org", "note": []},
        {"Given": "Ed", "surname": "P", "age": 8, "age": 8}, 12]
        """
      ),
    ])
  func mendedRejects(name: String, content: String) throws {
    let program = try Program()
    let isJSON = name.hasSuffix("json")
    _ = try program.file(name, content)
    let arguments = ["--map", "name=Given", "--max-errors", "5"]
    let run = try program.run(["import", name, "--rejects", "out.csv"] + arguments)
    #expect(run.status == 0)
    #expect(run.messages.contains("6 read, 1 inserted, 0 updated, 0 skipped, 5 rejected"))
    #expect(run.messages.contains("rejected: record 4, line 3") == isJSON)
    let rejects = try text("out.csv", program)
    #expect(
      rejects
        == (isJSON
          ? """
          rejected_line,rejected_record,rejected_column,rejected_reason,rejected_surplus,\
          Given,surname,age,email,note
          1,2,age,"not a whole number of years, nor a date YYYY-MM-DD",,Bo,M,old,b@example.org,
          2,3,age,must not be negative,,Cy,N,-1,,
          3,4,email,another person has this email,,Di,O,7,a@example.org,
          4,5,age,key occurs twice,,,,,,
          4,6,,not a JSON object,,,,,,

          """
          : """
          rejected_line,rejected_record,rejected_column,rejected_reason,rejected_surplus,\
          Given,surname,note,age,email
          3,2,age,"not a whole number of years, nor a date YYYY-MM-DD",,Bo,M,,old,b@example.org
          4,3,age,must not be negative,,Cy,N,x,-1,
          5,4,email,another person has this email,,Di,O,y,7,a@example.org
          6,5,,7 fields instead of 5,"more,and, more",Ed,P,z,8,
          7,6,surname,1 fields instead of 5,,Fay,,,,

          """))
    // Some are mended, and one is not.
    var mended = rejects.replacing(",old,", with: ",40,").replacing(",7,a@", with: ",7,d@")
    if !isJSON { mended = mended.replacing(",Fay,,,,", with: ",Fay,F,,9,") }
    _ = try program.file("mended.csv", mended)
    let again = try program.run(["import", "mended.csv", "--rejects", "left.csv"] + arguments)
    #expect(again.status == 0, "\(again.messages)")
    #expect(
      again.messages.contains(
        isJSON ? "5 read, 2 inserted" : "5 read, 4 inserted"))
    let left = try text("left.csv", program).split(separator: "\n").map(String.init)
    #expect(left.first == rejects.split(separator: "\n").first.map(String.init))
    #expect(left.dropFirst().first?.contains(",age,must not be negative,,") == true)
  }

  @Test("--quiet counts refused rows by their reasons")
  func quietRejections() throws {
    let program = try Program()
    _ = try program.file("bad.csv", bad + "E,E,-2,\nF,F,-3,\n")
    let run = try program.run("import", "bad.csv", "--max-errors", "9", "--quiet")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(
      run.messages == """
        rejected: 3 × must not be negative
        rejected: 1 × not a whole number of years, nor a date YYYY-MM-DD

        """)
  }

  @Test("a dry run tells and stores nothing, and makes no file")
  func dryRun() throws {
    let program = try Program()
    _ = try program.file("bad.csv", bad)
    let run = try program.run("import", "bad.csv", "--dry-run", "--max-errors", "2", "--json")
    #expect(run.status == 0)
    #expect(run.output.contains("\"inserted\" : 1") && run.output.contains("\"rejected\" : 2"))
    #expect(try program.run("import", "bad.csv", "--dry-run").status == 1)
    #expect(!FileManager.default.fileExists(atPath: try program.file("people.db")))
  }

  @Test(
    "a file that cannot be read to its end is one line with its name, and nothing is stored",
    arguments: [
      ("empty.csv", "", "empty.csv: is empty: a header or a JSON array is needed"),
      (
        "quote.csv", "name,surname,age\nA,b,1\n\"B,c,2\nC,d,3\n",
        "quote.csv:3: the quote opened on this line is never closed"
      ),
      (
        "twice.csv", "name,age,name\n",
        "twice.csv: columns 1 and 3 are both named \"name\"; rename one of them"
      ),
      (
        "few.csv", "city,age\nA,1\n",
        "no column is the name of people; the file has: city, age. Map one with name=COLUMN"
      ),
      ("half.json", "[{\"name\":\"A\",\"surname\":\"b\",\"age\":1}", "half.json:1: invalid JSON: "),
    ])
  func unreadable(name: String, text: String, message: String) throws {
    let program = try Program()
    _ = try program.file(name, text)
    let run = try program.run("import", name, "--max-errors", "100")
    #expect(run.status == 1)
    #expect(run.messages.hasPrefix("personstore: " + message), "\(run.messages)")
    #expect(run.messages.split(separator: "\n").count == 1)
    #expect(try !FileManager.default.fileExists(atPath: program.file("people.db")))
    #expect(try program.run("import", name + ".not").status == 1)
    #expect(try program.run("import", ".").status == 1)
  }

  @Test("values that hurt come back as they went out", arguments: ["csv", "tsv", "json", "ndjson"])
  func hostileValues(format: String) throws {
    let program = try Program()
    let note = #"q\"u,o\te\r\nline \u001b[31m \ud83d\udc69 \\"#
    _ = try program.file(
      "in.json", #"[{"name":"q\"u,o \\","surname":"=1+1","age":3,"note":"\#(note)"}]"#)
    #expect(try program.run("import", "in.json").status == 0)
    #expect(try program.run("export", "out.\(format)").status == 0)
    #expect(try program.run("import", "out.\(format)", "--db", "copy.db").status == 0)
    let list = try program.run("list", "--format", "json")
    #expect(try program.run("list", "--format", "json", "--db", "copy.db").output == list.output)
    // In a pipe a row is a line and a value has neither tabs nor control characters.
    let plain = try program.run("list", "--columns", "name,surname,note")
    #expect(plain.lines.count == 1)
    #expect(plain.lines[0].split(separator: "\t", omittingEmptySubsequences: false).count == 3)
    #expect(!plain.output.unicodeScalars.contains("\u{1B}"))
  }

  #if os(Linux)
  @Test(
    "an output that is full is an error",
    arguments: ["list", "list --format json", "groups", "export", "info --json", "seed -o -"])
  func fullDisk(command: String) throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "10").status == 0)
    let (status, messages) = try program.shell("personstore \(command) >/dev/full 2>messages")
    #expect(status == 1)
    #expect(
      messages == "personstore: standard output: cannot be written: No space left on device\n")
  }

  @Test("the input is a file too")
  func standardInput() throws {
    let program = try Program()
    _ = try program.file("people.json", #"[{"name":"A","surname":"b","age":1}]"#)
    #expect(try program.shell("cat people.json | personstore import - --quiet").0 == 0)
    #expect(try program.run("list").lines == ["1\tA\tb\t1\t\t"])
  }
  #endif

  private func text(_ name: String, _ program: Program) throws -> String {
    try String(contentsOf: program.folder.appendingPathComponent(name), encoding: .utf8)
  }
}
