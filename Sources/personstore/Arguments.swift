// The compiler treats conformances of types from other modules as public.
public import ArgumentParser
public import PeopleIO
public import Tabular

extension ImportOptions.OnConflict: ExpressibleByArgument {}
extension TableFormat: ExpressibleByArgument {}
extension Quoting: ExpressibleByArgument {}
extension ShortRows: ExpressibleByArgument {}

extension TextEncoding: ExpressibleByArgument {
  /// Creates the encoding of any of its usual names, such as `latin1` and `CP1252`.
  public init?(argument: String) { self.init(name: argument) }
}
