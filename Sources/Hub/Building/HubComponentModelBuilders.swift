import Foundation
import FlowJSON

/// The builders of a list of components, in order of insertion: a body, overlays or children.
///
/// ```swift
/// builder.body.edit("soup") { $0.title = "Soup" }  // appended, unless it is already there
/// builder.body.append { $0.title = "A line without an identifier" }
/// builder.body.append("separator")                 // a component without content
/// builder.body["soup"]?.title                      // Soup
/// builder.body.remove("soup")
/// ```
///
/// A component without an identifier receives one when it is built: the next number that no sibling uses. The same
/// documents always produce the same identifiers.
///
/// As in the Hub Framework: the methods of `HUBViewModelBuilder` and `HUBComponentModelBuilder` that end in
/// `WithIdentifier:`.
public struct HubComponentModelBuilders: Sendable {
  private var builders: [HubComponentModelBuilder] = []
  private var places: [String: Int] = [:]
  private let rules: SchemaRules

  init(_ rules: SchemaRules) {
    self.rules = rules
  }

  /// Returns the builder of a component. Nil if the list has no such component.
  ///
  /// - Parameter identifier: The identifier of the component.
  public subscript(identifier: String) -> HubComponentModelBuilder? { places[identifier].map { builders[$0] } }

  /// Returns whether the list contains a component.
  ///
  /// - Parameter identifier: The identifier of the component.
  /// - Returns: Whether the list contains it.
  public func contains(_ identifier: String) -> Bool { places[identifier] != nil }

  /// Returns the builders of a group, in order of insertion.
  ///
  /// - Parameter group: The identifier of the group.
  /// - Returns: The builders. Nil if the list has no such group.
  public func builders(inGroup group: String) -> [HubComponentModelBuilder]? {
    let members = builders.filter { $0.groupIdentifier == group }
    return members.isEmpty ? nil : members
  }

  /// Edits a component. Appends it if the list does not contain it.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the component.
  ///   - change: Edits the component's builder. Called once, before this method returns.
  /// - Returns: The value that `change` returns.
  /// - Throws: The error that `change` throws.
  public mutating func edit<Result, Failure: Error>(
    _ identifier: String, _ change: (inout HubComponentModelBuilder) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let place = place(of: identifier)
    return try change(&builders[place])
  }

  /// Appends a component, unless the list already contains it.
  ///
  /// - Parameter identifier: The identifier of the component.
  public mutating func append(_ identifier: String) {
    _ = place(of: identifier)
  }

  /// Appends a component without an identifier.
  ///
  /// - Parameter change: Edits the component's builder. Called once, before this method returns.
  public mutating func append(_ change: (inout HubComponentModelBuilder) -> Void = { _ in }) {
    builders.append(HubComponentModelBuilder(nil, rules))
    edit(builders.count - 1, change)
  }

  /// Edits a component, which can get an identifier. One that another component has already is dropped.
  private mutating func edit<Result>(_ place: Int, _ change: (inout HubComponentModelBuilder) -> Result) -> Result {
    let hadIdentifier = builders[place].identifier != nil
    let result = change(&builders[place])
    guard !hadIdentifier, let identifier = builders[place].identifier else { return result }
    if places[identifier] == nil { places[identifier] = place } else { builders[place].identifier = nil }
    return result
  }

  /// Edits the components in order, until `change` returns false.
  ///
  /// - Parameter change: Edits a component's builder, and returns whether to continue.
  /// - Returns: Whether `change` returned true for every component.
  @discardableResult
  public mutating func editEach(_ change: (inout HubComponentModelBuilder) -> Bool) -> Bool {
    builders.indices.allSatisfy { edit($0, change) }
  }

  /// Removes a component. Does nothing if the list does not contain it.
  ///
  /// - Parameter identifier: The identifier of the component.
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

  /// Adds the JSON objects of components. An object with the identifier of an existing component is merged into it.
  /// Other objects are appended.
  mutating func add(_ objects: [JSONObject], depth: Int) {
    for object in objects {
      let start = JSONValue.object(object)
      let place = place(for: start)
      builders[place].add(start, depth: depth)
    }
  }

  /// Returns the index of an object's component. Appends the component if it is new.
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

  /// Returns the identifiers of all components. A component without one receives the next number that no sibling uses.
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
  /// The index of the first component.
  public var startIndex: Int { 0 }
  /// The index after the last component.
  public var endIndex: Int { builders.count }
  /// The builder at an index, in order of insertion.
  public subscript(position: Int) -> HubComponentModelBuilder { builders[position] }
}
