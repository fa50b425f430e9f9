import FlowJSON
import Foundation
import Hub
import Testing

@Suite("Numbers in custom data")
struct NumberTests {
  private static let text = #"{"custom":{"a":1.0,"b":-0.0,"c":1,"d":0,"e":[1.0,-0.0],"f":1.5,"g":-0.5}}"#

  @Test("Numbers in custom data are read and written unchanged")
  func text() throws {
    let view = try HubViewModel(parsing: Data(Self.text.utf8))
    #expect(JSONValue.object(view.json).jsonText == Self.text)
  }

  @Test("Foundation's coders keep numbers in custom data unchanged")
  func codable() throws {
    let view = try HubViewModel(parsing: Data(Self.text.utf8))
    let again = try JSONDecoder().decode(HubViewModel.self, from: JSONEncoder().encode(view))
    #expect(JSONValue.object(again.json).jsonText == Self.text)
    #expect(again == view)
  }

  @Test("A member that is changed after encoding keeps its new value")
  func changed() throws {
    let view = try HubViewModel(parsing: Data(Self.text.utf8))
    var object = try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(view))
    object["custom"] = ["a": 2, "b": "x", "d": 0]
    let again = try JSONDecoder().decode(HubViewModel.self, from: JSONEncoder().encode(object))
    #expect(JSONValue.object(again.json).jsonText == #"{"custom":{"a":2,"b":"x","d":0}}"#)
  }

  @Test("The exact numbers are encoded only if Foundation would change one")
  func needless() throws {
    let view = try HubViewModel(parsing: Data(#"{"custom":{"a":1.5,"b":1}}"#.utf8))
    #expect(String(decoding: try JSONEncoder().encode(view), as: UTF8.self).contains("exactNumbers") == false)
  }
}
