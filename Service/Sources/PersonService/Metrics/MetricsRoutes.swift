import Hummingbird

/// `/metrics`: the metrics in Prometheus's text format.
struct MetricsRoutes {
  let metrics: PrometheusMetrics

  func add(to roles: RoleRoutes) {
    roles.read.get("metrics") { [metrics] _, _ in
      Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text + ProcessMetrics.text)))
    }
  }
}
