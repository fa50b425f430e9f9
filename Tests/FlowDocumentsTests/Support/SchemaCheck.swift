import FlowJSON
import Foundation

/// Checks values against the part of JSON Schema that the schema of documents uses.
struct SchemaCheck {
  private let root: JSONValue

  init(_ root: JSONValue) { self.root = root }

  func accepts(_ value: JSONValue) -> Bool { accepts(value, root) }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    guard case .object(let keywords) = schema else { return false }
    return keywords.allSatisfy { keyword, rule in accepts(value, keyword, rule, keywords) }
  }

  private func accepts(_ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ all: JSONObject) -> Bool {
    switch (keyword, rule, value) {
    case ("$schema", _, _), ("title", _, _), ("description", _, _), ("$defs", _, _): return true
    case ("$ref", .string(let text), _):
      let name = text.replacing("#/$defs/", with: "")
      return root["$defs"]?[name].map { accepts(value, $0) } ?? false
    case ("type", .string(let type), _):
      switch type {
      case "integer": return value.kind == .integer
      case "number": return value.kind == .integer || value.kind == .number
      case "boolean": return value.kind == .bool
      case "string": return value.kind == .string
      case "array": return value.kind == .array
      default: return value.kind == .object
      }
    case ("not", _, _): return !accepts(value, rule)
    case ("enum", .array(let values), _): return values.contains(value)
    case ("oneOf", .array(let schemas), _): return schemas.filter { accepts(value, $0) }.count == 1
    case ("pattern", .string(let pattern), .string(let text)):
      return text.range(of: pattern, options: .regularExpression) != nil
    case ("maxLength", .integer(let limit), .string(let text)): return text.utf8.count <= limit
    case ("minimum", .integer(let limit), .integer(let number)): return number >= limit
    case ("maximum", .integer(let limit), .integer(let number)): return number <= limit
    case ("items", _, .array(let elements)): return elements.allSatisfy { accepts($0, rule) }
    case ("minItems", .integer(let limit), .array(let elements)): return elements.count >= limit
    case ("maxItems", .integer(let limit), .array(let elements)): return elements.count <= limit
    case ("minProperties", .integer(let limit), .object(let members)): return members.count >= limit
    case ("maxProperties", .integer(let limit), .object(let members)): return members.count <= limit
    case ("required", .array(let names), .object(let members)):
      return names.allSatisfy { if case .string(let name) = $0 { members[name] != nil } else { false } }
    case ("properties", .object(let schemas), .object(let members)):
      return members.allSatisfy { name, value in schemas[name].map { accepts(value, $0) } ?? true }
    case ("additionalProperties", _, .object(let members)):
      return members.allSatisfy { name, value in
        if all["properties"]?[name] != nil { return true }
        return rule == false ? false : accepts(value, rule)
      }
    case ("propertyNames", _, .object(let members)): return members.names.allSatisfy { accepts(.string($0), rule) }
    case ("pattern", _, _), ("maxLength", _, _), ("minimum", _, _), ("maximum", _, _), ("items", _, _),
      ("minItems", _, _), ("maxItems", _, _), ("minProperties", _, _), ("maxProperties", _, _), ("required", _, _),
      ("properties", _, _), ("additionalProperties", _, _), ("propertyNames", _, _):
      // The rule is one for another type.
      return true
    default: return false
    }
  }
}
