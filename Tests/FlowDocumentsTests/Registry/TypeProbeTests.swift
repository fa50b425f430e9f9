import FlowForms
import FlowJSON
import Foundation
import Testing

@testable import FlowDocuments

/// The shape of JSON that a type's `Decodable` conformance expects.
struct TypeProbeTests {
  private struct Plain: Codable {
    enum Color: String, Codable, CaseIterable { case red, blue }

    var text: String
    var count: Int?
    var price: Double
    var color: Color
    var tags: [String]
    var inner: Inner
    var when: Date
    var any: JSONValue
    var map: [String: Int]
  }

  private struct Inner: Codable { var isOn: Bool }
  private final class Tree: Codable { var children: [Tree] = [] }
  private struct Picky: Codable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text == "x" else { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no x")) }
    }
    func encode(to encoder: any Encoder) throws {}
  }

  @Test("The members of a type are found with their types, and whether they can be missing")
  func members() {
    #expect(
      TypeProbe.shape(of: Plain.self)
        == .object(
          [
            "text": .text, "count": .optional(.integer), "price": .number, "color": .words(["red", "blue"]),
            "tags": .list(.text), "inner": .object(["isOn": .bool], isOpen: false), "when": .number, "any": .any,
            "map": .object([:], isOpen: true),
          ], isOpen: false))
    #expect(TypeProbe.shape(of: [Int].self) == .list(.integer))
    #expect(TypeProbe.shape(of: FormFile.self) != .any)
  }

  @Test("Of a type that refuses samples, or contains itself, nothing is known")
  func unknown() {
    #expect(TypeProbe.shape(of: Picky.self) == .any)
    #expect(TypeProbe.shape(of: Tree.self) == .any)
  }
}
