/// The members of a JSON object.
///
/// ```swift
/// var object: JSONObject = ["b": 1, "a": 2]
/// object["c"] = true
/// for (name, value) in object { print(name, value) }  // b, a, c: the order in which they came
/// object == ["a": 2, "c": true, "b": 1]  // true: the order does not count
/// ```
///
/// Names are unique, compared as Swift compares strings: a member that is set again keeps its place and takes the new value.
/// Finding a member takes the same time in a large object as in a small one.
public struct JSONObject: Sendable {
  /// A name and its value. As a struct, which is released faster than a tuple.
  struct Member: Sendable {
    let name: String
    var value: JSONValue
  }

  private(set) var members: [Member]
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
    reserveCapacity(members.underestimatedCount)
    for (name, value) in members { self[name] = value }
  }

  /// Makes an object of what a reader found.
  ///
  /// - Parameters:
  ///   - members: Names and values.
  ///   - mayRepeat: Whether names may be equal; when in doubt true.
  init(_ members: [Member], mayRepeat: Bool) {
    guard mayRepeat || members.count > Self.fewMembers else {
      self.members = members
      return
    }
    self.members = []
    reserveCapacity(members.count)
    for member in members { self[member.name] = member.value }
  }

  /// The value of a member. Setting nil removes the member; the others keep their order.
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

  /// The value of a member, or another where there is none. Setting it adds the member.
  public subscript(name: String, default value: @autoclosure () -> JSONValue) -> JSONValue {
    get { self[name] ?? value() }
    set { self[name] = newValue }
  }

  /// Where a member stands; nil when there is none of that name.
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

  /// Makes room for members to come.
  ///
  /// - Parameter count: How many members there will be in all.
  public mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  /// Removes the members that a test picks; the others keep their order.
  ///
  /// - Parameter shouldBeRemoved: Whether to remove a member.
  public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    try members.removeAll { try shouldBeRemoved(($0.name, $0.value)) }
    indexAgain()
  }
}

extension JSONObject: RandomAccessCollection {
  /// The place of the first member.
  public var startIndex: Int { 0 }
  /// The place after the last member.
  public var endIndex: Int { members.count }
  /// The member at a place, in the order in which they came.
  public subscript(position: Int) -> (name: String, value: JSONValue) {
    let member = members[position]
    return (member.name, member.value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object. Of members with equal names the last one wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as compact JSON with sorted names.
  public var description: String { JSONValue.object(self).jsonText }
}
