public import FlowJSON
public import Foundation

/// A builder that merges any number of JSON documents.
///
/// ```swift
/// var builder = HubViewModelBuilder()
/// try builder.addJSON(Data(#"{"title": "Food"}"#.utf8))
/// builder.addJSON(["body": [["id": "soup"]]])
/// ```
///
/// Each document is merged into the current state. A later document replaces single values, and merges dictionaries
/// member by member. A component with a known identifier is merged in place. Other components are appended. A document
/// never removes anything.
public protocol HubJSONBuilder: Sendable {
  /// Adds a JSON object. Values that cannot be read are ignored.
  mutating func addJSON(_ object: JSONObject)

  /// Adds a JSON document.
  ///
  /// - Throws: ``HubJSONError`` if the root of the document has the wrong type. The builder is then unchanged.
  mutating func addJSON(document: JSONValue) throws(HubJSONError)
}

extension HubJSONBuilder {
  /// Adds a JSON document, whose root must be an object.
  ///
  /// - Parameter document: The document.
  /// - Throws: ``HubJSONError`` if the root is not an object. The builder is then unchanged.
  public mutating func addJSON(document: JSONValue) throws(HubJSONError) {
    guard case .object(let object) = document else {
      throw .wrongRoot(expected: .object, found: document.foundText)
    }
    addJSON(object)
  }

  /// Adds a JSON document from data.
  ///
  /// - Parameter data: The document as JSON in UTF-8.
  /// - Throws: ``HubJSONError`` if the data is empty or not JSON, or if its root has the wrong type. The builder is
  ///   then unchanged.
  public mutating func addJSON(_ data: Data) throws(HubJSONError) {
    guard !data.isEmpty else { throw .emptyData }
    let document: JSONValue
    do {
      document = try JSONValue(parsing: data)
    } catch {
      throw .invalidJSON(error)
    }
    try addJSON(document: document)
  }
}
