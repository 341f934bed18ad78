/// Whether many tasks go on, which they do not while all threads of the concurrency pool are
/// blocked.
package func tasksGoOn() async -> Bool {
  let progress = await withTaskGroup(of: Int.self) { group in
    for _ in 0..<1000 {
      group.addTask {
        await Task.yield()
        return 1
      }
    }
    return await group.reduce(0, +)
  }
  return progress == 1000
}
