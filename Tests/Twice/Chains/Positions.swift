import Foundation
import Linq
import TestModel

// Each chain is compiled twice: on arrays, with the closures of Swift, and on the store, where
// `People` is a query.

/// Some of the elements.
func positions(_ people: People, _ log: Log) throws {
  try log.list(people.take(0))
  try log.list(people.skip(0))
  try log.list(people.takeLast(0))
  try log.list(people.skipLast(0))
  try log.list(people.take(1))
  try log.list(people.skip(1))
  try log.list(people.takeLast(1))
  try log.list(people.skipLast(1))
  try log.list(people.take(3))
  try log.list(people.skip(3))
  try log.list(people.takeLast(3))
  try log.list(people.skipLast(3))
  try log.list(people.take(100))
  try log.list(people.skip(100))
  try log.list(people.takeLast(100))
  try log.list(people.skipLast(100))
  try log.list(people.take(2..<6))
  try log.list(people.skip(2).take(3))
  try log.list(people.take(6).skip(2))
  try log.list(people.take(5).reverse())
  try log.list(people.reverse().take(5))
  try log.list(people.takeLast(5).take(2))
  try log.list(people.skip(3).takeLast(3))
  try log.list(people.takeWhile { $0.age > 10 })
  try log.list(people.skipWhile { $0.age > 10 })
  try log.list(people.takeWhile { $0.email == nil })
  try log.list(people.skipWhile { $0.name != "Bob" })
  try log.list(people.sort { $0.age }.takeWhile { $0.age < 26 })
  try log.list(people.sort { $0.age }.skipWhile { $0.age < 26 })
  try log.list(people.chunk(7))
  try log.value(people.append(people.first()).count())
  try log.list(people.distinct())
  try log.list(people.distinct(by: { $0.age }))
  try log.list(people.distinct(by: { $0.surname }))
  try log.list(people.distinct(by: { $0.email }))
  try log.list(people.distinct(by: { $0.name.lowercased() }))
  try log.list(people.sort { $0.name }.distinct(by: { $0.age }))
  try log.list(people.distinct(by: { $0.age }).sort { $0.name })
  try log.list(people.where { $0.age > 5 }.distinct(by: { $0.surname.prefix(1) }).take(3))
}
