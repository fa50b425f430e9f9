// Modules: FlowState FlowJSON FlowScreens Nimbus

import FlowJSON
import Foundation
import Nimbus

/// Decodes types of all kinds from whatever the bytes are. What was understood must be understood the same when it is written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let value = try? JSONValue(parsing: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  check(Sample.self, value)
  check([Sample].self, value)
  check([String: Sample].self, value)
  check([Int: Bool].self, value)
  check(Tree.self, value)
  check(Choice.self, value)
  check([Level].self, value)
  check(JSONValue.self, value)
  check([String: JSONValue].self, value)
  check(Set<Int8>.self, value)
  check([Int64?].self, value)
  check(String.self, value)
  check(Double.self, value)
  check(URL.self, value)
  _ = attempt { try NimbusDecoder.decode(Decimal.self, from: value) }
  if case .array(let arguments) = value {
    let sum = attempt { try NimbusDecoder.decode(Total.self, from: arguments) }
    precondition(sum == nil || arguments.count >= 3, "An operation gets all of its arguments.")
  }
  return 0
}

private func check<T: Codable & Equatable>(_ type: T.Type, _ value: JSONValue) {
  guard let first = attempt({ try NimbusDecoder.decode(type, from: value) }) else { return }
  guard let written = try? JSONValue(operationResult: first), written.isFinite else { return }
  let second = attempt { try NimbusDecoder.decode(type, from: written) }
  precondition(second == first, "What was decoded comes back from \(written.jsonText).")
}

/// The decoded value; nil if the value does not fit, which an error must explain.
private func attempt<T>(_ decode: () throws -> T) -> T? {
  do {
    return try decode()
  } catch let error as DecodingError {
    let context: DecodingError.Context? =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context): context
      case .dataCorrupted(let context): context
      @unknown default: nil
      }
    precondition(context?.debugDescription.isEmpty == false, "The error has a text.")
    return nil
  } catch {
    preconditionFailure("A value that does not fit is a DecodingError: \(error)")
  }
}

private enum Level: String, Codable { case low, high, veryHigh = "very high" }

private enum Choice: Codable, Equatable {
  case none
  case some(value: Int, note: String?)
  case many([Choice])
}

private struct Tree: Codable, Equatable {
  var name: String?
  var children: [Tree]?
}

private struct Sample: Codable, Equatable {
  var text: String
  var flag: Bool?
  var small: Int8?
  var size: UInt32?
  var number: Double?
  var single: Float?
  var link: URL?
  var level: Level?
  var list: [Int]?
  var names: [String: String?]?
  var anything: JSONValue?
}

private struct Total: OperationDecodable {
  static let properties = ["first", "second", "rest"]

  var first: Int
  var second: Double
  var rest: [String]?

  func execute() throws -> Double { Double(first) + second }
}

extension JSONValue {
  /// Whether JSON can hold it: an infinity cannot be written.
  fileprivate var isFinite: Bool { (try? JSONValue(parsing: jsonText)) == self }
}
