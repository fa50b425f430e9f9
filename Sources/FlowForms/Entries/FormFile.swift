/// A file that a person has given: a reference to bytes in a store of files.
///
/// ```swift
/// let photo = try folder.keep(bytes, name: "passport.jpg", mediaType: "image/jpeg")
/// entry["photo"] = .file(photo)
/// ```
///
/// Entries, values and durable runs hold the reference. ``FileFolder`` keeps the bytes.
public struct FormFile: Codable, Sendable, Hashable {
  /// The name that the person's device gave.
  public let name: String
  /// The media type that the person's device gave, such as `image/png`. The bytes can be of another type.
  public let mediaType: String
  /// The number of bytes.
  public let size: Int
  /// The SHA-256 digest of the bytes, in 64 hexadecimal digits.
  public let digest: String

  /// Creates a reference, for stores of files.
  ///
  /// - Parameters:
  ///   - name: The name that the person's device gave.
  ///   - mediaType: The media type, such as `image/png`.
  ///   - size: The number of bytes.
  ///   - digest: The SHA-256 digest of the bytes, in hexadecimal digits.
  public init(name: String, mediaType: String, size: Int, digest: String) {
    self.name = name
    self.mediaType = mediaType
    self.size = size
    self.digest = digest
  }
}
