extension QueryExpression where Value == CalendarDate {
  /// The year.
  public var year: QueryExpression<Int> { QueryExpression<Int>(.year, self) { $0.year } }

  /// The month, 1 to 12.
  public var month: QueryExpression<Int> { QueryExpression<Int>(.month, self) { $0.month } }

  /// The day of the month, 1 to 31.
  public var day: QueryExpression<Int> { QueryExpression<Int>(.day, self) { $0.day } }
}
