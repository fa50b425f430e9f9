import FlowJSON
import Foundation
import Hub
import Testing

@Suite("Acceptance: serialization")
struct SerializationAcceptanceTests {
  @Test("HB-22 a document with every key comes back as it was, and so does its model")
  func roundTrip() throws {
    let model = HubJSONSchema().viewModel(from: FullDocument.view)
    #expect(model.json == FullDocument.view)
    #expect(HubJSONSchema().viewModel(from: model.json) == model)
    // The model does hold everything, instead of the JSON merely passing through.
    let main = try #require(model.bodyComponentModels[0].mainImageData)
    #expect(main.localImage == "l")
    #expect(main.customData == ["tint": "red"])
    #expect(model.bodyComponentModels[0].customImageData["stamp"]?.customData == [:])
    #expect(model.bodyComponentModels[0].customImageData["badge"]?.identifier == "badge")
  }

  @Test("the guide's example comes back as it was")
  func guideExample() throws {
    let data = try Fixtures.food
    #expect(try JSONValue.object(HubViewModel(parsing: data).json) == JSONValue(parsing: data))
  }
}
