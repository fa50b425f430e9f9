import FlowJSON

extension FlowRecord {
  /// The names of members that belong to the store.
  static let reserved: Set<String> = ["run", "number", "received", "kept", "then"]
  /// The names of members that all kinds have.
  static let ownMembers = reserved.union(["lane", "taken", "at"])
  /// The names of the members of each kind. In a record of the kind, they have no other meaning.
  private static let members: [String: Set<String>] = {
    let received: Set<String> = ["message", "command", "body", "to", "key", "arrival", "arrived"]
    let members: [String: Set<String>] = [
      "began": ["began", "key", "content", "assignments", "parent", "queue", "tenant", "priority", "reused"],
      "started": ["started", "visit", "attempt"],
      "settled": [
        "settled", "visit", "attempt", "result", "failure", "set", "versions", "removed", "route", "to", "ms",
      ],
      "waiting": ["waiting", "visit", "names", "failed"],
      "message": received,
      "command": received,
      "back": ["back"],
      "undone": ["undone", "visit", "attempt", "failure"],
      "moved": ["moved", "to"],
      "parked": ["parked", "step"],
      "ended": ["ended", "result", "failure"],
      "snapshot": ["snapshot", "step"],
    ]
    return members.mapValues { $0.union(ownMembers).union(["due"]) }
  }()

  /// Returns the name of a record's kind: the first member that names a kind.
  static func kind(of object: JSONObject) -> String? {
    object.first { members[$0.name] != nil }?.name
  }

  /// Returns the names of the members of a kind, and of those that belong to the store.
  static func members(of kind: String) -> Set<String> { members[kind] ?? ownMembers }
}

extension FlowRecord {
  /// The reason why a store couldn't read the record again; nil if it could.
  var problem: String? {
    let visit: Int? =
      switch body {
      case .started(let started): started.visit
      case .settled(let settled): settled.visit
      case .waiting(let waiting): waiting.visit
      case .undone(let undone): undone.visit
      case .began, .message, .back, .moved, .parked, .ended, .snapshot, .unknown: nil
      }
    if let visit, !(1...Int(Int32.max)).contains(visit) { return "it is about visit \(visit), and visits count from 1" }
    if case .waiting(let waiting) = body, let failed = waiting.failed,
      let count = [failed.attempt, failed.count].first(where: { !(1...Int(Int32.max)).contains($0) })
    {
      return "it is about attempt \(count), and attempts count from 1"
    }
    if case .message(let received) = body, let problem = received.message.problemOfVisit { return problem }
    if let message = taken.first(where: { !(0...(1 << 53)).contains($0) }) {
      return "it takes message \(message), and messages count from 1"
    }
    guard case .unknown = body else { return nil }
    let members = members
    if let kind = Self.kind(of: members) { return "its member '\(kind)' is that of another kind" }
    return members.allSatisfy { Self.ownMembers.contains($0.name) } ? "it has no members" : nil
  }
}
