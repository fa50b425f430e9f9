// Modules: FlowState FlowJSON FlowScreens Hub

import FlowJSON
import Foundation
import Hub

/// Reads a document as a view model, follows a path through it that is made of the bytes after it, and explains both.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let data = Data(input.document)
  var builder = HubViewModelBuilder()
  builder.body.edit("before") { $0.title = "Before" }
  let before = builder.build()
  do {
    try builder.addJSON(data)
    checkModel(data)
    try? builder.addJSON(data)
    let merged = builder.build()
    precondition(HubJSONSchema().viewModel(from: merged.json) == merged, "A merged model comes back from its JSON.")
  } catch {
    precondition(builder.build() == before, "A document that is refused leaves no trace.")
    precondition(!error.description.isEmpty, "The error has a text.")
  }
  if let document = try? JSONValue(parsing: data) { followPath(through: document, &input.choices) }
  return 0
}

private func checkModel(_ data: Data) {
  guard let model = try? HubViewModel(parsing: data), let document = try? JSONValue(parsing: data) else {
    preconditionFailure("What a builder takes makes a model.")
  }
  let json = model.json
  precondition(HubJSONSchema().viewModel(from: json) == model, "A model comes back from its JSON.")
  let text = Data(JSONValue.object(json).jsonText.utf8)
  guard let back = try? HubViewModel(parsing: text) else { preconditionFailure("What was written can be read.") }
  precondition(back == model && back.json == json, "What was written is read as the same model.")
  let explanation = HubJSONSchema().explanation(of: document)
  precondition(!explanation.description.isEmpty, "There is an explanation.")
  let named = explanation.properties.first { $0.name == "identifier" }?.path.hasValues ?? false
  precondition(named == (model.identifier != nil), "The explanation is about the model.")
  let body = explanation.parts.count { $0.subject.hasPrefix("body") }
  precondition(body >= model.bodyComponentModels.count, "Every component is explained.")
  for component in model.bodyComponentModels {
    precondition(model.componentModel(at: component.indexPath, of: .body) == component, "A component is where it says.")
  }
}

private func followPath(through document: JSONValue, _ choices: inout Choices) {
  var names = ["body", "title"]
  collectNames(in: document, &names)
  var combinations = 0
  let path = makePath(names, &combinations, depth: 0, &choices)
  switch choices.number(below: 6) {
  case 0: check(path, document)
  case 1: check(path.boolPath, document)
  case 2: check(path.integerPath, document)
  case 3: check(path.stringPath, document)
  case 4: check(path.urlPath, document)
  default: check(path.dictionaryPath, document)
  }
}

private func makePath(
  _ names: [String], _ combinations: inout Int, depth: Int, _ choices: inout Choices
) -> HubJSONPath<JSONValue> {
  var path = HubJSONPath()
  for _ in 0..<12 where choices.areLeft {
    switch choices.number(below: 8) {
    case 0, 1, 2: path = path.member(choices.one(of: names))
    case 3, 4: path = path.elements
    case 5: path = path.compactMap(named: "first") { $0[0] }
    case 6: path = path.stringPath.untyped
    default:
      guard combinations < 4, depth < 3 else { continue }
      combinations += 1
      path = path.combined(with: makePath(names, &combinations, depth: depth + 1, &choices))
    }
    if choices.number(below: 8) == 0 { break }
  }
  return path
}

private func check<Value: HubJSONPathValue & Equatable>(_ path: HubJSONPath<Value>, _ document: JSONValue) {
  let values = path.values(startingAt: document)
  let explanation = path.explanation(of: document)
  precondition(explanation.found.count == values.count, "The explanation tells of all values.")
  precondition(explanation.hasValues != values.isEmpty, "The explanation agrees with the path.")
  precondition(values.isEmpty != explanation.failures.isEmpty, "A path that gives nothing says why.")
  precondition(path.first(startingAt: document) == values.first, "The first value is the first of all.")
  precondition(!explanation.description.isEmpty && !path.description.isEmpty, "Both have a text.")
}

/// The names that a path could go to; a few are enough.
private func collectNames(in value: JSONValue, _ names: inout [String]) {
  var waiting = [value]
  while let value = waiting.popLast(), names.count < 40 {
    switch value {
    case .array(let elements): waiting += elements
    case .object(let members):
      names += members.names
      waiting += members.values
    default: break
    }
  }
}
