import Foundation
import Linq
import TestModel

// Each chain is compiled twice: on arrays, with the closures of Swift, and on the store, where
// `People` is a query.

/// Groups.
func groups(_ people: People, _ log: Log) throws {
  try log.list(people.groupBy { $0.age }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.name }.select { ($0.key, $0.count) })
  try log.list(
    people.groupBy { $0.age }.select { ($0.key, $0.joined(separator: ", ") { $0.name }) })
  try log.list(people.groupBy { $0.surname }.select { $0.joined { $0.name.prefix(1) } })
  try log.list(people.groupBy { $0.surname }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.email }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.birthDate }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.id }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.name.count }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.age % 10 }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.name.lowercased() }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.name.first }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.fullName }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.birthDate.map { $0.month } }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { abs($0.age - 30) }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.email ?? "zzz" }.select { ($0.key, $0.count) })
  try log.list(people.countBy { $0.age })
  try log.list(people.countBy { $0.name })
  try log.list(people.countBy { $0.surname })
  try log.list(people.countBy { $0.email })
  try log.list(people.countBy { $0.birthDate })
  try log.list(people.countBy { $0.id })
  try log.list(people.groupBy { $0.surname }.select { ($0.key, $0.max { $0.age / 2 }) })
  try log.list(
    people.groupBy { $0.surname }.select { ($0.key, $0.max { $0.age }, $0.min { $0.name }) })
  try log.list(people.groupBy { $0.age }.where { $0.count > 3 }.select { $0.key })
  try log.list(people.groupBy { $0.age }.sort { $0.count }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.age }.sortDescending { $0.key }.take(2).select { $0.key })
  try log.list(people.groupBy { $0.name.first }.select { ($0.key, $0.count { $0.age > 20 }) })
  try log.list(people.groupBy { $0.email == nil }.select { ($0.key, $0.min { $0.age / 4 }) })
  try log.list(people.countBy { $0.surname }.sortDescending { $0.1 }.take(3))
  try log.list(
    people.where { $0.age < 50 }.groupBy { $0.surname }.select { ($0.key, $0.min { $0.age }) })
  try log.list(people.sort { $0.name }.groupBy { $0.age }.select { ($0.key, $0.count) })
  try log.list(people.groupBy { $0.surname }.select { $0.items.count })
  try log.list(people.groupBy { $0.surname }.reverse().select { $0.key })
}
