import FlowJSON
import FlowScreens
import Foundation
import Nimbus
import TestSupport
import Testing

@Suite("@Event and @StatefulEvent")
struct EventTests {
  private struct Button: ViewDecodable {
    @Event var onPress: () -> Void

    func render(_ context: ComponentContext) -> ScreenLayout {
      .element(.button(context.id, label: "", press: onPress))
    }
  }

  private struct Input<Value>: Decodable {
    @StatefulEvent var onChange: (Value) -> Void
  }

  private func node(_ properties: NimbusValue?) -> ServerDrivenNode {
    ServerDrivenNode(id: "1", component: "button", properties: properties)
  }

  @Test(
    "NB-10: An event that is absent, null or empty does nothing",
    arguments: [nil, .object([:]), ["onPress": nil], ["onPress": []]] as [JSONValue?])
  func nothing(properties: JSONValue?) throws {
    try NimbusDecoder.decode(Button.self, from: node(properties.map(NimbusValue.json))).onPress()
  }

  @Test("NB-10: A value that is not an event fails to decode as one")
  func oops() throws {
    let error = #expect(throws: DecodingError.self) {
      try NimbusDecoder.decode(Button.self, from: node(.json(["onPress": "oops"])))
    }
    #expect(error?.outcome == "mismatch Event at onPress")
    #expect(error?.message == "Expected Event, found the string \"oops\".")
  }

  @Test("Each call runs the event, also the call of a copy")
  func runs() throws {
    let probe = EventProbe()
    let button = try NimbusDecoder.decode(Button.self, from: node(.object(["onPress": .event(probe.event())])))
    button.onPress()
    let copy = button
    copy.onPress()
    #expect(probe.values == [nil, nil])
  }

  @Test("A value of any encodable type reaches the event as JSON")
  func values() throws {
    let probe = EventProbe()
    let value = NimbusValue.object(["onChange": .event(probe.event("onChange"))])
    try NimbusDecoder.decode(Input<String>.self, from: value).onChange("hi")
    try NimbusDecoder.decode(Input<Int>.self, from: value).onChange(3)
    try NimbusDecoder.decode(Input<Double>.self, from: value).onChange(1)
    try NimbusDecoder.decode(Input<Bool>.self, from: value).onChange(true)
    try NimbusDecoder.decode(Input<[String]>.self, from: value).onChange(["a"])
    try NimbusDecoder.decode(Input<[String: Int?]>.self, from: value).onChange(["a": 1])
    try NimbusDecoder.decode(Input<JSONValue>.self, from: value).onChange([nil])
    try NimbusDecoder.decode(Input<Int?>.self, from: value).onChange(nil)
    #expect(probe.values == ["hi", 3, 1.0, true, ["a"], ["a": 1], [nil], .null])
  }

  @Test("A value of a type that is not encodable reaches the event if it has a JSON form")
  func untypedValues() throws {
    let probe = EventProbe()
    let value = NimbusValue.object(["onChange": .event(probe.event("onChange"))])
    try NimbusDecoder.decode(Input<Any>.self, from: value).onChange(3)
    try NimbusDecoder.decode(Input<[String: Any]>.self, from: value).onChange(["a": [1, "b"] as [Any]])
    try NimbusDecoder.decode(Input<Any?>.self, from: value).onChange(nil)
    try NimbusDecoder.decode(Input<Void>.self, from: value).onChange(())
    #expect(probe.values == [3, ["a": [1, "b"]], .null, .null])
  }

  @Test("A value without a JSON form counts as null and is logged")
  func formlessValue() throws {
    let probe = EventProbe()
    let log = LogBook()
    let input = try NimbusDecoder.decode(
      Input<() -> Void>.self, from: .object(["onChange": .event(probe.event("onChange"))]),
      userInfo: [.nimbusLogger: log])
    input.onChange {}
    #expect(probe.values == [.null])
    #expect(
      log.entries == [
        "error: The value for the event \"onChange\" could not be encoded and counts as null: "
          + "EncodingError.invalidValue: (Function) (() -> ()). Debug description: "
          + "Expected a value that converts to JSON, found () -> ()."
      ])
  }

  private struct Refusing: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "No."))
    }
  }

  @Test("A value that fails to encode counts as null and is logged")
  func unencodable() throws {
    let probe = EventProbe()
    let log = LogBook()
    let input = try NimbusDecoder.decode(
      Input<Refusing>.self, from: .object(["onChange": .event(probe.event("onChange"))]),
      userInfo: [.nimbusLogger: log])
    input.onChange(Refusing())
    #expect(probe.values == [.null])
    #expect(log.entries.count == 1)
    let told = "error: The value for the event \"onChange\" could not be encoded and counts as null: "
    #expect(log.entries[0].hasPrefix(told))
  }

  @Test("Foundation's numbers, Booleans and nulls keep their kind")
  func foundation() throws {
    let text =
      #"{"a": [1, 1.5], "d": 1.0, "f": false, "n": null, "one": 1, "t": true, "u": 18446744073709551615, "z": 0}"#
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let probe = EventProbe()
    let input = try NimbusDecoder.decode(
      Input<[String: Any]>.self, from: .object(["onChange": .event(probe.event("onChange"))]))
    input.onChange(object)
    input.onChange(["a": NSNumber(value: 1), "b": NSNumber(value: 0.0), "c": NSNumber(value: true), "d": NSNull()])
    #expect(probe.values.first == .some(try JSONValue(parsing: text)))
    #expect(probe.values.last == ["a": 1, "b": 0.0, "c": true, "d": nil])
  }

  private struct ByHand: Decodable {
    var press: () -> Void
    var change: (Int) -> Void
    var optional: Event?

    enum CodingKeys: CodingKey {
      case press, change, optional, wrapped
    }

    struct Single: Decodable {
      let run: () -> Void
      let change: (Int) -> Void

      init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        run = try single.decode(Event.self).wrappedValue
        change = try single.decode(StatefulEvent<Int>.self).wrappedValue
      }
    }

    var single: Single?

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: CodingKeys.self)
      press = try members.decode(Event.self, forKey: .press).wrappedValue
      change = try members.decode(StatefulEvent<Int>.self, forKey: .change).wrappedValue
      optional = try members.decodeIfPresent(Event.self, forKey: .optional)
      single = try members.decodeIfPresent(Single.self, forKey: .wrapped)
    }
  }

  private struct OptionalEvent: Decodable {
    var onPress: Event?
  }

  @Test("Events can be decoded by hand from keyed and single-value containers")
  func byHand() throws {
    let probe = EventProbe()
    let event = NimbusValue.event(probe.event())
    let none = try NimbusDecoder.decode(ByHand.self, from: [:] as JSONObject)
    none.press()
    none.change(1)
    #expect(none.optional == nil && none.single == nil)
    let all = try NimbusDecoder.decode(
      ByHand.self, from: .object(["press": event, "change": event, "optional": event, "wrapped": event]))
    all.press()
    all.change(1)
    all.optional?.wrappedValue()
    all.single?.run()
    all.single?.change(2)
    #expect(probe.values == [nil, 1, nil, nil, 2])
  }

  @Test("An optional event is nil if it is absent or null")
  func optional() throws {
    let probe = EventProbe()
    #expect(try NimbusDecoder.decode(OptionalEvent.self, from: [:] as JSONObject).onPress == nil)
    #expect(try NimbusDecoder.decode(OptionalEvent.self, from: ["onPress": nil] as JSONObject).onPress == nil)
    try NimbusDecoder.decode(OptionalEvent.self, from: .object(["onPress": .event(probe.event())])).onPress?
      .wrappedValue()
    #expect(probe.count == 1)
  }

  @Test("Decoding an event with another decoder throws an error")
  func foreign() throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([String: Button].self, from: Data(#"{"a": {"onPress": []}}"#.utf8))
    }
    #expect(error?.outcome == "corrupted at a.onPress")
    #expect(error?.message == "An event is only available through the Nimbus decoder.")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Input<Int>.self, from: Data("{}".utf8)) }
  }
}
