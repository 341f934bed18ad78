import Foundation
import Hummingbird
import People
import Testing

@testable import PersonService

/// Attributes and unknown ages in requests and responses.
@Suite struct AttributeTests {
  private func attributes(_ answer: Answer) -> [String: String]? {
    answer.json["attributes"] as? [String: String]
  }

  private func members(_ numbers: Range<Int>) -> String {
    numbers.map { #""\#($0)":"x""# }.joined(separator: ",")
  }

  @Test func whatIsKnownOfAPersonIsStored() async throws {
    try await withService { client in
      let ada = #"{"name":"Ada","attributes":{"party":"Whig","":"\n\"é\"","a.b":""}}"#
      let created = try await client.send(.post, "/api/people", ada)
      #expect(created.status == .created)
      #expect(
        created.text
          == #"{"age":null,"attributes":{"":"\n\"é\"","a.b":"","party":"Whig"},"birthDate":null,"#
          + #""email":null,"id":1,"name":"Ada","surname":""}"#)
      let read = try await client.send(.get, "/api/people/1")
      #expect(read.text == created.text && read.headers[.eTag] == created.headers[.eTag])
      #expect(try await client.page("/api/people").people.first?.attributes?["party"] == "Whig")
      // PUT replaces all of them; without any there is no field.
      for body in [
        #"{"name":"Ada","age":null}"#, #"{"name":"Ada","attributes":{}}"#,
        #"{"name":"Ada","attributes":null}"#,
      ] {
        let replaced = try await client.send(.put, "/api/people/1", body)
        #expect(
          replaced.text
            == #"{"age":null,"birthDate":null,"email":null,"id":1,"name":"Ada","surname":""}"#)
        #expect(replaced.headers[.eTag] != created.headers[.eTag])
      }
    }
  }

  @Test func aPatchMergesAttributes() async throws {
    try await withService { client in
      let ada = #"{"name":"Ada","age":36,"attributes":{"a":"1","b":"2"}}"#
      let created = try await client.send(.post, "/api/people", ada)
      for (patch, age, expected) in [
        (#"{"age":null}"#, nil, ["a": "1", "b": "2"]),
        (#"{"age":37}"#, 37, ["a": "1", "b": "2"]),
        (#"{"attributes":{}}"#, 37, ["a": "1", "b": "2"]),
        (#"{"attributes":{"a":null,"b":"3","c":"4","d":null}}"#, 37, ["b": "3", "c": "4"]),
        (#"{"attributes":{"b":null,"c":null}}"#, 37, nil),
        (#"{"attributes":{"a":""}}"#, 37, ["a": ""]),
        (#"{"attributes":null}"#, 37, nil),
        (#"{"attributes":{"a":"1","b":"2"},"age":36}"#, 36, ["a": "1", "b": "2"]),
      ] as [(String, Int?, [String: String]?)] {
        let answer = try await client.send(.patch, "/api/people/1", patch)
        #expect(answer.status == .ok, "\(patch): \(answer.text)")
        #expect(answer.json["age"] as? Int == age, "\(patch): \(answer.text)")
        #expect(attributes(answer) == expected, "\(patch): \(answer.text)")
      }
      // The same values have the same tag.
      let read = try await client.send(.get, "/api/people/1")
      #expect(read.headers[.eTag] == created.headers[.eTag])
    }
  }

  @Test func entityTagsDiffer() {
    let people = [
      Person(name: "a", surname: ""), Person(name: "a", surname: "", age: 0),
      Person(name: "a", surname: "", attributes: ["": ""]),
      Person(name: "a", surname: "", attributes: ["a": "b"]),
      Person(name: "a", surname: "", attributes: ["ab": ""]),
      Person(name: "a", surname: "", attributes: ["b": "a"]),
      Person(name: "a", surname: "", attributes: ["a": "b", "b": "a"]),
    ]
    #expect(Set(people.map(\.entityTag)).count == people.count)
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .patch])
  func whatIsNoObjectOfTextsIsNamed(_ method: HTTPRequest.Method) async throws {
    try await withService { client in
      _ = try await client.send(.post, "/api/people", #"{"name":"Ada"}"#)
      let path = method == .post ? "/api/people" : "/api/people/1"
      for (attributes, fields) in [
        ("[]", ["attributes"]), (#"["a","b"]"#, ["attributes"]), (#""a""#, ["attributes"]),
        ("1", ["attributes"]), ("true", ["attributes"]), (#"{"a":1}"#, ["attributes.a"]),
        (#"{"b":true,"c":"x","a":[],"":{}}"#, ["attributes.", "attributes.a", "attributes.b"]),
        (#"{"a":"x\u0000"}"#, ["attributes.a"]), (#"{"a\u0000":"x"}"#, ["attributes.a\0"]),
      ] {
        let body = #"{"name":"Ada","attributes":\#(attributes)}"#
        let answer = try await client.send(method, path, body)
        #expect(answer.status == .unprocessableContent, "\(body): \(answer.text)")
        #expect(answer.kind == "/problems/invalid" && answer.fields == fields, "\(answer.text)")
      }
      // Null takes an attribute away, and is no text.
      let null = try await client.send(method, path, #"{"name":"Ada","attributes":{"a":null}}"#)
      #expect(null.status == (method == .patch ? .ok : .unprocessableContent))
      #expect(null.fields == (method == .patch ? [] : ["attributes.a"]))
      for age in ["-1", "151"] {
        let answer = try await client.send(method, path, #"{"name":"Ada","age":\#(age)}"#)
        #expect(answer.status == .unprocessableContent && answer.fields == ["age"])
      }
      #expect(try await client.page("/api/people").people.count == 1)
    }
  }

  @Test func aSmallBodyDoesNotMakeALargeProblem() async throws {
    let members = (0..<10_000).map { #""\#($0)":1"# }.joined(separator: ",")
    try await withService { client in
      let answer = try await client.send(
        .post, "/api/people", #"{"name":"Ada","attributes":{\#(members)}}"#)
      #expect(answer.status == .unprocessableContent && answer.fields.count == 100)
    }
  }

  @Test func aPersonHasAsManyAttributesAsABodyHolds() async throws {
    var limits = ServiceLimits()
    limits.bodySize = 200_000
    try await withService(nil, limits) { client in
      let created = try await client.send(
        .post, "/api/people", #"{"name":"Ada","attributes":{\#(members(0..<10_000))}}"#)
      #expect(created.status == .created && attributes(created)?.count == 10_000)
      // What is read can be sent back, with more until the body is too large.
      let large = #"{"name":"Ada","attributes":{\#(members(0..<20_000))}}"#
      for (method, path) in [(HTTPRequest.Method.post, "/api/people"), (.put, "/api/people/1")] {
        let answer = try await client.send(method, path, large)
        #expect(answer.status == .contentTooLarge && answer.kind == "/problems/too-large")
      }
      // Patches do not add up to more than that.
      let more = try await client.send(
        .patch, "/api/people/1", #"{"attributes":{\#(members(10_000..<14_000))}}"#)
      #expect(more.status == .ok && attributes(more)?.count == 14_000)
      let tooMany = try await client.send(
        .patch, "/api/people/1", #"{"attributes":{\#(members(14_000..<20_000))}}"#)
      #expect(tooMany.status == .unprocessableContent && tooMany.fields == ["attributes"])
      let fewer = try await client.send(.patch, "/api/people/1", #"{"attributes":{"0":null}}"#)
      #expect(fewer.status == .ok && attributes(fewer)?.count == 13_999)
    }
  }

  /// Expects the names of the attributes of some people.
  private func expectNames(
    of people: [Person], isWhole: Bool, _ check: @escaping @Sendable ([String]) -> Bool
  ) async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(people)
    try await withService(store) { client in
      let answer = try await client.send(.get, "/api/attributes")
      #expect(answer.status == .ok && answer.json["isWhole"] as? Bool == isWhole)
      let names = try #require(answer.json["names"] as? [String])
      #expect(check(names), "\(answer.text)")
    }
  }

  @Test func theNamesOfAllPeopleAreListed() async throws {
    try await expectNames(of: [], isWhole: true) { $0.isEmpty }
    let long = String(repeating: "x", count: 300)
    let few = [
      Person(name: "a", surname: "", attributes: ["party": "1", "": "2", long: "3"]),
      Person(name: "b", surname: "", attributes: ["party": "1", "é\"": "2"]),
      Person(name: "c", surname: ""),
    ]
    try await expectNames(of: few, isWhole: true) { $0 == ["party", "", "é\""] }
    // Of many people some are asked, from the first to the last.
    let many = (0..<10_500).map { number in
      let part = number < 5_000 ? "early" : number > 9_000 ? "late" : "mid"
      return Person(name: "a", surname: "", attributes: ["all": "x", part: "y"])
    }
    try await expectNames(of: many, isWhole: false) { names in
      names.first == "all" && Set(names) == ["all", "early", "mid", "late"]
    }
    let different = (0..<2_000).map {
      Person(name: "a", surname: "", attributes: ["n\($0)": "x"])
    }
    try await expectNames(of: different, isWhole: true) { $0.count == 500 }
  }

  @Test func fieldsOfPeopleAreDescribed() async throws {
    try await withService { client in
      let document = try await client.send(.get, "/api/openapi.json").json
      let components = try #require(document["components"] as? [String: Any])
      let schemas = try #require(components["schemas"] as? [String: [String: Any]])
      func property(_ schema: String, _ name: String) throws -> [String: Any] {
        let properties = schemas[schema]?["properties"] as? [String: [String: Any]]
        return try #require(properties?[name], "\(schema).\(name)")
      }
      func types(_ schema: Any?) -> [String] {
        schema as? [String] ?? (schema as? String).map { [$0] } ?? []
      }
      for schema in ["NewPerson", "PersonPatch"] {
        let properties = try #require(schemas[schema]?["properties"] as? [String: Any])
        #expect(Set(properties.keys) == NewPerson.fields)
        #expect(try types(property(schema, "age")["type"]) == ["integer", "null"])
        #expect(try property(schema, "age")["maximum"] as? Int == Person.highestAge)
        #expect(try types(property(schema, "attributes")["type"]) == ["object", "null"])
      }
      let answered = try #require(schemas["Person"]?["properties"] as? [String: Any])
      #expect(Set(answered.keys) == NewPerson.fields.union(["id"]))
      #expect(try types(property("Person", "age")["type"]) == ["integer", "null"])
      #expect(try property("Person", "attributes")["type"] as? String == "object")
      // `attributes` is the one field that may be missing.
      #expect(
        Set(types(schemas["Person"]?["required"])) == Set(answered.keys).subtracting(["attributes"])
      )
      #expect(types(schemas["NewPerson"]?["required"]) == ["name"])
      for (schema, kinds) in [
        ("Person", ["string"]), ("NewPerson", ["string"]), ("PersonPatch", ["string", "null"]),
      ] {
        let members = try property(schema, "attributes")["additionalProperties"] as? [String: Any]
        #expect(types(members?["type"]) == kinds)
      }
    }
  }
}
