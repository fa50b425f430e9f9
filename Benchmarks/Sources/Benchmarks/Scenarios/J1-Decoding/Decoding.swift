import FlowJSON
import Foundation
import Nimbus

/// J1: a document of 1 MB becomes Swift values, from its bytes on, in the same `Decodable` types.
enum Decoding {
  static let scenario = Scenario(
    "J1", "decode a document of 1 MB into Swift types, reading included", size: 2_300, quickSize: 200, per: "order",
    expecting: { (0..<$0).reduce(0) { $0 &+ check(of: $1) } },
    [foundation, nimbus, reading])

  static let foundation = Contender("JSONDecoder") { size, stopwatch in
    let data = document(of: size)
    stopwatch.start()
    let orders = try JSONDecoder().decode([Order].self, from: data)
    stopwatch.stop()
    return orders.reduce(0) { $0 &+ $1.check }
  }

  static let nimbus = Contender("NimbusDecoder") { size, stopwatch in
    let data = document(of: size)
    stopwatch.start()
    let orders = try NimbusDecoder.decode([Order].self, from: JSONValue(parsing: data))
    stopwatch.stop()
    return orders.reduce(0) { $0 &+ $1.check }
  }

  /// How much of it is reading; the decoding comes after the stopwatch and only checks the result.
  static let reading = Contender("reading alone, FlowJSON") { size, stopwatch in
    let data = document(of: size)
    stopwatch.start()
    let value = try JSONValue(parsing: data)
    stopwatch.stop()
    return try NimbusDecoder.decode([Order].self, from: value).reduce(0) { $0 &+ $1.check }
  }

  private static func document(of size: Int) -> Data {
    Data("[\((0..<size).map(Order.json).joined(separator: ",\n"))]".utf8)
  }

  /// The expected value of the order with a number, written without any decoder.
  private static func check(of number: Int) -> Int {
    let digits = String(number).utf8.count
    var sum = number &+ (number % 3 == 1 ? 1 : 0) &+ (number % 5 == 0 ? 30 : 7)
    sum = sum &+ 11 + digits &+ (number % 4 == 0 ? 5 : 20 + digits)
    sum = sum &+ 11 + digits &+ 12
    for item in 0..<number % 4 {
      sum = sum &+ (item + 1) &* (number % 90 * 100 + 25) &+ 17 &+ (item == 1 ? 1 : 0)
    }
    return sum &+ 36 &+ 48
  }
}
