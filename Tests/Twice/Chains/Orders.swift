import Foundation
import Linq
import TestModel

// Each chain is compiled twice: on arrays, with the closures of Swift, and on the store, where
// `People` is a query.

/// Sorts.
func orders(_ people: People, _ log: Log) throws {
  try log.list(people.sort { $0.age })
  try log.list(people.sort { $0.name })
  try log.list(people.sort { $0.surname })
  try log.list(people.sort { $0.email })
  try log.list(people.sort { $0.birthDate })
  try log.list(people.sort { $0.id })
  try log.list(people.sort { $0.name.count })
  try log.list(people.sort { $0.age % 10 })
  try log.list(people.sort { $0.name.lowercased() })
  try log.list(people.sort { $0.surname.prefix(1) })
  try log.list(people.sort { $0.name.first })
  try log.list(people.sort { $0.fullName })
  try log.list(people.sort { $0.birthDate.map { $0.month } })
  try log.list(people.sort { abs($0.age - 30) })
  try log.list(people.sort { $0.email ?? "zzz" })
  try log.list(people.sortDescending { $0.age })
  try log.list(people.sortDescending { $0.name })
  try log.list(people.sortDescending { $0.surname })
  try log.list(people.sortDescending { $0.email })
  try log.list(people.sortDescending { $0.birthDate })
  try log.list(people.sortDescending { $0.id })
  try log.list(people.sortDescending { $0.name.count })
  try log.list(people.sortDescending { $0.age % 10 })
  try log.list(people.sortDescending { $0.name.lowercased() })
  try log.list(people.sortDescending { $0.surname.prefix(1) })
  try log.list(people.sortDescending { $0.name.first })
  try log.list(people.sortDescending { $0.fullName })
  try log.list(people.sortDescending { $0.birthDate.map { $0.month } })
  try log.list(people.sortDescending { abs($0.age - 30) })
  try log.list(people.sortDescending { $0.email ?? "zzz" })
  try log.list(people.sort { $0.surname }.thenBy { $0.name })
  try log.list(people.sort { $0.age }.thenByDescending { $0.name })
  try log.list(people.sortDescending { $0.email }.thenBy { $0.id })
  try log.list(
    people.sortDescending { $0.birthDate }.thenByDescending { $0.surname }.thenBy { $0.age })
  try log.list(people.sort { $0.surname }.sort { $0.age })
  try log.list(people.sort { $0.age }.reverse())
  try log.list(people.reverse())
  try log.list(people.reverse().sort { $0.surname })
  try log.list(people.sort { $0.name.count }.where { $0.age < 40 })
  try log.list(people.where { $0.age < 40 }.sort { $0.name }.take(4))
}
