/// The members of a JSON object.
///
/// ```swift
/// var object: JSONObject = ["b": 1, "a": 2]
/// object["c"] = true
/// for (name, value) in object { … }   // b, a, c: the order in which they came
/// object == ["a": 2, "c": true, "b": 1]  // true: the order does not count
/// ```
///
/// Names are unique: a member that is set again keeps its place and takes the new value.
public struct JSONObject: Sendable {
  private var members: [(name: String, value: JSONValue)]
  /// Where each name stands; nil as long as there are so few that looking through them is faster.
  private var places: [String: Int]?

  /// Up to so many members are found by looking through them.
  static let fewMembers = 16

  /// Makes an object without members.
  public init() {
    members = []
  }

  /// Makes an object of members. Of those with equal names the last value wins.
  ///
  /// - Parameter members: Names and values.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    self.members.reserveCapacity(members.underestimatedCount)
    for (name, value) in members { self[name] = value }
  }

  /// Makes an object of what a reader found.
  ///
  /// - Parameter mayRepeat: Whether names may be equal; when in doubt true.
  init(_ members: [(name: String, value: JSONValue)], mayRepeat: Bool) {
    guard mayRepeat || members.count > Self.fewMembers else {
      self.members = members
      return
    }
    self.members = []
    self.members.reserveCapacity(members.count)
    for (name, value) in members { self[name] = value }
  }

  /// The value of a member. Setting nil removes the member; the others keep their order.
  public subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?):
        members.append((name, value))
        if places != nil { places?[name] = members.count - 1 } else { indexIfMany() }
      case (let place?, nil):
        members.remove(at: place)
        places = nil
        indexIfMany()
      case (nil, nil): break
      }
    }
  }

  private func place(of name: String) -> Int? {
    if let places { return places[name] }
    return members.firstIndex { $0.name == name }
  }

  private mutating func indexIfMany() {
    guard members.count > Self.fewMembers else { return }
    places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.name, $0) })
  }

  /// The names in the order in which they came.
  public var names: [String] { members.map(\.name) }

  /// This object with another's members added; the other's win, and new ones come last.
  ///
  /// - Parameter other: The members to add. Values that are objects are replaced, not merged.
  public func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    for (name, value) in other { result[name] = value }
    return result
  }
}

extension JSONObject: RandomAccessCollection {
  /// The place of the first member.
  public var startIndex: Int { 0 }
  /// The place after the last member.
  public var endIndex: Int { members.count }
  /// The member at a place, in the order in which they came.
  public subscript(position: Int) -> (name: String, value: JSONValue) { members[position] }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
  }

  /// Feeds the members, in an order of its own.
  public func hash(into hasher: inout Hasher) {
    for (name, value) in members.sorted(by: { $0.name < $1.name }) {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object. Of members with equal names the last one wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
