import Foundation
import FlowJSON

/// The builders of a list of components, in the order in which they were added: a body, overlays or children.
///
/// ```swift
/// builder.body.edit("soup") { $0.title = "Soup" }  // made at the end, unless it is there
/// builder.body.append { $0.title = "A line without an identifier" }
/// builder.body["soup"]?.title                      // Soup
/// builder.body.remove("soup")
/// ```
///
/// Components without an identifier are given one when they are built: a running number, and never that of a sibling. The
/// same documents give the same identifiers.
///
/// Source: the methods of `HUBViewModelBuilder` and `HUBComponentModelBuilder` that end in `WithIdentifier:`.
public struct HubComponentModelBuilders: Sendable {
  private var builders: [HubComponentModelBuilder] = []
  private var places: [String: Int] = [:]
  private let rules: SchemaRules

  init(_ rules: SchemaRules) {
    self.rules = rules
  }

  /// The builder of a component; nil if there is none.
  ///
  /// - Parameter identifier: What the component is known by.
  public subscript(identifier: String) -> HubComponentModelBuilder? { places[identifier].map { builders[$0] } }

  /// Whether there is a component.
  ///
  /// - Parameter identifier: What the component is known by.
  /// - Returns: Whether it is there.
  public func contains(_ identifier: String) -> Bool { places[identifier] != nil }

  /// The builders of a group, in order; nil if there is no such group.
  ///
  /// - Parameter group: What the group is known by.
  /// - Returns: The builders.
  public func builders(inGroup group: String) -> [HubComponentModelBuilder]? {
    let members = builders.filter { $0.groupIdentifier == group }
    return members.isEmpty ? nil : members
  }

  /// Changes a component, which is made at the end if there is none.
  ///
  /// - Parameters:
  ///   - identifier: What the component is known by.
  ///   - change: Receives the component's builder; called once, before this returns.
  /// - Returns: What `change` returns.
  /// - Throws: What `change` throws.
  public mutating func edit<Result, Failure: Error>(
    _ identifier: String, _ change: (inout HubComponentModelBuilder) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = place(of: identifier)
    return try change(&builders[place])
  }

  /// Appends a component without an identifier.
  ///
  /// - Parameter change: Receives the component's builder; called once, before this returns.
  public mutating func append(_ change: (inout HubComponentModelBuilder) -> Void) {
    builders.append(HubComponentModelBuilder(nil, rules))
    change(&builders[builders.count - 1])
  }

  /// Changes each component, in order, until `change` returns false.
  ///
  /// - Parameter change: Receives each component's builder; says whether it wants more.
  /// - Returns: Whether `change` wanted more to the end.
  @discardableResult
  public mutating func editEach(_ change: (inout HubComponentModelBuilder) -> Bool) -> Bool {
    builders.indices.allSatisfy { change(&builders[$0]) }
  }

  /// Removes a component; one that is not there too.
  ///
  /// - Parameter identifier: What the component is known by.
  public mutating func remove(_ identifier: String) {
    guard let place = places.removeValue(forKey: identifier) else { return }
    builders.remove(at: place)
    for index in place..<builders.count {
      if let identifier = builders[index].identifier { places[identifier] = index }
    }
  }

  /// Removes all components.
  public mutating func removeAll() {
    builders.removeAll()
    places.removeAll()
  }

  /// Adds the objects of components: each to the one that has its identifier, or as a new one.
  mutating func add(_ objects: [JSONObject], depth: Int) {
    for object in objects {
      let start = JSONValue.object(object)
      let place = place(for: start)
      builders[place].add(start, depth: depth)
    }
  }

  /// Where the component of an object stands, which is appended if it is new.
  private mutating func place(for start: JSONValue) -> Int {
    if let identifier = rules.component.identifierPath.first(startingAt: start) { return place(of: identifier) }
    builders.append(HubComponentModelBuilder(nil, rules))
    return builders.count - 1
  }

  private mutating func place(of identifier: String) -> Int {
    if let place = places[identifier] { return place }
    places[identifier] = builders.count
    builders.append(HubComponentModelBuilder(identifier, rules))
    return builders.count - 1
  }

  func build(_ type: HubComponentType, under parent: [Int], at buildDate: Date) -> [HubComponentModel] {
    guard !builders.isEmpty else { return [] }
    let identifiers = builtIdentifiers()
    var components: [HubComponentModel] = []
    for place in order() {
      let indexPath = parent + [components.count]
      components.append(builders[place].build(identifiers[place], type, indexPath: indexPath, at: buildDate))
    }
    return components
  }

  private func order() -> [Int] { PreferredOrder.places(builders.map(\.preferredIndex)) }

  /// The identifiers of all components; those without one get the next number that no sibling uses.
  private func builtIdentifiers() -> [String] {
    var number = 0
    return builders.map { builder in
      if let identifier = builder.identifier { return identifier }
      while places[Self.anonymousIdentifier(number)] != nil { number += 1 }
      defer { number += 1 }
      return Self.anonymousIdentifier(number)
    }
  }

  static func anonymousIdentifier(_ number: Int) -> String { "UnknownComponent:\(number)" }
}

extension HubComponentModelBuilders: RandomAccessCollection {
  /// The place of the first component.
  public var startIndex: Int { 0 }
  /// The place after the last component.
  public var endIndex: Int { builders.count }
  /// The builder at a place, in the order in which they were added.
  public subscript(position: Int) -> HubComponentModelBuilder { builders[position] }
}
