public import FlowJSON

extension HubJSONPath where Value == JSONValue {
  /// The Hub Framework's name for ``member(_:)``.
  public func goTo(_ key: String) -> HubJSONPath { member(key) }

  /// The Hub Framework's name for ``elements``.
  public func forEach() -> HubJSONPath { elements }

  /// The Hub Framework's name for ``compactMap(named:_:)``.
  public func runBlock(
    _ name: String = "block", _ block: @escaping @Sendable (_ value: JSONValue) -> JSONValue?
  ) -> HubJSONPath { compactMap(named: name, block) }
}
