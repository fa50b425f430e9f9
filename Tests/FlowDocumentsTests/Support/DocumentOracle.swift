import FlowJSON

/// Says whether a document is valid, and nothing else. It shares no code with the check of documents: it follows the vocabulary page,
/// and finds ways by walking all of them.
struct DocumentOracle {
  private let steps: [JSONValue]
  private let places: [String: Int]
  private let types: [OracleType]
  private let orders: [[Int]]

  static func isValid(_ document: JSONValue) -> Bool {
    guard document.has(["flow", "version"], ["steps"], ["variants", "languages", "upgrades"]),
      let flow = document["flow"]?.oracleText,
      isTitle(flow), let version = document["version"]?.oracleInteger, (1...1_000_000_000).contains(version),
      case .array(let steps)? = document["steps"], (1...2_000).contains(steps.count)
    else { return false }
    if let languages = document["languages"] {
      guard case .array(let tags) = languages, (1...50).contains(tags.count),
        tags.allSatisfy({ $0.oracleText.map(isLanguage) ?? false })
      else { return false }
    }
    // No change makes an upgrade that is valid.
    if let upgrades = document["upgrades"], upgrades != [] { return false }
    guard let oracle = DocumentOracle(steps, document["variants"]) else { return false }
    return oracle.isSound
  }

  private init?(_ steps: [JSONValue], _ variants: JSONValue?) {
    self.steps = steps
    var places: [String: Int] = [:]
    for (place, step) in steps.enumerated() {
      guard Self.isStep(step), let id = step["id"]?.oracleText, places.updateValue(place, forKey: id) == nil else {
        return nil
      }
    }
    guard Self.areFormerNames(of: steps, places) else { return nil }
    self.places = places
    types = steps.map { Self.type(of: $0) }
    guard let orders = Self.orders(variants, places, steps.count) else { return nil }
    self.orders = orders
  }

  // MARK: Orders

  private static func orders(_ variants: JSONValue?, _ places: [String: Int], _ count: Int) -> [[Int]]? {
    guard let variants else { return [Array(0..<count)] }
    guard variants.has([], ["weights"], ["orders"]), case .object(let weights)? = variants["weights"],
      (1...20).contains(weights.count),
      weights.allSatisfy({ isTitle($0.name) && 0 < ($0.value.oracleNumber ?? 0) && $0.value.oracleNumber ?? 0 <= 1e9 })
    else { return nil }
    var all: [[Int]] = []
    var orders = JSONObject()
    if let value = variants["orders"] {
      guard case .object(let members) = value, members.count <= 20 else { return nil }
      orders = members
    }
    for (name, order) in orders {
      guard weights[name] != nil, case .array(let ids) = order, !ids.isEmpty, ids.count <= 2_000 else { return nil }
      let listed = ids.compactMap { $0.oracleText.flatMap { places[$0] } }
      guard listed.count == ids.count, Set(listed).count == listed.count else { return nil }
      all.append(listed)
    }
    if weights.contains(where: { orders[$0.name] == nil }) { all.append(Array(0..<count)) }
    return all
  }

  // MARK: Ways

  /// A way on: the target, or nil for the end and for the way back, and whether the step has a value then.
  private typealias Way = (target: Int?, hasValue: Bool, isBack: Bool)

  private func ways(of place: Int, _ order: [Int]) -> [Way]? {
    let step = steps[place]
    let following = order.firstIndex(of: place).map { $0 + 1 < order.count ? order[$0 + 1] : nil }
    func way(_ target: String, _ hasValue: Bool) -> Way? {
      switch target {
      case "end", "back": return (nil, hasValue, target == "back")
      case "next":
        // A step that the order doesn't list has no next one.
        guard let following else { return nil }
        return (following, hasValue, false)
      default: return places[target].map { ($0, hasValue, false) }
      }
    }
    var routes: [JSONValue] = []
    if case .array(let all)? = step["routes"] { routes = all }
    let last = routes.first { $0["when"] == nil }?["to"]?.oracleText ?? (step["end"] == true ? "end" : "next")
    var ways: [Way?] = [way(last, true)]
    for route in routes {
      let word = route["when"]?.oracleText
      ways.append(way(route["to"]?.oracleText ?? "", word.map { !["late", "failed", "timeout"].contains($0) } ?? true))
    }
    if step["within"] != nil, !routes.contains(where: { $0["when"] == "late" }) { ways.append(way(last, false)) }
    return ways.contains { $0 == nil } ? nil : ways.compactMap { $0 }
  }

