/// A chain as the text of a program, for the library and for arrays.
package struct Program: CustomStringConvertible {
  /// The type and the value of the parameter `x` of a prepared query.
  struct Parameter {
    let type: String
    let value: String
  }

  let table: ProgramTable
  var steps: [ProgramStep]
  /// What stands around the chain.
  var terminal = Terminal()
  /// The parameter, if the chain is a prepared query.
  var parameter: Parameter?

  struct Terminal {
    var before = Spelling(library: "try ", plain: "")
    var after = Spelling(library: ".toArray()", plain: "")
  }

  /// The chain with everything around it.
  var spelling: Spelling {
    let steps: Spelling = steps.reduce("") { "\($0)\($1.spelling)" }
    guard let parameter else { return "\(terminal.before)t.\(table)\(steps)\(terminal.after)" }
    let (type, value) = (parameter.type, parameter.value)
    return Spelling(
      library: "try t.\(table).prepare { (q, x: QueryExpression<\(type)>) in q\(steps.library) }"
        + "(\(value))",
      plain: "{ (x: \(type)) in t.\(table)\(steps.plain) }(\(value))")
  }

  /// The text for the library, and for arrays.
  package var description: String { "\(spelling.library)\n  plain     \(spelling.plain)" }

  /// Programs with one piece less.
  var simpler: [Program] {
    steps.indices.flatMap { index in
      var shorter: [Program] = []
      if steps[index].isOptional, steps.count > 1 {
        shorter.append(self)
        shorter[0].steps.remove(at: index)
      }
      return shorter
        + steps[index].simpler.map { step in
          var program = self
          program.steps[index] = step
          return program
        }
    }
  }
}
