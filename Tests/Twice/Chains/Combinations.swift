import Foundation
import Linq
import TestModel

// Each chain is compiled twice: on arrays, with the closures of Swift, and on the store, where
// `People` is a query.

/// Two sequences.
func combinations(_ people: People, _ log: Log) throws {
  try log.list(people.take(20).concat(people.skip(10)))
  try log.list(people.select { $0.name }.concat(people.select { $0.surname }))
  try log.list(
    people.where { $0.age < 30 }.concat(people.where { $0.email == nil }).sort { $0.name })
  try log.list(people.take(20).union(people.skip(10)))
  try log.list(people.select { $0.name }.union(people.select { $0.surname }))
  try log.list(
    people.where { $0.age < 30 }.union(people.where { $0.email == nil }).sort { $0.name })
  try log.list(people.take(20).intersect(people.skip(10)))
  try log.list(people.select { $0.name }.intersect(people.select { $0.surname }))
  try log.list(
    people.where { $0.age < 30 }.intersect(people.where { $0.email == nil }).sort { $0.name })
  try log.list(people.take(20).except(people.skip(10)))
  try log.list(people.select { $0.name }.except(people.select { $0.surname }))
  try log.list(
    people.where { $0.age < 30 }.except(people.where { $0.email == nil }).sort { $0.name })
  try log.list(people.take(20).union(people.skip(10), by: { $0.surname }))
  try log.list(people.skip(9).union(people.take(25), by: { $0.age }))
  try log.list(people.take(20).intersect(people.skip(10), by: { $0.surname }))
  try log.list(people.skip(9).intersect(people.take(25), by: { $0.age }))
  try log.list(people.take(20).except(people.skip(10), by: { $0.surname }))
  try log.list(people.skip(9).except(people.take(25), by: { $0.age }))
  try log.list(people.join(people.take(9), on: { $0.name }, equals: { $0.surname }))
  try log.list(people.join(people.take(9), on: { $0.email }, equals: { $0.email }))
  try log.list(people.join(people.take(9), on: { $0.age }, equals: { $0.name.count }))
  try log.list(people.leftJoin(people.take(9), on: { $0.name }, equals: { $0.surname }))
  try log.list(people.leftJoin(people.take(9), on: { $0.email }, equals: { $0.email }))
  try log.list(people.leftJoin(people.take(9), on: { $0.age }, equals: { $0.name.count }))
  try log.list(people.rightJoin(people.take(9), on: { $0.name }, equals: { $0.surname }))
  try log.list(people.rightJoin(people.take(9), on: { $0.email }, equals: { $0.email }))
  try log.list(people.rightJoin(people.take(9), on: { $0.age }, equals: { $0.name.count }))
  try log.list(people.fullJoin(people.take(9), on: { $0.name }, equals: { $0.surname }))
  try log.list(people.fullJoin(people.take(9), on: { $0.email }, equals: { $0.email }))
  try log.list(people.fullJoin(people.take(9), on: { $0.age }, equals: { $0.name.count }))
  try log.list(
    people.groupJoin(people.take(9), on: { $0.surname }, equals: { $0.name }).select { $0.1.count })
  try log.list(people.zip(people.reverse()).select { $0.1.id })
  try log.list(
    people.join(people, on: { $0.birthDate }, equals: { $0.birthDate }).select {
      ($0.0.id, $0.1.id)
    })
}
