import Foundation
import Hummingbird
import People
import Testing

@testable import PersonService

/// `/api/people` as clients use it.
@Suite struct PeopleTests {
  @Test func aPersonIsCreatedReadChangedAndDeleted() async throws {
    try await withService { client in
      let ada = #"{"name":"Ada","surname":"Lovelace","age":36,"birthDate":"1815-12-10"}"#
      let created = try await client.send(.post, "/api/people", ada)
      #expect(created.status == .created)
      #expect(created.headers[.location] == "/api/people/1")
      #expect(
        created.text == #"{"age":36,"birthDate":"1815-12-10","email":null,"#
          + #""id":1,"name":"Ada","surname":"Lovelace"}"#)
      let tag = try #require(created.headers[.eTag])

      let read = try await client.send(.get, "/api/people/1")
      #expect(read.status == .ok && read.text == created.text && read.headers[.eTag] == tag)
      let known = try await client.send(.get, "/api/people/1", headers: [.ifNoneMatch: tag])
      #expect(known.status == .notModified && known.text.isEmpty)
      let weak = try await client.send(.get, "/api/people/1", headers: [.ifNoneMatch: "W/\(tag)"])
      #expect(weak.status == .notModified)
      for header in ["*", tag, "\"x\", W/\(tag)"] {
        for method in [HTTPRequest.Method.put, .delete] {
          let refused = try await client.send(
            method, "/api/people/1", ada, headers: [.ifNoneMatch: header])
          #expect(refused.status == .preconditionFailed, "\(method) \(header)")
        }
      }

      let patched = try await client.send(
        .patch, "/api/people/1", #"{"age":37,"birthDate":null}"#, headers: [.ifMatch: tag])
      #expect(patched.status == .ok)
      #expect(
        patched.text
          == #"{"age":37,"birthDate":null,"email":null,"id":1,"name":"Ada","surname":"Lovelace"}"#)
      #expect(patched.headers[.eTag] != tag)

      // Somebody who still has the first state.
      let late = try await client.send(
        .put, "/api/people/1", ada, headers: [.ifMatch: tag])
      #expect(late.status == .preconditionFailed && late.kind == "/problems/changed")
      #expect(late.headers[.eTag] == patched.headers[.eTag])
      #expect(
        try await client.send(.delete, "/api/people/1", headers: [.ifMatch: tag]).status
          == .preconditionFailed)

      let replaced = try await client.send(.put, "/api/people/1", ada)
      #expect(replaced.text == created.text && replaced.headers[.eTag] == tag)
      #expect(try await client.send(.delete, "/api/people/1").status == .noContent)
      for method in [HTTPRequest.Method.get, .delete] {
        let gone = try await client.send(method, "/api/people/1")
        #expect(gone.status == .notFound && gone.kind == "/problems/not-found")
      }
      #expect(try await client.send(.patch, "/api/people/1", "{}").status == .notFound)
    }
  }

