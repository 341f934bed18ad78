// There is one initializer for each number of columns up to twelve, so that the code that reads a
// row is compiled without loops. For a parameter pack the compiler builds a tuple whose layout is
// looked up for each row, which makes reading a fifth slower.

extension Table {
  /// Unavailable: the number of columns is not that of the initializer's parameters.
  @available(
    *, unavailable,
    message: "a table has one column for each parameter of its initializer, in the same order"
  )
  @_disfavoredOverload
  public init<each Parameter, each Column: ColumnValue>(
    _ name: String, _ make: (repeat each Parameter) -> Row,
    _ column: repeat TableColumn<Row, each Column>
  ) { fatalError("unavailable") }  // The compiler rejects every use, so this is never called.

  /// Declares a table of two columns.
  @inlinable public init<A: ColumnValue, B: ColumnValue>(
    _ name: String, _ make: @escaping @Sendable (A, B) -> Row, _ a: TableColumn<Row, A>,
    _ b: TableColumn<Row, B>
  ) {
    self.init(name: name, a, b) { make(try A.read(from: &$0), try B.read(from: &$0)) }
  }

  /// Declares a table of three columns.
  @inlinable public init<A: ColumnValue, B: ColumnValue, C: ColumnValue>(
    _ name: String, _ make: @escaping @Sendable (A, B, C) -> Row, _ a: TableColumn<Row, A>,
    _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>
  ) {
    self.init(name: name, a, b, c) {
      make(try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0))
    }
  }

  /// Declares a table of four columns.
  @inlinable public init<A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue>(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D) -> Row, _ a: TableColumn<Row, A>,
    _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>, _ d: TableColumn<Row, D>
  ) {
    self.init(name: name, a, b, c, d) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0))
    }
  }

  /// Declares a table of five columns.
  @inlinable
  public init<A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue>(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E) -> Row, _ a: TableColumn<Row, A>,
    _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>, _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>
  ) {
    self.init(name: name, a, b, c, d, e) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0))
    }
  }

  /// Declares a table of six columns.
  @inlinable
  public init<
    A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue, F: ColumnValue
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F) -> Row, _ a: TableColumn<Row, A>,
    _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>, _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>,
    _ f: TableColumn<Row, F>
  ) {
    self.init(name: name, a, b, c, d, e, f) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0), try F.read(from: &$0))
    }
  }

  /// Declares a table of seven columns.
  @inlinable
  public init<
    A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue, F: ColumnValue,
    G: ColumnValue
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F, G) -> Row,
    _ a: TableColumn<Row, A>,
    _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>, _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>,
    _ f: TableColumn<Row, F>, _ g: TableColumn<Row, G>
  ) {
    self.init(name: name, a, b, c, d, e, f, g) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0), try F.read(from: &$0), try G.read(from: &$0))
    }
  }

  /// Declares a table of eight columns.
  @inlinable
  public init<
    A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue, F: ColumnValue,
    G: ColumnValue, H: ColumnValue
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F, G, H) -> Row,
    _ a: TableColumn<Row, A>, _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>,
    _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>, _ f: TableColumn<Row, F>, _ g: TableColumn<Row, G>,
    _ h: TableColumn<Row, H>
  ) {
    self.init(name: name, a, b, c, d, e, f, g, h) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0), try F.read(from: &$0), try G.read(from: &$0), try H.read(from: &$0))
    }
  }

  /// Declares a table of nine columns.
  @inlinable
  public init<
    A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue, F: ColumnValue,
    G: ColumnValue, H: ColumnValue, I: ColumnValue
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F, G, H, I) -> Row,
    _ a: TableColumn<Row, A>, _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>,
    _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>, _ f: TableColumn<Row, F>, _ g: TableColumn<Row, G>,
    _ h: TableColumn<Row, H>,
    _ i: TableColumn<Row, I>
  ) {
    self.init(name: name, a, b, c, d, e, f, g, h, i) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0), try F.read(from: &$0), try G.read(from: &$0), try H.read(from: &$0),
        try I.read(from: &$0))
    }
  }

  /// Declares a table of ten columns.
  @inlinable
  public init<
    A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue, F: ColumnValue,
    G: ColumnValue, H: ColumnValue, I: ColumnValue, J: ColumnValue
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F, G, H, I, J) -> Row,
    _ a: TableColumn<Row, A>, _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>,
    _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>, _ f: TableColumn<Row, F>, _ g: TableColumn<Row, G>,
    _ h: TableColumn<Row, H>,
    _ i: TableColumn<Row, I>, _ j: TableColumn<Row, J>
  ) {
    self.init(name: name, a, b, c, d, e, f, g, h, i, j) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0), try F.read(from: &$0), try G.read(from: &$0), try H.read(from: &$0),
        try I.read(from: &$0), try J.read(from: &$0))
    }
  }

  /// Declares a table of eleven columns.
  @inlinable
  public init<
    A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue, F: ColumnValue,
    G: ColumnValue, H: ColumnValue, I: ColumnValue, J: ColumnValue, K: ColumnValue
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F, G, H, I, J, K) -> Row,
    _ a: TableColumn<Row, A>, _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>,
    _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>, _ f: TableColumn<Row, F>, _ g: TableColumn<Row, G>,
    _ h: TableColumn<Row, H>,
    _ i: TableColumn<Row, I>, _ j: TableColumn<Row, J>, _ k: TableColumn<Row, K>
  ) {
    self.init(name: name, a, b, c, d, e, f, g, h, i, j, k) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0), try F.read(from: &$0), try G.read(from: &$0), try H.read(from: &$0),
        try I.read(from: &$0), try J.read(from: &$0), try K.read(from: &$0))
    }
  }

  /// Declares a table of twelve columns.
  @inlinable
  public init<
    A: ColumnValue, B: ColumnValue, C: ColumnValue, D: ColumnValue, E: ColumnValue, F: ColumnValue,
    G: ColumnValue, H: ColumnValue, I: ColumnValue, J: ColumnValue, K: ColumnValue, L: ColumnValue
  >(
    _ name: String, _ make: @escaping @Sendable (A, B, C, D, E, F, G, H, I, J, K, L) -> Row,
    _ a: TableColumn<Row, A>, _ b: TableColumn<Row, B>, _ c: TableColumn<Row, C>,
    _ d: TableColumn<Row, D>,
    _ e: TableColumn<Row, E>, _ f: TableColumn<Row, F>, _ g: TableColumn<Row, G>,
    _ h: TableColumn<Row, H>,
    _ i: TableColumn<Row, I>, _ j: TableColumn<Row, J>, _ k: TableColumn<Row, K>,
    _ l: TableColumn<Row, L>
  ) {
    self.init(name: name, a, b, c, d, e, f, g, h, i, j, k, l) {
      make(
        try A.read(from: &$0), try B.read(from: &$0), try C.read(from: &$0), try D.read(from: &$0),
        try E.read(from: &$0), try F.read(from: &$0), try G.read(from: &$0), try H.read(from: &$0),
        try I.read(from: &$0), try J.read(from: &$0), try K.read(from: &$0), try L.read(from: &$0))
    }
  }
}
