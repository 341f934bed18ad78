// The compiler treats conformances of types from other modules as public.
public import ArgumentParser
public import PeopleIO
public import Tabular

extension ImportOptions.OnConflict: ExpressibleByArgument {}
extension TableFormat: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}
