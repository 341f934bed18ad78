import Foundation
import Linq
import TestModel

// Each chain is compiled twice: on arrays, with the closures of Swift, and on the store, where
// `People` is a query.

/// Several operators.
func compositions(_ people: People, _ log: Log) throws {
  try log.list(
    people.where { $0.surname != "" }.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }
      .sortDescending { $0.1 }.take(3))
  try log.list(
    people.where { $0.age < 50 }.sort { $0.surname }.thenBy { $0.name }.skip(2).take(5).select {
      $0.fullName
    })
  try log.list(
    people.sort { $0.age }.where { $0.email != nil }.distinct(by: { $0.name }).select {
      ($0.name, $0.email)
    })
  try log.list(
    people.where { $0.birthDate != nil }.countBy { $0.birthDate.map { $0.year } }.sort { $0.0 })
  try log.list(people.select { $0.name.lowercased() }.distinct().sort().take(4))
  try log.list(
    people.where { $0.age > 5 }.select { $0.age * 2 }.where { $0 < 100 }.distinct().sortDescending()
  )
  try log.list(
    people.join(people.countBy { $0.surname }, on: { $0.surname }, equals: { $0.0 }).where {
      $0.1.1 > 3
    }.select { $0.0.id })
  try log.list(
    people.leftJoin(people.where { $0.age < 20 }, on: { $0.surname }, equals: { $0.surname }).take(
      8
    ).select { $0.0.id })
  try log.list(
    people.take(30).union(people.takeLast(10)).sort { $0.email }.select { $0.id }.take(7))
  try log.list(
    people.where { $0.age < 60 }.groupBy { $0.age }.where { $0.count > 2 }.select {
      ($0.key, $0.max { $0.name })
    })
  try log.list(
    people.where { [25, 45].contains($0.age) && !$0.surname.isEmpty }.sortDescending { $0.id }.take(
      3))
  try log.list(
    people.where { $0.name.hasPrefix("b") || $0.name.hasPrefix("B") }.select { $0.name }.distinct())
  try log.list(people.where { $0.email?.hasSuffix("org") == true }.take(3))
  try log.list(
    people.where { person in person.name.unicodeScalars.count > 3 }.sort { $0.name }.take(5))
  try log.list(
    people.sort { $0.name }.where { person in person.id.isMultiple(of: 3) }.take(4).select {
      $0.name
    })
  try log.list(people.select { person in "\(person.name) (\(person.age))" }.take(5))
  try log.list(people.where { $0.age < 90 }.select { Double($0.age) * 1.5 }.take(6))
  try log.list(people.distinct(by: { person in person.name.utf8.count }).select { $0.id })
  try log.list(people.groupBy { person in person.name.utf8.count }.select { $0.key })
  try log.list(
    people.sort { person in String(person.name.reversed()) }.thenBy { $0.age }.select { $0.id })
  try log.value(people.where { $0.age > 20 }.sort { $0.name }.select { $0.id }.elementAt(2))
  try log.value(
    people.where { $0.age > 20 && $0.age < 99 }.groupBy { $0.surname }.select { $0.count }
      .toArray().max())
  try log.value(people.take(10).all { $0.id <= 10 })
  try log.value(people.sort { $0.surname }.take(10).count { $0.age > 20 })
  try log.list(people.index().where { $0.1.age > 20 }.take(4).select { $0.0 })
  try log.list(people.skip(5).index().select { ($0.0, $0.1.id) }.take(3))
  try log.list(people.sort { $0.age }.take(20).sort { $0.name }.take(5).select { $0.id })
  try log.list(people.take(20).where { $0.age > 20 }.skip(2))
  try log.list(people.reverse().distinct(by: { $0.surname }).reverse().select { $0.id })
  try log.list(
    people.where { $0.name > "a" }.where { $0.age < 99 }.where { $0.email != nil }.select {
      $0.email ?? ""
    })
}
