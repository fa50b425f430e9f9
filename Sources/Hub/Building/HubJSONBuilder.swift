public import FlowJSON
public import Foundation

/// What all builders have in common: any number of JSON documents can be added to them, each on top of what is there.
///
/// ```swift
/// var builder = HubViewModelBuilder()
/// try builder.addJSON(Data(#"{"title": "Food"}"#.utf8))
/// builder.addJSON(["body": [["id": "soup"]]])
/// ```
///
/// Single values are replaced by a later document that has them, dictionaries are merged member by member, components
/// with the same identifier are merged where they stand, others are appended. Nothing is ever removed by a document.
public protocol HubJSONBuilder: Sendable {
  /// Adds an object. What cannot be read from it is ignored, as if it were absent.
  mutating func addJSON(_ object: JSONObject)

  /// Adds a document.
  ///
  /// - Throws: A ``HubJSONError`` if the document is of the wrong kind; the builder stays as it was.
  mutating func addJSON(document: JSONValue) throws(HubJSONError)
}

extension HubJSONBuilder {
  /// Adds a document, which has to be an object.
  ///
  /// - Parameter document: What the server sent.
  /// - Throws: A ``HubJSONError`` if the document is no object; the builder stays as it was.
  public mutating func addJSON(document: JSONValue) throws(HubJSONError) {
    guard case .object(let object) = document else {
      throw .wrongRoot(expected: .object, found: document.foundText)
    }
    addJSON(object)
  }

  /// Adds a document as it came.
  ///
  /// - Parameter data: What the server sent: JSON in UTF-8.
  /// - Throws: A ``HubJSONError`` if the data is empty, not JSON or of the wrong kind; the builder stays as it was.
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
