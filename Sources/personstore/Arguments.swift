// The conformances of types from other modules are part of what the compiler takes for public.
public import ArgumentParser
public import PeopleIO
public import Tabular

extension ImportOptions.OnConflict: ExpressibleByArgument {}
extension TableFormat: ExpressibleByArgument {}
