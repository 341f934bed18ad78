import Hummingbird

/// `/api/openapi.json`: the description of the interface (OpenAPI 3.1).
struct DescriptionRoutes {
  func add(to router: RouterGroup<ServiceContext>) {
    router.get("openapi.json") { _, _ in
      Response(.ok, text: String(decoding: PackageResources.openapi_json, as: UTF8.self))
    }
  }
}
