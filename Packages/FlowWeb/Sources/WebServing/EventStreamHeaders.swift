/// The headers of server-sent events; see the WHATWG HTML standard.
package enum EventStreamHeaders {
  /// The names and values. A proxy such as nginx would keep the events back without the last one.
  package static let all = [
    ("content-type", "text/event-stream"), ("cache-control", "no-store"), ("x-accel-buffering", "no"),
  ]
}
