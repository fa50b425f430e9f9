public import FlowScreens
import Foundation

/// Draws Hub components by category: headers, rows, cards, carousels and banners. It draws any other category as a row.
///
/// A ``HubScreen`` uses it for components without a registered factory:
///
/// ```swift
/// var components = HubComponentRegistry(fallback: HubLayouts())
/// try components.register("shop", ShopComponents())
/// ```
///
/// A component with a target is drawn as a button with the component's title and identifier. The label of an image
/// is the name of its placeholder.
public struct HubLayouts: HubComponentFallbackHandler {
  /// The width of a card's text in columns.
  static let cardWidth = 26

  /// Creates a fallback handler.
  public init() {}

  /// Draws a component.
  ///
  /// - Parameters:
  ///   - category: The category of the component, which determines its layout.
  ///   - model: The component.
  ///   - context: The context, which draws children and selects components.
  /// - Returns: The layout.
  public func component(
    for category: HubComponentCategory, model: HubComponentModel, in context: HubComponentContext<ScreenLayout>
  ) -> ScreenLayout {
    switch category {
    case .header: header(model, context)
    case .card: card(model, context)
    case .carousel: section(model, context) { .row($0, spacing: 1) }
    case .banner: banner(model, context)
    default: row(model, context)
    }
  }

  private func header(_ model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>) -> ScreenLayout {
    .column([heading(model, context)] + texts(of: model) + children(of: model, context))
  }

  private func row(_ model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>) -> ScreenLayout {
    if model.childComponentModels.isEmpty {
      return .column([heading(model, context), .indented(.column(texts(of: model)))])
    }
    return section(model, context) { .column($0) }
  }

  /// A title with child components below it.
  private func section(
    _ model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>,
    _ arrange: ([ScreenLayout]) -> ScreenLayout
  ) -> ScreenLayout {
    .column([heading(model, context)] + texts(of: model) + [.indented(arrange(children(of: model, context)))])
  }

  private func banner(_ model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>) -> ScreenLayout {
    let button = model.target == nil ? [] : [self.button(model, context)]
    return .framed(.column(button + texts(of: model) + children(of: model, context)), title: title(of: model))
  }

  /// A card. Cards have a limited width, so that several fit side by side.
  private func card(_ model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>) -> ScreenLayout {
    let button = model.target == nil ? [] : [self.button(model, context)]
    let lines = lines(of: model).flatMap { $0.wrapped(width: Self.cardWidth) }.map { ScreenLayout.text($0) }
    let title = StyledText(model.title ?? "", .bold).truncated(width: Self.cardWidth - 2)
    return .framed(.column(button + lines + images(of: model) + children(of: model, context)), title: title)
  }

  private func heading(_ model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>) -> ScreenLayout {
    let accessory = model.accessoryTitle.map { [ScreenLayout.text(StyledText($0, .dim))] } ?? []
    guard model.target == nil else { return .row([button(model, context)] + accessory) }
    guard model.title != nil else { return accessory.isEmpty ? .nothing : .row(accessory) }
    return .row([.heading(title(of: model), level: 2)] + accessory)
  }

  private func button(_ model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>) -> ScreenLayout {
    .element(.button(model.identifier, label: model.title ?? model.identifier) { context.select(model) })
  }

  private func title(of model: HubComponentModel) -> StyledText { StyledText(model.title ?? "", .bold) }

  private func texts(of model: HubComponentModel) -> [ScreenLayout] {
    lines(of: model).map { .text($0) } + images(of: model)
  }

  private func lines(of model: HubComponentModel) -> [StyledText] {
    [
      model.subtitle.map { StyledText($0) }, model.descriptionText.map { StyledText($0, .dim) },
      model.icon.map { StyledText("(icon: \($0))", .dim) },
    ].compactMap { $0 }
  }

  /// The images, whose names replace them on a terminal.
  private func images(of model: HubComponentModel) -> [ScreenLayout] {
    [model.mainImageData, model.backgroundImageData].compactMap { image in
      guard let image, let name = image.placeholderIcon ?? image.localImage ?? image.url?.lastPathComponent else {
        return nil
      }
      return .image(url: image.url?.absoluteString, label: name)
    }
  }

  private func children(of model: HubComponentModel, _ context: HubComponentContext<ScreenLayout>) -> [ScreenLayout] {
    model.childComponentModels.map { context.component(for: $0) }
  }
}
