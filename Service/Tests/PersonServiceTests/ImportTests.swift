import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// What an import makes of a file, as it is guessed and as it is corrected.
@Suite struct ImportTests {
  private let members = """
    First name,Family name,Date of birth,E-mail,Party,Shoe
    Ada,Lovelace,1815-12-10,ada@example.net,Whig,36
    Alan,Turing,1912-00-00,alan@example.net,,43
    Grace,Hopper,1906-12-09,,Navy,

    """

  private func targets(_ answer: Answer) -> [String] {
    let mapping = answer.json["mapping"] as? [String: Any]
    let assignments = mapping?["assignments"] as? [[String: Any]] ?? []
    return assignments.compactMap { $0["target"] as? String }
  }

  private func preview(
    _ client: ServiceClient, _ body: String, _ query: String = "",
    type: String = "text/csv"
  ) async throws -> Answer {
    try await client.upload(body, query, type: type, at: "/api/import/preview")
  }

  @Test func theGuessIsShown() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withService(store) { client in
      let answer = try await preview(client, members, "source=members.csv")
      #expect(answer.status == .ok && answer.json["format"] as? String == "csv")
      #expect(
        targets(answer) == [
          "name", "surname", "birthDate", "email", "attributes.Party", "attributes.Shoe",
        ])
      #expect(answer.json["rows"] as? Int == 3 && answer.json["isWhole"] as? Bool == true)
      let examples = try #require(answer.json["examples"] as? [[String]])
      #expect(examples[0] == ["Ada", "Alan", "Grace"] && examples[4] == ["Whig", "Navy"])
      let people = try #require(answer.json["people"] as? [[String: Any]])
      #expect(people.count == 3 && people[0]["id"] == nil)
      #expect(people[0]["birthDate"] as? String == "1815-12-10")
      #expect((people[1]["attributes"] as? [String: String])?["Date of birth"] == "1912-00-00")
      #expect((answer.json["notes"] as? [[String: Any]])?.first?["finding"] as? String == "kept")
      #expect(answer.json["rejected"] as? Int == 0)
      #expect(try await store.people.count() == 0)
    }
  }

  @Test func theWayOfReadingIsShown() async throws {
    try await withService { client in
      for (body, query, expected) in [
        (
          "Contact,Born\n\"Lovelace, Ada\",10/12/1815\n\"Hopper, Grace\",13/12/1906\n", "",
          ["surname, name", "birthDate"]
        ),
        (
          "name,Born\nAda,1815\nAlan,1912\n", "asOf=1930-01-01",
          ["name (whole)", "age", "attributes.Born"]
        ),
        ("name,x\nAda,1\n", "ignore=x", ["name (whole)", "-"]),
        ("name,x\nAda,1\n", "only=name", ["name (whole)", "-"]),
        ("name,x\nAda,1\n", "map=attributes.y=x", ["name (whole)", "attributes.y"]),
        ("Contact\nAda Lovelace\n", "split=Contact=surname%20name", ["surname name"]),
        ("first,last\nAda,L\n", "noGuess=true&map=name=first", ["name", "attributes.last"]),
        ("Ada;Lovelace\nAlan;T\n", "noHeader=true&columns=name,surname", ["name", "surname"]),
        ("name|age\nAda|3\n", "delimiter=%7C", ["name (whole)", "age"]),
      ] as [(String, String, [String])] {
        let answer = try await preview(client, body, query)
        #expect(targets(answer) == expected, "\(query): \(answer.text)")
      }
      let years = try await preview(client, "name,Born\nAda,1915\n", "asOf=1930-01-01")
      #expect(years.json["asOf"] as? String == "1930-01-01")
      #expect((years.json["people"] as? [[String: Any]])?.first?["age"] as? Int == 15)
      let days = try await preview(client, "name,dob\nAda,05/06/1915\n", "dates=%25d/%25m/%25Y")
      #expect(
        (days.json["people"] as? [[String: Any]])?.first?["birthDate"] as? String == "1915-06-05")
      let json = try await preview(
        client, #"{"data":{"people":[{"name":"Ada"}]}}"#, "path=data.people",
        type: "application/json")
      #expect(targets(json) == ["name (whole)"])
      let card =
        "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n"
      let cards = try await preview(client, card, type: "text/vcard")
      #expect(cards.json["format"] as? String == "vcard" && targets(cards).contains("surname"))
    }
  }

  @Test func whatWouldBeRefusedIsCounted() async throws {
    let rows = (1...30).map { "n\($0),s,\($0 % 3 == 0 ? "old" : "1")\n" }.joined()
    try await withService { client in
      let answer = try await preview(client, "name,surname,age\n" + rows + "\"\",x,1\n")
      #expect(answer.json["rows"] as? Int == 31 && answer.json["rejected"] as? Int == 11)
      let rejections = try #require(answer.json["rejections"] as? [[String: Any]])
      #expect(rejections.map { $0["count"] as? Int } == [10, 1])
      #expect(rejections[0]["column"] as? String == "age" && rejections[0]["line"] as? Int == 4)
      #expect(rejections[0]["value"] as? String == "old")
      #expect((answer.json["people"] as? [Any])?.count == 5)
    }
  }

  @Test func theBeginningOfAFileIsEnough() async throws {
    try await withService { client in
      for (body, type) in [
        ("name,age\nAda,36\nAlan,4", "text/csv"), ("name,age\nAda,36\n\"Al", "text/csv"),
        (#"[{"name":"Ada","age":36},{"name":"Al"#, "application/octet-stream"),
        (#"{"name":"Ada","age":36}"# + "\n" + #"{"name":"A"#, "application/x-ndjson"),
      ] {
        let answer = try await preview(client, body, "part=true", type: type)
        let people = answer.json["people"] as? [[String: Any]]
        #expect(people?.map { $0["name"] as? String } == ["Ada"], "\(body): \(answer.text)")
        #expect(answer.json["isWhole"] as? Bool == false && answer.json["rejected"] as? Int == 0)
      }
    }
  }

  @Test(arguments: ["/api/import", "/api/import/preview"])
  func mistakesAreNamed(at path: String) async throws {
    try await withService { client in
      for (query, field) in [
        ("map=nme=x", "map"), ("map=name", "map"), ("split=x", "split"), ("only=%22a", "only"),
        ("ignore=%22a", "ignore"), ("asOf=never", "asOf"), ("dates=%25Q", "dates"),
        ("null=%22", "null"), ("trim=yes", "trim"), ("format=xml", "format"),
        ("encoding=ebcdic", "encoding"), ("delimiter=ab", "delimiter"), ("delimiter=", "delimiter"),
        ("noHeader=1", "noHeader"), ("columns=%22", "columns"), ("onConflict=merge", "onConflict"),
        ("key=nme", "key"), ("noGuess=no", "noGuess"), ("source=", "source"),
        ("source=a%0Ab", "source"), ("colour=red", "colour"), ("map=name=a&map=name=b", "map"),
      ] {
        let answer = try await client.upload("name,x\nAda,1\n", query, at: path)
        #expect(
          answer.status == .badRequest && answer.fields == [field], "\(query): \(answer.text)")
      }
      for (query, field) in [
        ("map=name=nobody", "name"), ("ignore=nobody", "ignore"), ("only=nobody", "only"),
        ("split=nobody=name", "split"), ("map=attributes.a=nobody", "attributes.a"),
        ("key=attributes.nobody", "key"), ("only=x", "name"),
      ] {
        let answer = try await client.upload("name,x\nAda,1\n", query, at: path)
        #expect(answer.status == .unprocessableContent && answer.kind == "/problems/mapping")
        #expect(answer.fields == [field], "\(query): \(answer.text)")
      }
      for (body, kind, text) in [
        ("", "/problems/file", "club.csv: is empty"), ("a,b\n1,2\n", "/problems/mapping", "name"),
        ("<!doctype html><html></html>", "/problems/file", "club.csv"),
        ("name,name\n1,2\n", "/problems/file", "both named"),
      ] {
        let answer = try await client.upload(body, "source=club.csv", at: path)
        #expect(answer.status == .unprocessableContent && answer.kind == kind, "\(answer.text)")
        #expect((answer.json["detail"] as? String)?.contains(text) == true, "\(answer.text)")
      }
      let binary = ByteBuffer(bytes: [0, 0xFF, 0xFE, 0, 1, 2] + Array("Müller".utf8))
      let latin = ByteBuffer(bytes: Array("name,stra".utf8) + [0xDF] + Array("e\nAda,1\n".utf8))
      for body in [binary, latin] {
        let answer = try await client.execute(
          uri: path, method: .post, headers: [.contentType: "text/csv"], body: body)
        #expect(answer.status == .unprocessableContent && answer.text.contains("/problems/file"))
      }
      let decoded = try await client.execute(
        uri: "\(path)?encoding=latin-1", method: .post, headers: [.contentType: "text/csv"],
        body: latin)
      #expect(
        decoded.status == .ok && decoded.text.contains("attributes.straße"), "\(decoded.text)")
      let form = try await client.upload("name\n", type: "text/plain", at: path)
      #expect(form.status == .unsupportedMediaType)
    }
  }

  @Test func filesAndRecordsAreLimited() async throws {
    var limits = ServiceLimits()
    limits.bodySize = 1000
    try await withService(nil, limits) { client in
      let long = "name,x\nAda,\(String(repeating: "x", count: 1100))\n"
      let preview = try await preview(client, long)
      #expect(preview.status == .contentTooLarge && preview.kind == "/problems/too-large")
      let record = try await client.upload(long)
      #expect(record.status == .unprocessableContent && record.kind == "/problems/file")
      #expect((record.json["detail"] as? String)?.contains("1000 bytes") == true)
      let rows = "name\n" + String(repeating: "Ada\n", count: 1000)
      #expect(try await client.upload(rows).status == .ok)
    }
  }

  @Test func whatIsCorrectedIsStored() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withService(store) { client in
      let plain = try await client.upload(members)
      let guess = try #require(plain.summary)
      #expect(guess["inserted"] as? Int == 3 && guess["number"] as? Int == 1)
      let ada = try #require(await store.people.first { $0.name == "Ada" })
      #expect(ada.email == "ada@example.net" && ada.birthDate == CalendarDate("1815-12-10"))
      #expect(ada.age == nil && ada.attributes == ["Party": "Whig", "Shoe": "36"])
      try await store.people.query.delete()
      let corrected = try await client.upload(
        members,
        "map=attributes.born=%22Date%20of%20birth%22,email=&ignore=Shoe,E-mail&null=Whig"
          + "&source=members.csv")
      #expect(corrected.summary?["inserted"] as? Int == 3)
      let other = try #require(await store.people.first { $0.name == "Ada" })
      #expect(other.email == nil && other.birthDate == nil)
      #expect(other.attributes == ["born": "1815-12-10"])
      // A column that is mapped refuses what it cannot have.
      let refused = try await client.upload(members, "map=birthDate=%22Date%20of%20birth%22")
      #expect(refused.text.contains("/problems/too-many-rejections"))
    }
  }

  @Test func peopleAreFoundByAKey() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(
      Person(name: "Ada", surname: "Lovelace", attributes: ["number": "7", "party": "Whig"]))
    try await withService(store) { client in
      let ratings = "number,party\n7,Tory\n"
      let query = "key=attributes.number&onConflict=update"
      let preview = try await preview(client, ratings, query)
      #expect(targets(preview) == ["attributes.number", "attributes.party"])
      let answer = try await client.upload(ratings, query)
      #expect(answer.summary?["updated"] as? Int == 1, "\(answer.text)")
      #expect(try await store.people.find(1)?.attributes["party"] == "Tory")
      // Nothing in the file says who is there already.
      let unknown = try await client.upload("name\nAda\n", "onConflict=ignore")
      #expect(unknown.status == .unprocessableContent && unknown.fields == ["key"])
    }
  }

  @Test func ageIsCountedUpToADay() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await withService(store) { client in
      _ = try await client.upload("name,born\nAda,1915-12-10\n", "asOf=1930-01-01")
      let ada = try #require(await store.people.first { $0.name == "Ada" })
      #expect(ada.age == 14 && ada.birthDate == CalendarDate("1915-12-10"))
    }
  }
}

extension ServiceClient {
  /// Sends a file.
  func upload(
    _ body: String, _ query: String = "", type: String = "text/csv", headers: HTTPFields = [:],
    at path: String = "/api/import"
  ) async throws -> Answer {
    var headers = headers
    headers[.contentType] = type
    return try await send(.post, "\(path)?\(query)", body, headers: headers)
  }
}

extension Answer {
  /// The answer's lines of JSON.
  var lines: [[String: Any]] {
    text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  /// The summary of an import.
  var summary: [String: Any]? { lines.last?["summary"] as? [String: Any] }
}
