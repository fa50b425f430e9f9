/// The pages of a stack, to restore them in another process.
///
/// ```swift
/// enum Page: String, Codable { case name, email }
///
/// @MainActor func save(_ pages: FlowPages<Page>) throws -> Data {
///   try JSONEncoder().encode(pages.saved)
/// }
///
/// @MainActor func restore(_ data: Data) throws -> FlowPages<Page> {
///   FlowPages(restoring: try JSONDecoder().decode(SavedPages.self, from: data))
/// }
/// ```
public struct SavedPages<Page: Hashable & Sendable>: Sendable, Hashable {
  /// A page and the name of its step.
  struct Place: Sendable, Hashable {
    let page: Page
    let step: String
  }

  let places: [Place]

  /// The pages, the first one at the bottom.
  public var pages: [Page] { places.map(\.page) }

  init(_ places: [Place]) {
    self.places = places
  }
}

extension SavedPages.Place: Encodable where Page: Encodable {}
extension SavedPages.Place: Decodable where Page: Decodable {}
extension SavedPages: Encodable where Page: Encodable {}
extension SavedPages: Decodable where Page: Decodable {}
