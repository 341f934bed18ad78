/// An error that is thrown to roll back a dry run.
package struct DryRun<Summary: Sendable>: Error {
  /// What would have been done.
  package let summary: Summary

  package init(summary: Summary) { self.summary = summary }
}