  @Test func whatIsNotValidIsNamedByItsField() async throws {
    try await withService { client in
      let invalid = try await client.send(
        .post, "/api/people", #"{"name":"","age":-1,"email":"x"}"#)
      #expect(invalid.status == .unprocessableContent)
      #expect(invalid.headers[.contentType] == "application/problem+json")
      #expect(invalid.fields == ["name", "age", "email"])
      let body = #"{"name":"a","age":1,"email":"a@example.org"}"#
      #expect(try await client.send(.post, "/api/people", body).status == .created)
      let duplicate = try await client.send(.post, "/api/people", body)
      #expect(duplicate.status == .conflict && duplicate.fields == ["email"])
      for (body, field) in [
        (#"{"age":1}"#, "name"), (#"{"name":1,"age":1}"#, "name"),
        (#"{"name":"a","age":"x"}"#, "age"),
        (#"{"name":"a","age":1,"birthDate":"x"}"#, "birthDate"),
        (#"{"name":null,"age":1}"#, "name"),
      ] {
        let answer = try await client.send(.post, "/api/people", body)
        #expect(answer.status == .badRequest && answer.fields == [field], "\(body): \(answer.text)")
      }
      let unknown = try await client.send(.patch, "/api/people/1", #"{"agee":1}"#)
      #expect(unknown.status == .badRequest && unknown.fields == ["agee"])
      for body in ["", "{", "[]", "null", #"{"name":"#] {
        #expect(try await client.send(.post, "/api/people", body).status == .badRequest)
      }
      let large = #"{"name":"\#(String(repeating: "a", count: 1 << 20))","age":1}"#
      #expect(try await client.send(.post, "/api/people", large).status == .contentTooLarge)
      for path in ["0", "-1", "x", "99999999999999999999", "1%2F2"] {
        #expect(try await client.send(.get, "/api/people/\(path)").status == .notFound)
      }
      let missing = try await client.send(.get, "/api/nothing")
      #expect(missing.kind == "/problems/request")
      #expect(missing.headers[.contentSecurityPolicy] != nil)
      // What a form of another site can send.
      let foreign = try await client.send(
        .post, "/api/people", body, headers: [.contentType: "text/plain"])
      #expect(foreign.status == .unsupportedMediaType)
    }
  }

  @Test(arguments: [
    "id", "-id", "name", "-name", "surname", "-surname", "age", "-age", "email", "-email",
    "birthDate", "-birthDate", "attributes.city", "-attributes.city",
  ])
  func pagesFollowOneAnother(sort: String) async throws {
    let store = try await PersonStore(path: ":memory:")
    let people = (0..<250).map { number in
      Person(
        name: "N\(number % 7)", surname: ["Ödön", "o", "", "z", "Z"][number % 5],
        age: number % 3 == 0 ? nil : number % 11,
        email: number % 4 == 0 ? nil : "p\(number * 7 % 250)@example.org",
        birthDate: number % 5 == 0 ? nil : CalendarDate("19\(10 + number % 13)-02-03"),
        attributes: number % 6 == 0 ? [:] : ["city": "\(number % 17)"])
    }
    try await store.people.insert(people)
    try await withService(store) { client in
      let whole = try await client.page("/api/people?limit=1000&sort=\(sort)")
      #expect(whole.people.count == 250 && whole.next == nil)
      var found: [PersonBody] = []
      var next: String?
      repeat {
        let after = next.map {
          "&after=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!)"
        }
        let page = try await client.page("/api/people?limit=17&sort=\(sort)\(after ?? "")")
        #expect(page.people.count == 17 || page.next == nil)
        found += page.people
        next = page.next
      } while next != nil
      #expect(found == whole.people)
      /// The text by which a person is sorted; nil comes first, and is no text.
      func text(_ person: PersonBody, _ sort: String) -> String {
        let text =
          sort.hasSuffix("email")
          ? person.email
          : sort.hasSuffix("city") ? person.attributes?["city"] : person.birthDate?.description
        return text ?? ""
      }
      func precedes(
        _ one: String, _ two: String, _ id: Int64, _ otherID: Int64, _ sort: String
      ) -> Bool {
        one == two ? id < otherID : sort.hasPrefix("-") ? one > two : one < two
      }
      // Nil comes before all ages.
      func age(_ person: PersonBody) -> Int { person.age ?? -1 }
      let isSorted = zip(found, found.dropFirst()).allSatisfy { one, two in
        switch sort {
        case "id": one.id < two.id
        case "-id": one.id > two.id
        case "name": (one.name, one.id) < (two.name, two.id)
        case "-name": one.name > two.name || one.name == two.name && one.id < two.id
        case "surname": (one.surname, one.id) < (two.surname, two.id)
        case "-surname": one.surname > two.surname || one.surname == two.surname && one.id < two.id
        case "age": (age(one), one.id) < (age(two), two.id)
        case "-age": age(one) > age(two) || one.age == two.age && one.id < two.id
        default: precedes(text(one, sort), text(two, sort), one.id, two.id, sort)
        }
      }
      #expect(isSorted)
    }
  }

  @Test(arguments: ["sv", "de", "cs"], ["name", "-name", "surname", "-surname"])
  func pagesAreInTheOrderOfALanguage(locale: String, sort: String) async throws {
    let store = try await PersonStore(path: ":memory:")
    let names = ["Zander", "Åberg", "Aberg", "Öst", "Chalupa", "Hus", "Čech", "", "a", "A"]
    let people = (0..<60).map { number in
      Person(
        name: "N" + names[number % 7], surname: names[number % 10],
        age: number)
    }
    let stored = try await store.people.insert(people)
    let name = { (person: Person) in sort.hasSuffix("surname") ? person.surname : person.name }
    let expected = stored.sorted { one, two in
      let (left, right) = (name(one).localized(locale), name(two).localized(locale))
      return left == right ? one.id < two.id : sort.hasPrefix("-") ? right < left : left < right
    }
    try await withService(store) { client in
      var found: [PersonBody] = []
      var next: String?
      repeat {
        let after = next.map {
          "&after=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!)"
        }
        let page = try await client.page(
          "/api/people?limit=7&sort=\(sort)&locale=\(locale)\(after ?? "")")
        found += page.people
        next = page.next
        if let next, found.count == 7 {
          // The place is one of this order only.
          let other = try await client.send(.get, "/api/people?sort=\(sort)&after=\(next)")
          #expect(other.status == .badRequest && other.fields == ["after"])
        }
      } while next != nil
      #expect(found.map(\.id) == expected.map(\.id))
    }
  }

  @Test func listsAreFiltered() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert([
      Person(name: "Ada", surname: "Lovelace", age: 36, email: "ada@example.org"),
      Person(name: "Grace", surname: "Hopper", age: 85, email: "grace@navy.example"),
      Person(
        name: "Léa", surname: "Łoś", age: 20,
        attributes: ["city": "London", "a=b": "", "straße": "x"]),
      Person(name: "Eve", surname: "Łoś", attributes: ["city": "Paris", "": "\"'", "a.b": "x"]),
    ])
    try await withService(store) { client in
      for (query, names) in [
        ("search=LOVE", ["Ada"]), ("search=navy", ["Grace"]), ("search=l%C3%A9a%20%C5%82", ["Léa"]),
        ("search=e&sort=best", ["Eve", "Grace", "Ada"]), ("search=e", ["Ada", "Grace", "Eve"]),
        ("search=e&sort=best&minAge=0", ["Grace", "Ada"]),
        ("search=l%20london", []), ("search=l%20london&searchAttributes=city", ["Léa"]),
        ("search=e%20london&searchAttributes=city", []),
        ("search=PAR&searchAttributes=a.b,city&sort=best", ["Eve"]),
        ("search=%25", []), ("letter=%C5%81", ["Léa", "Eve"]),
        ("minAge=36&maxAge=84", ["Ada"]), ("minAge=0", ["Ada", "Grace", "Léa"]),
        ("maxAge=150", ["Ada", "Grace", "Léa"]), ("maxAge=20", ["Léa"]),
        ("sort=age", ["Eve", "Léa", "Ada", "Grace"]),
        ("sort=-age", ["Grace", "Ada", "Léa", "Eve"]),
        ("attributes.city=London", ["Léa"]), ("attributes.city=london", []),
        ("attributes.city=Paris&attributes.a.b=x", ["Eve"]),
        ("attributes.city=Paris&attributes.a.b=y", []), ("attributes.=%22'", ["Eve"]),
        ("attributes.a%3Db=", ["Léa"]), ("attributes.stra%C3%9Fe=x", ["Léa"]),
        ("attributes.%22'$)=x", []),
        ("attributes.city=London&sort=-age&minAge=1", ["Léa"]),
        ("contains.name=D", ["Ada"]), ("contains.surname=%C5%81O", ["Léa", "Eve"]),
        ("contains.email=EXAMPLE.ORG", ["Ada"]), ("contains.attributes.city=ON", ["Léa"]),
        ("contains.attributes.city=on&minAge=30", []), ("contains.attributes.=%22", ["Eve"]),
        ("has.email=true", ["Ada", "Grace"]), ("has.email=false", ["Léa", "Eve"]),
        ("has.age=false", ["Eve"]), ("has.surname=true&has.birthDate=true", []),
        ("has.attributes.a%3Db=true", ["Léa"]), ("has.attributes.city=false", ["Ada", "Grace"]),
        ("minBirthDate=1800-01-01", []), ("has.surname=false", []),
        ("sort=-email", ["Grace", "Ada", "Léa", "Eve"]),
        ("sort=-attributes.city&limit=2", ["Eve", "Léa"]),
        ("name=Ada&surname=Hopper", []), ("email=ada@example.org", ["Ada"]),
        ("", ["Ada", "Grace", "Léa", "Eve"]),
      ] {
        #expect(
          try await client.page("/api/people?\(query)").people.map(\.name) == names, "\(query)")
      }
      for (query, field) in [
        ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=x", "limit"),
        ("sort=e-mail", "sort"),
        ("sort=email&locale=sv", "locale"), ("sort=", "sort"), ("sort=-", "sort"),
        ("contains.age=3", "contains.age"), ("contains.=3", "contains."),
        ("has.email=yes", "has.email"), ("has.name=true", "has.name"), ("has=x", "has"),
        ("minBirthDate=1800", "minBirthDate"), ("maxBirthDate=1815-02-30", "maxBirthDate"),
        (
          (10...30).map { "has.attributes.\($0)=true" }.joined(separator: "&"), "has.attributes.30"
        ),
        ("after=x", "after"), ("minAge=-1", "minAge"), ("nam=x", "nam"), ("name=a&name=b", "name"),
        ("sort=surname&locale=xx", "locale"), ("sort=surname&locale=", "locale"),
        ("sort=surname&locale=sv&locale=de", "locale"), ("sort=age&locale=sv", "locale"),
        ("sort=best", "sort"), ("search=a&sort=-best", "sort"),
        ("search=a&sort=best&locale=sv", "locale"),
        ("searchAttributes=city", "searchAttributes"),
        ("search=a&searchAttributes=", "searchAttributes"),
        ("search=a&searchAttributes=city,,x", "searchAttributes"),
        (
          "search=a&searchAttributes=" + (10...30).map { "\($0)" }.joined(separator: ","),
          "searchAttributes"
        ),
        ("locale=sv", "locale"), ("attributes=x", "attributes"),
        ("attributes.a=1&attributes.a=2", "attributes.a"),
        ((10...30).map { "attributes.\($0)=x" }.joined(separator: "&"), "attributes.30"),
      ] {
        let answer = try await client.send(.get, "/api/people?\(query)")
        #expect(answer.status == .badRequest && answer.fields == [field], "\(query)")
      }
      let first = try await client.page("/api/people?search=e&sort=best&limit=2")
      let next = try #require(first.next)
      let second = try await client.page("/api/people?search=e&sort=best&limit=2&after=\(next)")
      #expect((first.people + second.people).map(\.name) == ["Eve", "Grace", "Ada"])
      #expect(second.next == nil)
      let letters = try await client.send(.get, "/api/letters").text
      #expect(
        letters
          == #"[{"letter":"H","people":1},{"letter":"L","people":1},{"letter":"Ł","people":2}]"#)
    }
  }
}
