/// What a body gives as text: its value, or its error after `error: `.
package func outcome<Value>(_ body: () throws -> Value) -> String {
  do { return "\(try body())" } catch { return "error: \(error)" }
}
