public import FlowLayout
import Foundation
public import Hub

/// A Hub view on the terminal: the header, the body and the overlays, one below the other.
///
/// ```swift
/// let menu = FlowStep(identifier: "Menu", showing: builder, actions: actions) { hub in
///   session.show(hub)
/// }
/// ```
///
/// It belongs to the queue of the run.
public final class HubTerminalScreen<Result: Sendable>: TerminalScreen {
  private let hub: HubScreen<Result>
  private let components: (HubElementIDs) -> HubComponentRegistry<Layout>
  private var drawn: Layout?
  private let tell: (HubComponentModel, HubSelectionOutcome) -> Layout
  private var notice = Layout.nothing

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - hub: What is shown.
  ///   - components: Draws it. Receives what the elements of components are to be known by.
  ///   - tell: What is to be said below the view when a component has been selected.
  public init(
    _ hub: HubScreen<Result>,
    components: @escaping (_ ids: HubElementIDs) -> HubComponentRegistry<Layout> = { ids in
      HubComponentRegistry(fallback: HubLayouts(elementIDs: { ids[$0] }))
    },
    tell: @escaping (_ component: HubComponentModel, _ outcome: HubSelectionOutcome) -> Layout = HubTerminalScreen.tell
  ) {
    self.hub = hub
    self.components = components
    self.tell = tell
    hub.onChange = { [weak self] _ in self?.drawn = nil }
  }

  /// The view as it is now.
  public var layout: Layout {
    let layout = drawn ?? draw()
    drawn = layout
    return .column([layout, notice])
  }

  /// Whether the step has been completed.
  public var isFinished: Bool { hub.isCompleted }

  /// Hands over who draws again when the view has changed by itself.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    hub.onChange = { [weak self] _ in
      self?.drawn = nil
      changed()
    }
  }

  private func draw() -> Layout {
    let view = hub.viewModel
    let registry = components(HubElementIDs(view))
    func drawn(_ models: [HubComponentModel]) -> [Layout] {
      models.map { model in
        registry.component(for: model) { [weak self] in self?.select($0) }
      }
    }
    let title = view.navigationBarTitle.map { [Layout.text(StyledText($0, .bold, .underlined))] } ?? []
    let header = view.headerComponentModel.map { drawn([$0]) } ?? []
    let overlays = drawn(view.overlayComponentModels).map { Layout.framed($0) }
    return .column(title + header + drawn(view.bodyComponentModels) + overlays, spacing: 1)
  }

  private func select(_ component: HubComponentModel) {
    notice = tell(component, hub.select(component))
  }

  /// Says what has been opened, or that nothing happens.
  ///
  /// - Parameters:
  ///   - component: What has been selected.
  ///   - outcome: What came of it.
  /// - Returns: A line, or nothing where an action has been performed.
  public static func tell(_ component: HubComponentModel, _ outcome: HubSelectionOutcome) -> Layout {
    switch outcome {
    case .performed: .nothing
    case .opened(let url): .text("Opened \(url.absoluteString).")
    case .unhandled: .text(StyledText("Nothing happens here.", .yellow))
    }
  }
}

/// What the elements of a view's components are known by: the identifier of the component, with a number where another
/// component of the view has the same.
///
/// ```swift
/// HubElementIDs(view)[component]  // "row-1"
/// ```
public struct HubElementIDs {
  private struct Place: Hashable {
    var type: HubComponentType
    var indexPath: [Int]
  }

  private var ids: [Place: String] = [:]

  /// Names the components of a view.
  ///
  /// - Parameter view: The view.
  public init(_ view: HubViewModel) {
    var used: Set<String> = []
    // The number tried last: a document may give one identifier to all of its components.
    var numbers: [String: Int] = [:]
    var waiting = HubComponentType.allCases.flatMap { view.componentModels(of: $0) }.reversed() as [HubComponentModel]
    while let model = waiting.popLast() {
      var id = model.identifier
      while !used.insert(id).inserted {
        let number = numbers[model.identifier, default: 1] + 1
        numbers[model.identifier] = number
        id = "\(model.identifier).\(number)"
      }
      ids[Place(type: model.type, indexPath: model.indexPath)] = id
      waiting += model.childComponentModels.reversed()
    }
  }

  /// What the element of a component is known by.
  public subscript(model: HubComponentModel) -> String {
    ids[Place(type: model.type, indexPath: model.indexPath)] ?? model.identifier
  }
}
