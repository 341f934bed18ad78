import Foundation
import Testing

@Suite("What an import reads from which column")
struct ImportColumnTests {
  private let passengers = """
    PassengerId,Name,Age,Cabin
    1,"Braund, Mr. Owen Harris",22,
    2,"Cumings, Mrs. John Bradley",0.92,C85
    3,"Allen, Mr. William",NA,

    """

  @Test("one command, and what it does is shown before it is done")
  func plain() throws {
    let program = try Program()
    _ = try program.file("titanic.csv", passengers)
    let run = try program.run("import", "titanic.csv")
    #expect(run.status == 0 && run.output.isEmpty)
    let lines = run.messages.split(separator: "\n")
    #expect(
      lines.prefix(2) == [
        "name and surname ← Name (surname, name), age ← Age, attributes ← PassengerId, Cabin",
        "age: 1 values of Age are rounded down; attributes keep them whole",
      ])
    #expect(lines.contains { $0.hasPrefix("3 read, 3 inserted, 0 updated") })
    #expect(
      try program.run("export").output == """
        id,name,surname,age,email,birthDate,Age,Cabin,PassengerId
        1,Mr. Owen Harris,Braund,22,,,,,1
        2,Mrs. John Bradley,Cumings,0,,,0.92,C85,2
        3,Mr. William,Allen,,,,,,3

        """)
    let quiet = try program.run("import", "titanic.csv", "-q")
    #expect(quiet.status == 0 && quiet.messages.isEmpty && quiet.output.isEmpty)
    let json = try program.run("import", "titanic.csv", "--json")
    #expect(json.messages.isEmpty && json.output.contains(#""target" : "surname, name""#))
    // Nothing is said of a file that says itself what it is.
    #expect(try program.run("export", "all.csv").status == 0)
    let exported = try program.run("import", "all.csv", "--db", "copy.db")
    #expect(exported.messages.hasPrefix("9 read, 9 inserted"))
  }

  @Test("a column that is called like a field and is none is named with the reason")
  func hints() throws {
    let program = try Program()
    _ = try program.file("in.csv", "Name,DOB\nAda L,07/10/83\nBo M,09/19/88\n")
    let run = try program.run("import", "in.csv")
    #expect(
      run.messages.contains("DOB is an attribute: its days may be written as %m/%d/%y\n"))
    _ = try program.run("import", "in.csv", "--dates", "%m/%d/%y", "--db", "other.db")
    #expect(
      try program.run("list", "--db", "other.db").output
        == "1\tAda\tL\t\t\t1983-07-10\n2\tBo\tM\t\t\t1988-09-19\n")
  }

  @Test("a dry run shows columns, people and what would be refused, and fails if rows would be")
  func dryRun() throws {
    let program = try Program()
    _ = try program.file("in.csv", "First,Last name,x\nAda,L,1\nBo,M,2\nCy\nDi\n")
    let run = try program.run("import", "in.csv", "--dry-run", "--map", "name=first")
    #expect(run.status == 1)
    #expect(
      run.output == """
        First\tname\tmapped
        Last name\tsurname\twords for a given name and a family name
        x\tattributes.x\tno field

        Ada\tL\t\t\t\tx=1
        Bo\tM\t\t\t\tx=2

        """)
    #expect(run.messages.hasPrefix("rejected: line 4, column 2 (Last name): 1 fields instead of 3"))
    #expect(run.messages.contains("rejected: 2 × 1 fields instead of 3\n"))
    #expect(run.messages.contains("dry run, nothing stored: 4 read, 2 inserted"))
    #expect(run.messages.hasSuffix("because rows are refused; see --max-errors\n"))
    let allowed = try program.run(
      "import", "in.csv", "--dry-run", "--map", "name=First", "--max-errors", "2")
    #expect(allowed.status == 0)
    #expect(!FileManager.default.fileExists(atPath: try program.file("people.db")))
  }

  @Test("files without a header, in another encoding, inside a document, and of contacts")
  func reading() throws {
    let program = try Program()
    _ = try program.file("rows.csv", "Ada,Lovelace,36\nBo,M,\n")
    let none = try program.run("import", "rows.csv", "--no-header")
    #expect(none.status == 1 && none.messages.contains("column1, column2, column3. Map one with"))
    let rows = try program.run("import", "rows.csv", "--no-header", "--columns", "name,surname,age")
    #expect(rows.messages.hasPrefix("2 read, 2 inserted"))
    let byNumber = try program.run(
      "import", "rows.csv", "--no-header", "--map", "name=#1,surname=#2,age=#3", "--db", "2.db")
    #expect(byNumber.messages.hasPrefix("2 read, 2 inserted"))

    try Data("Name,Ort\nJos\u{E9},K\u{F6}ln\n".unicodeScalars.map { UInt8($0.value) }).write(
      to: program.folder.appendingPathComponent("latin.csv"))
    #expect(try program.run("import", "latin.csv", "--encoding", "latin-1").status == 0)
    #expect(try program.run("list").output.contains("\tJosé\t"))

    _ = try program.file(
      "all.json",
      #"{"data": {"people": [{"name": {"first": "Ada", "last": "L"}, "tags": ["a", "b"]}]}}"#)
    let nested = try program.run("import", "all.json", "--path", "data.people", "--db", "3.db")
    #expect(
      nested.messages.hasPrefix(
        "name ← name.first, surname ← name.last, attributes ← tags.0, tags.1\n"))

    _ = try program.file(
      "cards.vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      N:Lovelace;Ada;;Dr.;
      FN:Dr. Ada Lovelace
      EMAIL;type=INTERNET;type=WORK;type=pref:ada@example.org
      TEL;type=CELL:1
      BDAY:1815-12-10
      END:VCARD
      BEGIN:VCARD
      VERSION:3.0
      N:;;;;
      FN:Acme Inc.
      ORG:Acme Inc.
      BDAY:--04-22
      END:VCARD

      """)
    #expect(try program.run("import", "cards.vcf", "--db", "4.db").status == 0)
    #expect(
      try program.run("list", "--db", "4.db").output
        == "1\tAda\tLovelace\t\tada@example.org\t1815-12-10\n2\tAcme Inc.\t\t\t\t\n")
    #expect(try program.run("export", "out.vcf", "--db", "4.db").status == 0)
    #expect(
      try program.run("import", "out.vcf", "--db", "5.db").messages.hasPrefix("2 read, 2 ins"))
    #expect(
      try program.run("export", "--db", "5.db").output
        == program.run("export", "--db", "4.db").output)
  }

  @Test("columns are mapped, split, left out, and found by a key")
  func options() throws {
    let program = try Program()
    _ = try program.file("in.csv", "\"Who, what\",b,fide,c\n\"Polgar, Judit\",50,7,x\n")
    let run = try program.run(
      "import", "in.csv", "--split", "\"Who, what\"=surname, name", "--map", "age=#2", "--ignore",
      "c")
    #expect(run.messages.hasPrefix("name and surname ← Who, what (surname, name), age ← b, "))
    #expect(run.messages.contains("columns not imported: c\n"))
    _ = try program.file("new.csv", "fide,rating\n7,2675\n")
    let again = try program.run(
      "import", "new.csv", "--key", "attributes.fide", "--on-conflict", "update")
    #expect(again.status == 0, "\(again.messages)")
    #expect(
      try program.run("export").output
        == "id,name,surname,age,email,birthDate,fide,rating\n1,Judit,Polgar,50,,,7,2675\n")
    for arguments in [
      ["--key", "nom"], ["--split", "x"], ["--dates", "%d"], ["--only", "\"x"], ["--map", "nom=x"],
    ] {
      #expect(try program.run(["import", "in.csv"] + arguments).status == 2, "\(arguments)")
    }
    let wrong = try program.run("import", "in.csv", "--ignore", "z")
    #expect(wrong.status == 1 && wrong.messages.contains("there is no column z for ignore"))
  }

  @Test("quotes that are characters, short rows, empty rows, and other encodings")
  func unusualFiles() throws {
    let program = try Program()
    _ = try program.file("t.tsv", "name\tnote\n\"Ada L\tx\nBo\" M\ty\nCy N\n\t\n")
    let joined = try program.run("import", "t.tsv")
    #expect(joined.status == 1)
    #expect(
      joined.messages.contains(
        "personstore: t.tsv:2: the quote opened on this line is closed on a later one, so that "))
    let run = try program.run(
      "import", "t.tsv", "--quote", "none", "--short-rows", "fill")
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.messages.contains("1 row without any value left out\n"))
    #expect(run.messages.contains("1 row with fewer fields than columns filled\n"))
    #expect(run.messages.contains("\n4 read, 3 inserted"))
    #expect(
      try program.run("list", "--columns", "name,surname,note").output
        == "\"Ada\tL\tx\nBo\"\tM\ty\nCy\tN\t\n")
    _ = try program.file("u.csv", "name\nAda\n")
    for name in ["LATIN1", "iso-8859-1", "cp1252", "UTF8"] {
      #expect(try program.run("import", "u.csv", "--encoding", name).status == 0)
    }
    let unknown = try program.run("import", "u.csv", "--encoding", "latin-9")
    #expect(unknown.status == 2)
    for name in ["utf-8", "utf-16", "latin-1", "windows-1252"] {
      #expect(unknown.messages.contains(name))
    }
  }

  @Test("a nested array of people is found in a file, and a pipe needs its path")
  func nestedArray() throws {
    let program = try Program()
    _ = try program.file("all.json", #"{"data": {"people": [{"name": "Ada"}]}}"#)
    #expect(try program.run("import", "all.json").status == 0)
    #expect(try program.run("import", "all.json", "--dry-run").status == 0)
    let (status, messages) = try program.shell(
      "cat all.json | personstore import - --format json 2>messages")
    #expect(status == 1 && messages.hasSuffix(": --path data.people\n"), "\(messages)")
    let redirected = try program.shell(
      "personstore import - --format json <all.json 2>messages")
    #expect(redirected.0 == 0, "\(redirected.1)")
  }

  @Test("what is no table is named")
  func otherFiles() throws {
    let program = try Program()
    for (name, text, kind) in [
      ("people.yaml", "people:\n  - name: Ada\n", "a text in YAML"),
      ("people.yml", "a, b\n", "YAML by its name"),
      ("people.ldif", "dn: cn=Ada\ncn: Ada\n", "a directory (LDIF)"),
      ("people.png", "\u{89}", "a picture (PNG)"), ("people.zip", "PK\u{3}\u{4}", "a zip archive"),
    ] {
      let bytes = name.hasSuffix("png") ? [0x89] + Array("PNG\r\n\u{1A}\n".utf8) : Array(text.utf8)
      try Data(bytes).write(to: program.folder.appendingPathComponent(name))
      let run = try program.run("import", name)
      #expect(run.status == 1)
      #expect(
        run.messages.hasPrefix(
          "personstore: \(name): is \(kind), and not CSV, TSV, JSON, NDJSON or vCard"),
        "\(run.messages)")
    }
  }
}
