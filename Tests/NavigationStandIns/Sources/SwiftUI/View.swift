// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Observation

// Declared from Apple's documentation of SwiftUI, as far as FlowNavigation uses it. In place of pixels, views render texts.

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("A primitive view has no body.") }
}

/// A view without a body, which renders itself.
@MainActor protocol PrimitiveView {
  func render(into screen: Screen)
}

extension View {
  func rendered(into screen: Screen) {
    if let primitive = self as? any PrimitiveView {
      primitive.render(into: screen)
    } else {
      body.rendered(into: screen)
    }
  }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension Optional: View, PrimitiveView where Wrapped: View {
  public var body: Never { fatalError("A primitive view has no body.") }

  func render(into screen: Screen) { self?.rendered(into: screen) }
}

public struct Text: View, PrimitiveView {
  private let text: String

  public init(_ text: String) {
    self.text = text
  }

  public var body: Never { fatalError("A primitive view has no body.") }

  func render(into screen: Screen) { screen.text += text }
}

public struct Group<Content: View>: View, PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: Never { fatalError("A primitive view has no body.") }

  func render(into screen: Screen) { content.rendered(into: screen) }
}

@MainActor @propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

@MainActor @dynamicMemberLookup @propertyWrapper public struct Bindable<Value: AnyObject & Observable> {
  public var wrappedValue: Value

  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  public var projectedValue: Bindable { self }

  public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
    Binding(get: { wrappedValue[keyPath: path] }, set: { wrappedValue[keyPath: path] = $0 })
  }
}
