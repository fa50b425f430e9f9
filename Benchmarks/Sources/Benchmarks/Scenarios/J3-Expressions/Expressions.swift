import FlowJSON
import FlowScreens
import Nimbus

/// J3: a state is set again and again, and the text that depends on it is computed each time.
enum Expressions {
  static let scenario = Scenario(
    "J3", "set a state 10,000 times and compute the text that depends on it", size: 10_000, quickSize: 500,
    per: "evaluation", expecting: { (0..<$0).reduce(0) { $0 &+ text(of: $1).utf8.count } },
    [swift, nimbus, drawn])

  private static let template = "@{condition(gt(count, 5000), 'Many', concat('Dish ', sum(count, 1)))} of @{user.name}"

  /// The same text, written in Swift.
  static let swift = Contender("Swift") { size, stopwatch in
    var sum = 0
    stopwatch.start()
    for count in 0..<size { sum = sum &+ text(of: count).utf8.count }
    stopwatch.stop()
    return sum
  }

  /// The cost of an event before anything is drawn: the state is set and the property of the node computed.
  static let nimbus = Contender("Nimbus") { size, stopwatch in
    let view = try makeView()
    let node = view.root?.children.first
    return measure(view, size, stopwatch) {
      guard case .string(let text)? = node?.properties?["text"]?.plain else { return 0 }
      return text.utf8.count
    }
  }

  /// With the component that shows the text, laid out and drawn each time.
  static let drawn = Contender("Nimbus, drawn") { size, stopwatch in
    let view = try makeView()
    return measure(view, size, stopwatch) {
      view.layout.laidOut(width: 80).text.reduce(0) { $0 &+ $1.utf8.count }
    }
  }

  private static func text(of count: Int) -> String {
    let user = ["name": "Bo"]
    return (count > 5000 ? "Many" : "Dish " + String(count + 1)) + " of " + (user["name"] ?? "")
  }

  private static func makeView() throws -> ServerDrivenView {
    var configuration = NimbusConfiguration()
    configuration.libraries = [.layout()]
    let view = NimbusInstance(configuration).makeView(states: ["count": -1, "user": ["name": "Bo"]])
    try view.load(["_:component": "layout:text", "properties": ["text": .string(template)]])
    return view
  }

  private static func measure(
    _ view: ServerDrivenView, _ size: Int, _ stopwatch: Stopwatch, _ shown: () -> Int
  ) -> Int {
    var sum = 0
    stopwatch.start()
    for count in 0..<size {
      view.setState("count", to: .integer(Int64(count)))
      sum = sum &+ shown()
    }
    stopwatch.stop()
    return sum
  }
}
