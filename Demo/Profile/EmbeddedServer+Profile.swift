import DemoServer

/// A server of the profile.
///
///     let server = EmbeddedServer(store: .at("p.json")) { notice in print(notice) }
///
/// `GET /profile` returns the profile. `PUT /profile/name` with `{"name": "Bo"}` changes the name, and returns the
/// profile after it is saved.
extension EmbeddedServer {
  /// Creates a server of a profile without starting it. `report` is called on the server's thread, or by `start()`.
  ///
  /// Don't call `stop()` from `report`, because the server's thread waits for `report`.
  convenience init(
    store: ProfileStore, limits: ServerLimits = ServerLimits(),
    report: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    let routes = ProfileRoutes(store: store, report: report)
    self.init(limits: limits) { () throws(EmbeddedServerError) in
      do throws(ProfileStoreError) {
        if let notice = try store.load().notice { report(notice) }
      } catch {
        throw .unusableData(reason: error.description)
      }
    } answering: { request in
      routes.answer(request)
    }
  }
}
