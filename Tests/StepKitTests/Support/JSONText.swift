import Foundation
import StepKit

func decode<Value: Decodable>(_ type: Value.Type = Value.self, _ text: String) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// The value as JSON with sorted keys, as Foundation writes it.
func encode(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
