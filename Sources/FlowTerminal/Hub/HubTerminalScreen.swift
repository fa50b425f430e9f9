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
  private let components: HubComponentRegistry<Layout>
  private var drawn: Layout?
  private let tell: (HubComponentModel, HubSelectionOutcome) -> Layout
  private var notice = Layout.nothing

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - hub: What is shown.
  ///   - components: Draws it.
  ///   - tell: What is to be said below the view when a component has been selected.
  public init(
    _ hub: HubScreen<Result>,
    components: HubComponentRegistry<Layout> = HubComponentRegistry(fallback: HubLayouts()),
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
    let title = view.navigationBarTitle.map { [Layout.text(StyledText($0, .bold, .underlined))] } ?? []
    let header = view.headerComponentModel.map { [layout(of: $0)] } ?? []
    let body = view.bodyComponentModels.map { layout(of: $0) }
    let overlays = view.overlayComponentModels.map { Layout.framed(layout(of: $0)) }
    return .column(title + header + body + overlays, spacing: 1)
  }

  private func layout(of component: HubComponentModel) -> Layout {
    components.component(for: component) { [weak self] in self?.select($0) }
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
