/// The members of a JSON object.
///
/// ```swift
/// var object: JSONObject = ["b": 1, "a": 2]
/// object["c"] = true
/// for (name, value) in object { print(name, value) }  // b, a, c: in insertion order
/// object == ["a": 2, "c": true, "b": 1]  // true: the order doesn't matter
/// ```
///
/// Names are unique and are compared as Swift compares strings: names that are equal under Unicode normalization are
/// the same name. Setting a member again replaces its value and keeps its position. Looking up a member takes constant
/// time on average.
public struct JSONObject: Sendable {
  /// A name and its value. Swift releases a struct faster than a tuple.
  struct Member: Sendable {
    let name: String
    var value: JSONValue
  }

  private(set) var members: [Member]
  /// The position of each name, or `nil` while the object is small enough for a linear search.
  private var places: [String: Int]?

  /// The maximum number of members for a linear search.
  static let fewMembers = 16

  /// Creates an empty object.
  public init() {
    members = []
  }

  /// Creates an object from names and values. If a name repeats, the last value wins.
  ///
  /// - Parameter members: The names and values.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.init()
    reserveCapacity(members.underestimatedCount)
    for (name, value) in members { self[name] = value }
  }

  /// Creates an object from the members that the reader found.
  ///
  /// - Parameters:
  ///   - members: The names and values.
  ///   - mayRepeat: Whether a name may occur twice. Pass `true` if that isn't known.
  init(_ members: [Member], mayRepeat: Bool) {
    guard mayRepeat || members.count > Self.fewMembers else {
      self.members = members
      return
    }
    self.members = []
    reserveCapacity(members.count)
    for member in members { self[member.name] = member.value }
  }

  /// Accesses the value of a member. Setting `nil` removes the member. The other members keep their order.
  public subscript(name: String) -> JSONValue? {
    get { place(of: name).map { members[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): members[place].value = value
      case (nil, let value?): append(Member(name: name, value: value))
      case (let place?, nil):
        members.remove(at: place)
        indexAgain()
      case (nil, nil): break
      }
    }
  }

  /// Accesses the value of a member, or a default value if there is none. Setting the value adds the member.
  public subscript(name: String, default value: @autoclosure () -> JSONValue) -> JSONValue {
    get { self[name] ?? value() }
    set { self[name] = newValue }
  }

  /// Returns the position of a member, or `nil` if there is no such member.
  func place(of name: String) -> Int? {
    if let places { return places[name] }
    return members.firstIndex { $0.name == name }
  }

  private mutating func append(_ member: Member) {
    members.append(member)
    if places != nil {
      places?[member.name] = members.count - 1
    } else if members.count > Self.fewMembers {
      indexAgain()
    }
  }

  private mutating func indexAgain() {
    places = nil
    guard members.count > Self.fewMembers else { return }
    var places: [String: Int] = [:]
    places.reserveCapacity(members.capacity)
    for (place, member) in members.enumerated() { places[member.name] = place }
    self.places = places
  }

  /// Reserves space for a number of members.
  ///
  /// - Parameter count: The total number of members.
  public mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  /// Removes the members that satisfy a predicate. The other members keep their order.
  ///
  /// - Parameter shouldBeRemoved: A closure that returns `true` for a member to remove.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try members.removeAll { try shouldBeRemoved(($0.name, $0.value)) }
    indexAgain()
  }
}

extension JSONObject: RandomAccessCollection {
  /// The position of the first member.
  public var startIndex: Int { 0 }
  /// The position after the last member.
  public var endIndex: Int { members.count }
  /// Accesses the member at a position.
  public subscript(position: Int) -> (name: String, value: JSONValue) {
    let member = members[position]
    return (member.name, member.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object. If a name repeats, the last value wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as compact JSON with sorted names.
  public var description: String { JSONValue.object(self).jsonText }
}
