public import StoreEngine

extension PersonStore {
  /// Returns a store that reads on one of the preferred servers, and never writes.
  ///
  /// ```swift
  /// let store = try await PersonStore(postgres: primary, replicas: [first, second])
  /// try await store.reading(.replica).people.where { $0.email == nil }.count()
  ///
  /// let ada = try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
  /// let position = try await store.logPosition()
  /// let reader = try await store.reading(.replica(after: position))
  /// try await reader.people.find(ada.id)                           // found
  /// ```
  ///
  /// What one call returns reads on one replica, so that its reads do not go back in time. Call it
  /// for each request of a service: replicas take turns. A replica that shall have reached a
  /// position is waited for, as long as the configuration's `busyTimeout`. If none reaches it, the
  /// primary server is read. It also stands in, for ten seconds at a time, for a replica that
  /// cannot be connected to; that is logged, and reads may then see an earlier state after a
  /// later one, but never one before the position. A store in a file has no replicas and reads
  /// itself.
  ///
  /// A write is `DatabaseError.readOnly`. Live queries follow the primary server.
  public func reading(_ preference: ReadPreference) async throws -> PersonStore {
    PersonStore(readingFor: self, on: try await pool.reading(preference))
  }

  /// Returns a store that reads on one of the preferred servers, on the calling thread.
  public func reading(_ preference: ReadPreference) throws -> PersonStore {
    PersonStore(readingFor: self, on: try pool.reading(preference))
  }

  /// Returns a store that reads with connections of its own, and never writes: work that takes long
  /// does not hold up the readers of this store, nor they it.
  ///
  /// ```swift
  /// let reports = store.reading(connections: 2)
  /// try await reports.people.sort { $0.surname.lowercased() }.toArray()
  /// // SELECT id, name, surname, age, email, birth_date, attributes FROM person
  /// // ORDER BY lower(surname), id
  /// ```
  ///
  /// The connections are opened when they are needed, and closed with this store; so make such a
  /// store once for each kind of work. A store in memory has a single connection for all. A write
  /// is `DatabaseError.readOnly`. Live queries use the connections of observers.
  ///
  /// - Parameter count: the number of connections that can read at the same time.
  public func reading(connections count: Int) -> PersonStore {
    PersonStore(readingFor: self, on: pool.reading(connections: count))
  }

  /// Returns a position in the log of the server after all commits that have returned.
  public func logPosition() async throws -> LogPosition { try await pool.logPosition() }

  /// Returns a position after all commits that have returned, on the calling thread.
  public func logPosition() throws -> LogPosition { try pool.logPosition() }
}
