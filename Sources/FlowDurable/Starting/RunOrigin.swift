/// The way in which a call got a run.
///
/// ```swift
/// let run = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711")
/// if case .existing(contentDiffers: true) = run.origin {
///   print("Order 4711 was placed before, with other content. That order stays as it is.")
/// }
/// ```
public enum RunOrigin: Sendable, Hashable {
  /// The call has started the run.
  case started
  /// The run existed. `contentDiffers` says whether it was started with other content than this call has: nil if the call
  /// has no content to compare, or if the content of the run can't be read, for example because it was added in a
  /// transaction that hasn't ended.
  case existing(contentDiffers: Bool?)
}
