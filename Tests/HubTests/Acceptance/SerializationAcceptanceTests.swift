import FlowJSON
import Foundation
import Hub
import Testing

@Suite("Acceptance: serialization")
struct SerializationAcceptanceTests {
  @Test("HB-22: A document with every key, and its model, are the same after they are read and written")
  func roundTrip() throws {
    let model = HubJSONSchema().viewModel(from: FullDocument.view)
    #expect(model.json == FullDocument.view)
    #expect(HubJSONSchema().viewModel(from: model.json) == model)
    // The model has the values, and does not merely keep the JSON.
    let main = try #require(model.bodyComponentModels[0].mainImageData)
    #expect(main.localImage == "l")
    #expect(main.customData == ["tint": "red"])
    #expect(model.bodyComponentModels[0].customImageData["stamp"]?.customData == [:])
    #expect(model.bodyComponentModels[0].customImageData["badge"]?.identifier == "badge")
  }

  @Test("The guide's example is the same after it is read and written")
  func guideExample() throws {
    let data = try Fixtures.food
    #expect(try JSONValue.object(HubViewModel(parsing: data).json) == JSONValue(parsing: data))
  }
}