  private var isSound: Bool {
    let all = steps.indices
    for step in steps {
      guard case .array(let routes)? = step["routes"] else { continue }
      for target in routes.compactMap({ $0["to"]?.oracleText }) {
        guard places[target] != nil || ["next", "back", "end"].contains(target) else { return false }
      }
    }
    var reached: Set<Int> = []
    for order in orders {
      var table: [Int: [Way]] = [:]
      var open = [order[0]]
      while let place = open.popLast() {
        guard table[place] == nil else { continue }
        guard let ways = ways(of: place, order) else { return false }
        table[place] = ways
        open += ways.compactMap(\.target)
      }
      reached.formUnion(table.keys)
      for place in table.keys where !leaves(place, table) { return false }
      for place in table.keys where !areExpressionsRight(at: place, from: order[0], table) { return false }
    }
    return reached.count == all.count
  }

  private func leaves(_ place: Int, _ table: [Int: [Way]]) -> Bool {
    var seen: Set<Int> = []
    var open = [place]
    while let place = open.popLast() {
      guard seen.insert(place).inserted else { continue }
      for way in table[place] ?? [] {
        if way.isBack {
          open += table.keys.filter { leads(from: $0, to: place, table) }
        } else if let target = way.target {
          open.append(target)
        } else {
          return true
        }
      }
    }
    return false
  }

  /// Whether a run can come from one step to another, without going back.
  private func leads(from start: Int, to place: Int, _ table: [Int: [Way]]) -> Bool {
    var seen: Set<Int> = []
    var open = [start]
    while let next = open.popLast() {
      if next == place { return true }
      if seen.insert(next).inserted { open += (table[next] ?? []).compactMap(\.target) }
    }
    return false
  }

  /// Whether a run can come to a step without the value of another one.
  private func comes(to place: Int, without step: Int, from start: Int, _ table: [Int: [Way]]) -> Bool {
    var seen: Set<Int> = []
    var open = [start]
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if next == place { return true }
      for way in table[next] ?? [] where !(next == step && way.hasValue) {
        if let target = way.target { open.append(target) }
      }
    }
    return false
  }

  private func areExpressionsRight(at place: Int, from start: Int, _ table: [Int: [Way]]) -> Bool {
    let step = steps[place]
    func reader(_ isComplete: Bool) -> OracleExpressions {
      OracleExpressions { name in
        guard let other = places[name] else { return nil }
        let isSure = (isComplete && other == place) || !comes(to: place, without: other, from: start, table)
        return (types[other], isSure)
      }
    }
    if case .array(let routes)? = step["routes"] {
      for text in routes.compactMap({ $0["when"]?.oracleText }) where text.hasPrefix("@{") {
        guard let type = reader(true).type(ofWhole: text), type == .bool || type == .any else { return false }
      }
    }
    guard let name = step["use"]?.oracleText else { return true }
    let expressions = reader(false)
    guard let with = step["with"] else { return name == "mail" }
    guard case .object(let members) = with else { return false }
    let known: [String: OracleType] =
      name == "mail" ? ["to": .optional(.text(nil))] : ["cents": .integer, "note": .optional(.text(nil))]
    guard members.allSatisfy({ known[$0.name] != nil }), name == "mail" || members["cents"] != nil else { return false }
    return members.allSatisfy { name, value in
      guard let type = expressions.type(of: value), let expected = known[name] else { return false }
      return type.fits(expected)
    }
  }
}
