/// The addresses of links and images that a page may have.
enum SafeAddress {
  /// Returns the address of a link; nil unless it is one of the web.
  static func link(_ address: String) -> String? {
    let lowercased = address.prefix(8).lowercased()
    guard lowercased.hasPrefix("https://") || lowercased.hasPrefix("http://"), isPlain(address) else { return nil }
    return address
  }

  /// Whether an address has printable ASCII only, and no backslash, which browsers read as a slash.
  static func isPlain(_ address: String) -> Bool {
    address.utf8.count <= 4_096 && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }
}

/// The places from which a page may load images.
struct ImagePlaces: Sendable {
  /// The origins, such as `https://images.example.org`, in lowercase.
  private var origins: [String] = []
  /// The paths of the own server, such as `/pictures/`.
  private var paths: [String] = []

  init(_ places: [String] = []) {
    for place in places {
      if place.hasPrefix("/"), !place.hasPrefix("//"), SafeAddress.isPlain(place) {
        paths.append(place.hasSuffix("/") ? place : place + "/")
      } else if let origin = Self.origin(place) {
        origins.append(origin)
      } else {
        fatalError(
          """
          '\(place)' is no place for images. Name a host, such as 'images.example.org', an origin, such as 'https://images.example.org', \
          or a path of this server, such as '/pictures/'.
          """)
      }
    }
  }

  /// The sources in a content security policy.
  var policy: String {
    let sources = (paths.isEmpty ? [] : ["'self'"]) + origins
    return sources.isEmpty ? "'none'" : sources.joined(separator: " ")
  }

  /// Returns the address of an image; nil if the page may not load it.
  func image(_ address: String) -> String? {
    guard SafeAddress.isPlain(address) else { return nil }
    if address.hasPrefix("/") {
      // A path with dots could lead out of the folder.
      let isInside = paths.contains { address.hasPrefix($0) } && !address.contains("..") && !address.contains("%")
      return isInside ? address : nil
    }
    // The slash after the host is part of the comparison, so that nothing before the path can name another host.
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[1].isEmpty else { return nil }
    let origin = "\(parts[0])//\(parts[2])".lowercased()
    return origins.contains(origin) ? address : nil
  }

  /// Returns the origin of a place; nil if it isn't one. A host without a scheme means `https`.
  private static func origin(_ place: String) -> String? {
    let place = place.lowercased()
    let origin = place.hasPrefix("https://") || place.hasPrefix("http://") ? place : "https://" + place
    let host = origin.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
    guard host.count == 1, let name = host.first, !name.isEmpty else { return nil }
    // A policy ends a source at a space or a semicolon, and a `*` allows any host.
    let isHost = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "-.:[]".utf8.contains(byte)
      }
    }
    return isHost ? origin : nil
  }
}
