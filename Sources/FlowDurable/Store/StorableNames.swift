extension NewRun {
  /// Throws an error if a store must refuse the names or the key of the run.
  ///
  /// Each name has at most ``StoreLimits/nameBytes`` bytes in UTF-8, and no zero byte, whatever the store could keep. Call it
  /// first in an implementation of ``RunAdding``.
  ///
  /// ```swift
  /// try NewRun(flow: "order", key: "4711").requireStorableNames()
  /// ```
  ///
  /// - Throws: ``StoreError/unstorable(value:reason:)``.
  public func requireStorableNames() throws(StoreError) {
    try StorableName.require(flow, "The name of a flow")
    try StorableName.require(key, "The key of a run of flow '\(flow)'")
    try StorableName.require(tenant, "The tenant of a run of flow '\(flow)'")
    try StorableName.require(queue, "The queue of a run of flow '\(flow)'")
  }
}

extension NewRun {
  /// The run with its names and its key in the spelling in which stores compare and keep them.
  package var composed: NewRun {
    var run = self
    (run.flow, run.key) = (flow.composed, key?.composed)
    (run.queue, run.tenant) = (queue.composed, tenant?.composed)
    return run
  }
}

extension FlowMessage {
  /// Throws an error if a store must refuse the key of the message, its name, or the step of the command.
  ///
  /// The limits are those of a run's names. Call it first in an implementation of ``FlowStore/send(_:to:)``.
  ///
  /// ```swift
  /// try FlowMessage(.cancel, key: "webhook-88").requireStorableNames()
  /// ```
  ///
  /// - Throws: ``StoreError/unstorable(value:reason:)``.
  public func requireStorableNames() throws(StoreError) {
    switch content {
    case .message(let name, _): try StorableName.require(name, "The name of a message")
    case .back(let step): try StorableName.require(step, "The step of a command")
    case .change(let change):
      try StorableName.require(change.message, "The name of a message")
      try StorableName.require(change.visit.step, "The step of a command")
    case .cancel, .retry, .touch: break
    }
    try StorableName.require(key, "The key of \(name)")
    if let problem = problemOfVisit { throw .unstorable(value: "The visit of \(name)", reason: problem) }
  }

  /// The reason why a store couldn't read the visit of the message again; nil if it could, or if the message names none.
  var problemOfVisit: String? {
    var visit = answering?.visit
    if case .change(let change) = content { visit = change.visit }
    guard let visit, VisitToken(visit.description) != visit else { return nil }
    return "'\(visit)' names no visit: the numbers of runs and visits count from 1"
  }
}

/// The rule for names and keys, which is the same for all stores.
///
/// Some stores have an index of names, whose entries must be short, or can't keep a zero byte.
enum StorableName {
  /// Returns the reason why a text can't be a name or a key; nil if it can.
  static func reason(against text: String) -> String? {
    // The longest form counts that a store keeps.
    let count = text.composed.utf8.count
    if count > StoreLimits.nameBytes {
      return "it has \(count) bytes, and a name or a key has at most \(StoreLimits.nameBytes)"
    }
    return text.utf8.contains(0) ? "it has a zero byte, and a name or a key has none" : nil
  }

  static func require(_ text: String?, _ name: @autoclosure () -> String) throws(StoreError) {
    guard let text, let reason = reason(against: text) else { return }
    throw .unstorable(value: name(), reason: reason)
  }
}
