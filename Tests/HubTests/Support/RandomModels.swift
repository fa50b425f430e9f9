import FlowJSON
import FlowStateTesting

/// Random documents from a seed: valid ones and damaged ones.
struct RandomDocuments {
  private var generator: SeededGenerator
  private var number = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  private mutating func text() -> JSONValue {
    let texts = ["", "a", "é", "null", "a:b", "\u{1F600}", "two words", "\"quoted\""]
    return .string(texts.randomElement(using: &generator) ?? "")
  }

  private mutating func identifier() -> JSONValue {
    number += 1
    return .string("id\(number)")
  }

  /// Any JSON, a few levels deep.
  mutating func anything(_ levels: Int = 3) -> JSONValue {
    switch Int.random(in: 0..<(levels > 0 ? 8 : 6), using: &generator) {
    case 0: return nil
    case 1: return .bool(chance(50))
    case 2: return .integer(Int64.random(in: -5...5, using: &generator))
    case 3: return .number(Double(Int.random(in: -9...9, using: &generator)) / 4)
    case 4, 5: return text()
    case 6: return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in anything(levels - 1) })
    default: return .object(dictionary(levels - 1))
    }
  }

  private mutating func dictionary(_ levels: Int = 2) -> JSONObject {
    JSONObject((0..<Int.random(in: 0...3, using: &generator)).map { ("k\($0)", anything(levels)) })
  }

  private mutating func member(_ name: String, of object: inout JSONObject, _ value: JSONValue?) {
    if let value, chance(50) { object[name] = value }
  }

  private mutating func image() -> JSONObject {
    var image: JSONObject = ["uri": "https://example.org/a.png"]
    member("placeholder", of: &image, text())
    member("local", of: &image, text())
    member("custom", of: &image, .object(dictionary()))
    return image
  }

  private mutating func target(_ levels: Int) -> JSONObject {
    var target = JSONObject()
    member("uri", of: &target, "spotify:hub:x")
    member("actions", of: &target, ["n:a", "n:b"])
    member("custom", of: &target, .object(dictionary()))
    if levels > 0 { member("view", of: &target, .object(view(levels - 1))) }
    return target
  }

  private mutating func component(_ levels: Int) -> JSONObject {
    var component: JSONObject = ["id": identifier(), "component": ["id": "ns:name", "category": text()]]
    member("group", of: &component, text())
    var texts = JSONObject()
    for name in ["title", "subtitle", "accessory", "description"] { member(name, of: &texts, text()) }
    if !texts.isEmpty { component["text"] = .object(texts) }
    var images = JSONObject()
    member("icon", of: &images, text())
    member("main", of: &images, .object(image()))
    member("background", of: &images, .object(image()))
    member("custom", of: &images, ["one": .object(image()), "two": .object(image())])
    if !images.isEmpty { component["images"] = .object(images) }
    member("target", of: &component, .object(target(levels)))
    for name in ["metadata", "logging", "custom"] { member(name, of: &component, .object(dictionary())) }
    if levels > 0 { member("children", of: &component, components(levels - 1)) }
    return component
  }

  private mutating func components(_ levels: Int) -> JSONValue {
    .array((0..<Int.random(in: 1...3, using: &generator)).map { _ in .object(component(levels)) })
  }

  /// A view that uses only keys of the default schema, with values of the right type.
  mutating func view(_ levels: Int = 1) -> JSONObject {
    var view = JSONObject()
    member("id", of: &view, text())
    member("title", of: &view, text())
    member("header", of: &view, .object(component(levels)))
    member("body", of: &view, components(levels))
    member("overlays", of: &view, components(levels))
    member("custom", of: &view, .object(dictionary()))
    return view
  }

  /// A copy of a value with some parts replaced or removed.
  mutating func damaged(_ value: JSONValue) -> JSONValue {
    if chance(6) { return anything() }
    switch value {
    case .array(let elements): return .array(elements.map { damaged($0) })
    case .object(let members):
      return .object(JSONObject(members.compactMap { chance(5) ? nil : ($0.name, damaged($0.value)) }))
    default: return value
    }
  }
}
