import FlowJSON

/// The moments that conditions compare dates with, such as 18 years ago. A step of the program finds them, before the first page.
struct MomentList {
  private var moments: [(amount: Double, unit: String)] = []

  var isEmpty: Bool { moments.isEmpty }

  /// Returns the place of a moment.
  mutating func add(_ amount: Double, _ unit: String) throws(ConditionProblem) -> Formula {
    guard abs(amount) <= 100_000 else { throw ConditionProblem("it goes too far in time") }
    if let place = moments.firstIndex(where: { $0 == (amount, unit) }) { return .path(["moments", "m\(place)"]) }
    moments.append((amount, unit))
    return .path(["moments", "m\(moments.count - 1)"])
  }

  /// The step that finds the moments.
  var step: JSONValue {
    let list = moments.map { moment -> JSONValue in
      ["amount": .of(moment.amount.rounded(.towardZero)), "unit": .string(moment.unit)]
    }
    return ["id": "moments", "use": "moments", "with": ["moments": .array(list)]]
  }
}

/// A list that a closure adds to.
final class MomentBox {
  private(set) var moments: MomentList

  init(_ moments: MomentList) { self.moments = moments }

  func add(_ amount: Double, _ unit: String) throws(ConditionProblem) -> Formula { try moments.add(amount, unit) }
}
