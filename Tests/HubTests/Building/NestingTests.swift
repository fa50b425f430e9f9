import FlowJSON
import Foundation
import Hub
import TestSupport
import Testing

@Suite("Deep nesting")
struct NestingTests {
  /// Nested components, as children or in the views of targets.
  private func nested(_ levels: Int, byViews: Bool) -> JSONObject {
    (0..<levels).reduce(into: ["id": "innermost"]) { object, level in
      if byViews {
        object = ["id": "l", "target": ["view": ["header": .object(object)]]]
      } else {
        object = ["id": "l", "children": [.object(object)]]
      }
    }
  }

  private func depth(of component: HubComponentModel?) -> Int {
    var depth = 0
    var current = component
    while let component = current {
      depth += 1
      current = component.child(at: 0) ?? component.target?.initialViewModel?.headerComponentModel
    }
    return depth
  }

  @Test(
    "128 levels of components and views are read, compared, written and explained on a small stack",
    arguments: [false, true])
  func deepest(byViews: Bool) async throws {
    let document = nested(byViews ? 63 : 127, byViews: byViews)
    let depths = await onSmallStack {
      let view = HubJSONSchema().viewModel(from: ["body": [.object(document)]])
      let again = HubJSONSchema().viewModel(from: view.json)
      #expect(view == again)
      #expect(HubJSONSchema().explanation(of: ["body": [.object(document)]]).lines.count > 64 * 17)
      return [view, again].map { depth(of: $0.bodyComponentModels[0]) }
    }
    #expect(depths == (byViews ? [64, 64] : [128, 128]))
  }

  @Test("Components and views beyond 128 levels are dropped", arguments: [false, true])
  func tooDeep(byViews: Bool) async throws {
    let document = nested(300, byViews: byViews)
    let found = await onSmallStack {
      depth(of: HubJSONSchema().viewModel(from: ["header": .object(document)]).headerComponentModel)
    }
    #expect(found == (byViews ? 64 : 128))
  }

  @Test("A schema whose components contain themselves ends at the depth limit")
  func endless() async {
    let found = await onSmallStack {
      let schema = HubJSONSchema()
      schema.componentModelSchema.childDictionariesPath = HubJSONPath().dictionaryPath
      return depth(of: schema.viewModel(from: ["header": [:]]).headerComponentModel)
    }
    #expect(found == 128)
  }
}
