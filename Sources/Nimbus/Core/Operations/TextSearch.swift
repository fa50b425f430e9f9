/// Searches for a text inside another one in linear time.
struct TextSearch {
  private let part: [Character]
  /// For each position of the part, the length of the longest proper prefix that ends there.
  private let borders: [Int]

  init(_ part: String) {
    let part = Array(part)
    var borders = [Int](repeating: 0, count: part.count)
    var length = 0
    for place in part.indices.dropFirst() {
      while length > 0, part[place] != part[length] { length = borders[length - 1] }
      if part[place] == part[length] { length += 1 }
      borders[place] = length
    }
    self.part = part
    self.borders = borders
  }

  /// Returns whether the text contains the part.
  func isFound(in text: String) -> Bool {
    guard !part.isEmpty else { return true }
    var length = 0
    for character in text {
      while length > 0, character != part[length] { length = borders[length - 1] }
      if character == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }
}
