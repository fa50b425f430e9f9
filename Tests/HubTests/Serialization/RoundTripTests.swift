import FlowJSON
import Foundation
import Hub
import TestSupport
import Testing

@Suite("Serialization of random documents")
struct RoundTripTests {
  @Test("A valid document is the same after it is read and written", arguments: [0, 1, 2, 3])
  func properDocuments(block: UInt64) {
    var containers = 0
    for seed in block * 25..<(block + 1) * 25 {
      var documents = RandomDocuments(seed: seed)
      let document = documents.view()
      let model = HubJSONSchema().viewModel(from: document)
      #expect(model.json == document, "seed \(seed)")
      containers += model.bodyComponentModels.count
    }
    #expect(containers > 20)
  }

  @Test(
    "The model of any document is the same after it is written and read",
    .usesOneThread, arguments: [0, 1, 2, 3])
  func anyDocument(block: UInt64) throws {
    for seed in block * 25..<(block + 1) * 25 {
      var documents = RandomDocuments(seed: seed)
      var builder = HubViewModelBuilder()
      for _ in 0..<2 {
        let document = documents.view()
        if case .object(let object) = documents.damaged(.object(document)) { builder.addJSON(object) }
      }
      let model = builder.build()
      #expect(HubJSONSchema().viewModel(from: model.json) == model, "seed \(seed)")
      #expect(
        try JSONDecoder().decode(HubViewModel.self, from: JSONEncoder().encode(model)).json.count == model.json.count)
    }
  }

  @Test("Building a model and changing a copy do not change a builder")
  func repeatable() {
    var documents = RandomDocuments(seed: 7)
    var builder = HubViewModelBuilder()
    builder.addJSON(documents.view())
    let first = builder.build()
    var copy = builder
    copy.addJSON(documents.view())
    copy.body.edit("more") { $0.title = "More" }
    copy.editHeader { $0.children.edit("x") { $0.title = "X" } }
    #expect(builder.build() == first)
    #expect(copy.build() != first)
  }
}
