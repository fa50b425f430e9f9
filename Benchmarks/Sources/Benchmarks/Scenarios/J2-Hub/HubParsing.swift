import Foundation
import Hub

/// J2: a server's document becomes the models of a screen, from its bytes on.
enum HubParsing {
  static let scenarios = [100, 1_000, 10_000].map { size in
    Scenario(
      "J2-\(size)", "view models of a document of \(size) components, reading included", size: size,
      repetitions: max(1, 2_000 / size), per: "component", expecting: { (0..<$0).reduce(0) { $0 &+ check(of: $1) } },
      [foundation, hub])
  }

  /// Models as somebody would write them for this document, its keys and no others.
  static let foundation = Contender("JSONDecoder, own models") { size, stopwatch in
    let data = document(of: size)
    stopwatch.start()
    let view = try JSONDecoder().decode(OwnViewModel.self, from: data)
    stopwatch.stop()
    return view.body.reduce(0) { $0 &+ $1.check }
  }

  static let hub = Contender("Hub") { size, stopwatch in
    let data = document(of: size)
    stopwatch.start()
    let view = try HubViewModel(parsing: data)
    stopwatch.stop()
    return view.bodyComponentModels.reduce(0) { $0 &+ $1.check }
  }

  private static func document(of size: Int) -> Data {
    Data(#"{"id": "menu", "title": "Menu", "body": [\#((0..<size).map(component).joined(separator: ",\n"))]}"#.utf8)
  }

  private static func component(_ number: Int) -> String {
    """
    {
      "id": "dish-\(number)", "component": {"id": "food:dish", "category": "row"},
      "text": {"title": "Dish number \(number)", "subtitle": "With potatoes", "accessory": "\(number % 20) min"},
      "images": {"main": {"uri": "https://example.org/dishes/\(number).png", "placeholder": "plate"}},
      "target": {"uri": "https://example.org/dishes/\(number)", "actions": ["food:choose"]},
      "metadata": {"rank": \(number), "vegetarian": \(number % 3 == 0)}
    }
    """
  }

  /// The expected value of the component with a number, written without any decoder.
  private static func check(of number: Int) -> Int {
    let digits = String(number).utf8.count
    let texts = (5 + digits) + (12 + digits) + 13 + (4 + String(number % 20).utf8.count)
    let images = (31 + digits) + 5
    let target = (27 + digits) + 6
    return texts &+ images &+ target &+ number &+ (number % 3 == 0 ? 1 : 0)
  }
}
