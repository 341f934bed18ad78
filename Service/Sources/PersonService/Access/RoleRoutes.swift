import Hummingbird

/// The routes of the interface by the role that they need.
struct RoleRoutes {
  let read: RouterGroup<ServiceContext>
  let write: RouterGroup<ServiceContext>
  let admin: RouterGroup<ServiceContext>

  init(_ router: RouterGroup<ServiceContext>, isReadOnly: Bool, oldCookies: RateLimit) {
    func group(_ role: Role) -> RouterGroup<ServiceContext> {
      router.group("").add(
        middleware: Requires(role: role, isReadOnly: isReadOnly, oldCookies: oldCookies))
    }
    (read, write, admin) = (group(.read), group(.write), group(.admin))
  }
}
