public import FlowJSON

extension FlowDocument {
  /// The JSON Schema (2020-12) of flow documents, for editors.
  ///
  /// It checks what can be seen without the rest of the document. Reading a document also checks its routes, expressions and values.
  ///
  /// ```swift
  /// print(FlowDocument.schema.text(.pretty))
  /// ```
  public static let schema: JSONValue = Vocabulary.schema
}

extension Vocabulary {
  /// The JSON Schema of documents.
  static var schema: JSONValue {
    var definitions = JSONObject()
    for object in all { definitions[object.key] = schema(of: object) }
    definitions["step"] = ["oneOf": .array(steps.map { reference(to: $0.key) })]
    definitions["field"] = ["oneOf": .array(fields.map { reference(to: $0.object.key) })]
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Flow document",
      "$ref": .string("#/$defs/\(document.key)"), "$defs": .object(definitions),
    ]
  }

  private static func schema(of object: Object) -> JSONValue {
    var properties = JSONObject()
    for member in object.members {
      guard case .object(var schema) = schema(of: member.value) else { continue }
      schema["description"] = .string(member.meaning)
      properties[member.name] = .object(schema)
    }
    let required = object.members.filter(\.isRequired).map { JSONValue.string($0.name) }
    var schema: JSONObject = [
      "type": "object", "description": .string(object.meaning), "properties": .object(properties),
    ]
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["additionalProperties"] = false
    return .object(schema)
  }

  private static func schema(of value: Value) -> JSONValue {
    switch value {
    case .text(let limit): ["type": "string", "maxLength": .integer(Int64(limit))]
    case .speech(let limit):
      [
        "oneOf": [
          schema(of: .text(upTo: limit)),
          [
            "type": "object", "propertyNames": schema(of: .language),
            "additionalProperties": schema(of: .text(upTo: limit)), "minProperties": 1,
            "maxProperties": .integer(Int64(DocumentLimits.languages)),
          ],
        ]
      ]
    case .language: pattern("^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$")
    case .name: pattern("^(?!(true|false|null)$)[A-Za-z][A-Za-z0-9_]{0,\(DocumentLimits.name - 1)}$")
    case .title: pattern("^[A-Za-z][A-Za-z0-9_. -]{0,\(DocumentLimits.name - 1)}$")
    case .bool: ["type": "boolean"]
    case .integer(let range):
      ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    case .number: ["type": "number"]
    case .duration:
      pattern("^(?=[0-9]{1,6}[a-z])0*[1-9][0-9]*(\(DocumentText.durationUnits.map(\.suffix).joined(separator: "|")))$")
    case .date: pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    case .word(let words): ["enum": .array(words.map { .string($0) })]
    case .condition:
      pattern("^(\(DocumentText.endings.joined(separator: "|"))|@[{][\\s\\S]*[}])$")
    case .template: [:]
    case .states: ["type": "object", "propertyNames": schema(of: .name)]
    case .screen(let system): ["oneOf": .array(documents(of: system) + [reference(to: address.key)])]
    case .list(let element, let lower, let upper, _):
      [
        "type": "array", "items": schema(of: element), "minItems": .integer(Int64(lower)),
        "maxItems": .integer(Int64(upper)),
      ]
    case .map(let member, let lower, let upper, _):
      [
        "type": "object", "propertyNames": schema(of: .title), "additionalProperties": schema(of: member),
        "minProperties": .integer(Int64(lower)), "maxProperties": .integer(Int64(upper)),
      ]
    case .object(let object): reference(to: object.key)
    case .anyStep: ["$ref": "#/$defs/step"]
    case .anyField: ["$ref": "#/$defs/field"]
    case .option(let object): ["oneOf": [["type": "string", "maxLength": 200], reference(to: object.key)]]
    }
  }

  /// The documents of a system, as far as their roots show.
  private static func documents(of system: ScreenSystem) -> [JSONValue] {
    let noAddress: JSONValue = ["required": ["url"]]
    switch system {
    case .stepkit: return [["type": "array"]]
    case .nimbus: return [["type": "object", "required": ["_:component"], "not": noAddress]]
    case .hub: return [["type": "array"], ["type": "object", "not": noAddress]]
    }
  }

  private static func pattern(_ text: String) -> JSONValue { ["type": "string", "pattern": .string(text)] }

  private static func reference(to key: String) -> JSONValue { ["$ref": .string("#/$defs/\(key)")] }
}

extension Vocabulary.Object {
  /// The name of the object in the schema.
  var key: String { name.replacing(" ", with: "-") }
}
